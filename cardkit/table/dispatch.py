"""Who carries out which message of the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from cardkit.table import messages, study, watch
from cardkit.table.table import HANDLERS, Table

_HANDLERS: dict[type[messages.Message], Callable[[Table, Any], Awaitable[None]]] = {
    **HANDLERS,
    messages.Analyse: study.analyse,
    messages.Review: study.review,
    messages.Stop: study.stop,
    messages.Open: study.open_games,
    messages.Select: study.select,
    messages.Record: study.record,
    messages.Match: watch.match,
    messages.Tournament: watch.tournament,
    messages.TournamentGame: watch.replay_game,
}


async def carry_out(table: Table, message: messages.Message) -> None:
    """Do what a message says, or begin to.

    Raises:
        MessageError: it cannot be done.
    """
    await _HANDLERS[type(message)](table, message)
