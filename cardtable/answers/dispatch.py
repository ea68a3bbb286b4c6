"""Dispatch: maps each type of message to its handler."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from cardtable import messages
from cardtable.answers import beginning, gathering, looking, offering, playing, puzzles, study, warming, watch
from cardtable.errors import refusal
from cardtable.table import Table

_HANDLERS: dict[type[messages.Message], Callable[[Table, Any], Awaitable[None]]] = {
    messages.New: beginning.new,
    messages.Again: beginning.again,
    messages.Branch: beginning.branch,
    messages.Puzzle: puzzles.puzzle,
    messages.Gather: gathering.gather,
    messages.Act: playing.act,
    messages.Undo: playing.undo,
    messages.Replace: playing.seat,
    messages.Pace: playing.set_pace,
    messages.Pause: playing.pause,
    messages.Resume: playing.resume,
    messages.Step: playing.step,
    messages.State: looking.state,
    messages.Ping: looking.ping,
    messages.Goto: looking.goto,
    messages.View: looking.view,
    messages.Analyse: study.analyse,
    messages.Review: study.review,
    messages.Stop: study.stop,
    messages.Open: study.open_games,
    messages.Select: study.select,
    messages.Record: study.record,
    messages.Scores: study.scores,
    messages.Match: watch.match,
    messages.Agents: offering.agents,
    messages.Warm: warming.warm,
    messages.Tournament: watch.tournament,
    messages.TournamentGame: watch.replay_game,
}


async def carry_out(table: Table, message: messages.Message) -> None:
    """Carry out a message, or begin to.

    Raises:
        MessageError: it cannot be done.
    """
    handler = _HANDLERS.get(type(message))
    if handler is None:
        raise refusal("rooms_only", "busy")
    await handler(table, message)
