"""All functions of a game are bound at once, and its rules are compiled as loops call them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import register_jitable

from cardkit.compiled import protocol
from cardkit.compiled.dispatchers import compile_for_callers
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.prng import STREAM, Stream
from cardkit.compiled.protocol import NO_EVENT, Seat, Slot, State, implement

Body = Callable[..., Any]


@jit_inline
def one_kind(state: State) -> int:
    """Return 0: all decisions are of one kind, so each action has the same id throughout."""
    return 0


@jit_inline
def own_party(state: State, seat: Seat) -> Any:
    """Return the seat: each seat is a party of its own."""
    return seat


@jit_inline
def only_the_action(state: State, slot: Slot) -> Slot:
    """Return NO_EVENT: the seats see the action and nothing else."""
    return NO_EVENT


@register_jitable  # called from Python as it is: nothing to compile
def no_chance(state: State, stream: Stream) -> None:
    """Do nothing: chance decides the deal alone."""


@register_jitable
def nothing_to_feed(start: State, state: State) -> None:
    """Do nothing: the deal says all that chance gives."""


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
    copy_state: Body,
    observe: Body,
    determinize: Body,
    decision: Body = one_kind,
    event_after: Body = only_the_action,
    party: Body = own_party,
    reseed: Body = no_chance,
    feed: Body = nothing_to_feed,
    withdraw: Body | None = None,
) -> None:
    """Bind what a game must have to its records; see the functions of these names in `cardkit.compiled.protocol`.

    Args:
        states: the types of its STATE records.
        infos: those of its INFO records.

    Raises:
        ValueError: one of ``reseed`` and ``feed`` comes without the other, so that no record would replay.
    """
    if (reseed is no_chance) != (feed is nothing_to_feed):
        raise ValueError("a game with chance during play has both reseed and feed: give the one that lacks")
    of_states = [
        (protocol.deal, deal),
        (protocol.mover, mover),
        (protocol.step, step),
        (protocol.returns, returns),
        (protocol.score, score),
        (protocol.count, count),
        (protocol.decision, decision),
        (protocol.event_after, event_after),
        (protocol.party, party),
        (protocol.reseed, reseed),
        (protocol.feed, feed),
        (protocol.copy_state, copy_state),
        (protocol.observe, observe),
    ]
    if withdraw is not None:
        of_states.append((protocol.withdraw, withdraw))
    for dtype in states:
        for function, body in of_states:
            implement(function, dtype, body)
    for dtype in infos:
        implement(protocol.determinize, dtype, determinize)
        implement(protocol.decision, dtype, decision)


def rules_to_compile(state: np.dtype[Any], info: np.dtype[Any]) -> list[Callable[[], object]]:
    """List what compiles the rules as loops over games call them, the longest last.

    Args:
        state, info: the types of a game's records.
    """
    states, infos = numba.from_dtype(state), numba.from_dtype(info)
    calls: list[tuple[Any, ...]] = [
        (protocol.observe, states, types.int64, types.boolean, infos),
        (protocol.deal, states, numba.from_dtype(STREAM)),
        (protocol.step, states, types.int64),
    ]
    return [partial(compile_for_callers, *call) for call in calls]
