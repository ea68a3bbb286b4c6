"""Scores of the games that are over at a table, alone or with friends, as people may keep them in a file."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.arena.compiled_games import CRASH, note_end, note_forfeit, note_start
from cardkit.arena.result_rows import new_results
from cardkit.report.single_games import lines_of_game
from cardtable.line import Line

MOST_GAMES = 200
"""The number of last games that a table keeps; a table with friends writes them at every ply."""
FORMULAS = "=+-@"
"""A cell that begins so is a formula to spreadsheets, and people at a table choose their names."""

Lines = list[list[str]]
"""A game: its lines, by seat, of `cardkit.report.single_games.lines_of_game`."""


def note_game(games: list[Lines], line: Line, players: Sequence[str], forfeit: int | None = None) -> None:
    """Add a game that is over.

    Args:
        games: those before it; of more than `MOST_GAMES` the first is dropped.
        line: the game.
        players: by seat.
        forfeit: the seat that has ended it by staying away; it is paid as one whose agent fails.
    """
    game, end = line.game, line.state(len(line))
    row = new_results(game, 1)[0]
    row.seating[:] = range(game.places)
    note_start(row, line.start)
    if forfeit is None:
        note_end(row, end)
    else:
        note_forfeit(row, game, end, forfeit, CRASH, [str(place) for place in range(game.places)])
    number = int(games[-1][0][0]) + 1 if games else 1
    names = [f"'{name}" if name.startswith(tuple(FORMULAS)) else name for name in players]
    games.append([list(cells) for cells in lines_of_game(game, number, names, row)])
    del games[:-MOST_GAMES]


def are_lines(game: Lines) -> bool:
    """Tell whether lines that were kept begin with the number of their game."""
    return bool(game) and all(cells and cells[0].isdecimal() for cells in game)
