"""Rule (iv) for a game of the kit, and the kit's own check of secret actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from cardkit.audit.exchange import Hidden, Table, audit_exchange
from cardkit.audit.report import Finding, Report

if TYPE_CHECKING:
    from cardkit.encoding import Encoding
    from cardkit.game import Game


def audit_game(
    game: Game,
    hidden: Hidden,
    *,
    games: int = 50,
    seed: int = 0,
    encoding: Encoding | None = None,
    tell: Callable[[int], object] = lambda done: None,
) -> Report:
    """Audit a game of the kit: exchange hidden cards by rule (iv), and check what INFO tells of secret actions.

    A seat's view is its INFO record, which agents in compiled code get, ``info.to_dict()``, and with an encoding its
    observation. `cardkit.game_check.check_game` runs first, and its fault is a finding.

    Args:
        game: the variant.
        hidden: lists the cells whose cards a seat cannot know: ``hidden(state, seat)`` of a
            `cardkit.game_state.GameState`, as ``slot_cells(state.record["hands"], 1 - seat)``.
        games: how many are played.
        seed: of all chance.
        encoding: of observations.
        tell: called with the number of games done.

    Raises:
        ValueError: ``games`` or ``seed`` is out of range.
    """

    from cardkit.game_check import check_game

    def view(state: Any, seat: int) -> Any:
        info = state.information_set(seat)
        told = {"info": {name: np.asarray(info.record[name]) for name in info.record.dtype.names}, **info.to_dict()}
        return told if encoding is None else told | {"observation": encoding.observe(info)[0]}

    table = Table(
        new=lambda number: game.new_game(seed=number),
        players=lambda state: range(game.seats),
        mover=lambda state: state.to_move,
        legal=lambda state: state.legal_actions,
        step=lambda state, action: state.step(action),
        view=view,
    )
    report = audit_exchange(table, hidden, games=games, seed=seed, title=str(game), tell=tell)
    try:
        check_game(game, games, seed, encoding)
    except ValueError as error:
        report.findings.append(Finding("check_game", str(error), "-", (), count=1))
    return report
