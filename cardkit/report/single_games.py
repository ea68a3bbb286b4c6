"""Single games in words and as a table: who won each, how long it was, what each player got."""

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
    """A line for each game of a match, such as ``Game 2: smart won. 19 bouts.``; equal names get their places."""
    names = [f"{name} {place}" if result.names.count(name) > 1 else name for place, name in enumerate(result.names, 1)]
    unit = result.game.COUNTS[0]
    for number, (row, won) in enumerate(zip(result.results, result.won, strict=True), 1):
        winners = ", ".join(name for name, one in zip(names, won, strict=True) if one) or "nobody"
        failed = f" {names[row['culprit']]} failed." if row["fault"] != NO_FAULT else ""
        count = int(row[unit])
        yield f"Game {number}: {winners} won.{failed} {count} {unit if count != 1 else unit.removesuffix('s')}."


def csv_of_games(game: Game, names: Sequence[str], rows: Iterable[Any]) -> str:
    """Games as comma-separated values: a line for each seat of each game.

    Args:
        game: that was played.
        names: of the players, in the order of the lineup.
        rows: of the games; see `cardkit.arena.result_rows.result_dtype`.
    """
    header = ("game", "seat", "player", "return", *game.SEAT_COUNTS, *game.COUNTS)
    lines = [line for number, row in enumerate(rows, 1) for line in _lines(game, names, number, row)]
    return TextTable("", header, lines).csv()


def _lines(game: Game, names: Sequence[str], number: int, row: Any) -> Iterator[tuple[str, ...]]:
    counted = [counted_seat(row, entry) for entry in range(seats_in(row))]
    for seat in range(seats_in(row)):
        place, entry = place_of(row, seat), counted.index(seat)
        own = (str(row[name][entry]) for name in game.SEAT_COUNTS)
        shared = (str(row[name]) for name in game.COUNTS)
        yield (
            str(number),
            str(seat),
            names[place],
            np.format_float_positional(row["returns"][place], trim="-"),
            *own,
            *shared,
        )
