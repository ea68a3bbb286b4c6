"""Binds all functions of a game at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.protocol import implement

Body = Callable[..., Any]


def implement_game(
    states: Iterable[np.dtype[Any]],
    infos: Iterable[np.dtype[Any]],
    *,
    deal: Body,
    mover: Body,
    step: Body,
    returns: Body,
    score: Body,
    count: Body,
    decision: Body,
    event_after: Body,
    copy_state: Body,
    observe: Body,
    determinize: Body,
) -> None:
    """Bind what a game must have to its records; see the functions of these names in `cardkit.compiled.protocol`.

    Args:
        states: the types of its STATE records.
        infos: those of its INFO records.
    """
    of_states = (
        (protocol.deal, deal),
        (protocol.mover, mover),
        (protocol.step, step),
        (protocol.returns, returns),
        (protocol.score, score),
        (protocol.count, count),
        (protocol.decision, decision),
        (protocol.event_after, event_after),
        (protocol.copy_state, copy_state),
        (protocol.observe, observe),
    )
    for dtype in states:
        for function, body in of_states:
            implement(function, dtype, body)
    for dtype in infos:
        implement(protocol.determinize, dtype, determinize)
