"""Single games in words and as a table: the winner and the length of each, and each player's return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cardkit.arena.compiled_games import NO_FAULT
from cardkit.arena.result_rows import counted_seat, place_of, seats_in
from cardkit.report.text_table import TextTable

if TYPE_CHECKING:
    from cardkit.arena.match_result import MatchResult
    from cardkit.game import Game


def lines_of_games(result: MatchResult) -> Iterator[str]:
    """Yield a line for each game of a match, such as ``Game 2: smart won. 19 bouts.``; equal names get places."""
    names = told_apart(result.names)
    for number, (row, won) in enumerate(zip(result.results, result.won, strict=True), 1):
        winners = ", ".join(name for name, one in zip(names, won, strict=True) if one) or "nobody"
        failed = f" {names[row['culprit']]} failed." if row["fault"] != NO_FAULT else ""
        length = "".join(f" {_counted(int(row[unit]), unit)}." for unit in result.game.COUNTS[:1])
        yield f"Game {number}: {winners} won.{failed}{length}"


def csv_of_games(game: Game, names: Sequence[str], rows: Iterable[Any]) -> str:
    """Write games as comma-separated values: a line for each seat of each game; equal names get their places.

    Args:
        game: that was played.
        names: of the players, in the order of the lineup.
        rows: of the games; see `cardkit.arena.result_rows.result_dtype`.
    """
    apart = told_apart(names)

    def lines(number: int, row: Any) -> Iterator[tuple[str, ...]]:
        return lines_of_game(game, number, [apart[place_of(row, seat)] for seat in range(seats_in(row))], row)

    return csv_of_lines(game, (line for number, row in enumerate(rows, 1) for line in lines(number, row)))


def csv_of_lines(game: Game, lines: Iterable[Sequence[str]]) -> str:
    """Lines of `lines_of_game` as comma-separated values, below the names of their columns."""
    header = ("game", "seat", "player", "return", *game.SEAT_COUNTS, *game.COUNTS)
    return TextTable("", header, list(lines)).csv()


def lines_of_game(game: Game, number: int, players: Sequence[str], row: Any) -> Iterator[tuple[str, ...]]:
    """Yield a line for each seat of a game: its number, the seat, the player there, its return and the counts.

    Args:
        game: that was played.
        number: of the game.
        players: by seat.
        row: of the game; see `cardkit.arena.result_rows.result_dtype`.
    """
    counted = [counted_seat(row, entry) for entry in range(seats_in(row))]
    for seat, player in enumerate(players):
        place, entry = place_of(row, seat), counted.index(seat)
        paid = np.format_float_positional(row["returns"][place], trim="-")
        own = (_shown(game, name, int(row[name][entry])) for name in game.SEAT_COUNTS)
        shared = (str(row[name]) for name in game.COUNTS)
        yield str(number), str(seat), player, paid, *own, *shared


def told_apart(names: Sequence[str]) -> list[str]:
    """Return the names, those that several bear with their places, from 1."""
    return [f"{name} {place}" if names.count(name) > 1 else name for place, name in enumerate(names, 1)]


def _shown(game: Game, count: str, number: int) -> str:
    return game.ROLES[number] if count == "role" and game.ROLES else str(number)


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit if number != 1 else {'plies': 'ply'}.get(unit, unit.removesuffix('s'))}"
