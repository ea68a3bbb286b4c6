"""The page's messages about puzzles."""

from __future__ import annotations

import asyncio

from cardtable import messages
from cardtable.advice import question
from cardtable.answers.beginning import compile_game, leave
from cardtable.display import HUMAN, Display, Player
from cardtable.errors import refusal
from cardtable.records import games_of
from cardtable.table import GAME, Table


async def puzzle(table: Table, message: messages.Puzzle) -> None:
    """Show a puzzle."""
    most = len(table.context.puzzles)
    if not 1 <= message.number <= most:
        raise refusal("number", "message", "number", most=most, got=message.number)
    table.begin(GAME, message.id, _show(table, message.number, message.id))


async def _show(table: Table, number: int, answers: int | None) -> None:
    """Show the position as the seat to move knows it; a person takes that seat's place."""
    shown = table.context.puzzles[number - 1]
    (recorded,) = games_of(table.context.view, shown.record)
    await compile_game(table, recorded.game)
    line = await asyncio.to_thread(recorded.line)
    seat = line.mover(len(line))
    players = [Player(HUMAN if one == seat else name) for one, name in enumerate(recorded.players)]
    display = Display(table.context.view, line, players, seat, len(line))
    about = {"number": number, "level": shown.level, "missed": shown.missed}
    display.puzzle = about | question(display, shown.values)
    leave(table)
    table.show("replay", display, seat)
    table.tell(answers)
