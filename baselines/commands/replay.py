"""``durak replay``: games from a file, told ply by ply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baselines.commands.options import clear_errors

MOST_CHARACTERS = 200_000_000  # of a file of records

if TYPE_CHECKING:
    from durak_env.notation import GameRecord


def replay(
    file: Annotated[
        Path,
        typer.Argument(
            help="Game records, as `--log` of `durak match` and `durak play` writes them.", show_default=False
        ),
    ],
    seat: Annotated[int, typer.Option(help="Tell the game as seat 0 or 1 saw it.")] = 0,
    show_hidden: Annotated[bool, typer.Option("--show-hidden", "--all", help="Show all cards instead.")] = False,
    game: Annotated[int | None, typer.Option(help="Tell this game only, from 1 on.", show_default="all")] = None,
) -> None:
    """Tell recorded games ply by ply: hands, table and talon.

    A game is told as one of the seats saw it: a card that the seat did not know is written as ??.

    Example: durak match smart greedy --games 2 --log games.txt, then durak replay games.txt --game 1 --show-hidden
    """
    with clear_errors():
        from baselines.reading import read_text
        from durak_env.notation import parse_records

        if seat not in (0, 1):
            raise ValueError(f"--seat is 0 or 1, not {seat}")
        text = read_text(file, MOST_CHARACTERS, errors="replace")
        try:
            records = parse_records(text)
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error
        if not records:
            raise ValueError(f"{file} holds no games")
        if game is not None and not 1 <= game <= len(records):
            raise ValueError(f"--game is 1..{len(records)} for {file}, not {game}")
        for number, record in enumerate(records, 1):
            if game in (None, number):
                print_game(record, number, seat, show_hidden)


def print_game(
    record: GameRecord,
    number: int,
    seat: int,
    show_hidden: bool,
    notes: Mapping[int, Iterable[str]] | None = None,
) -> None:
    """Tell one game on the standard output, with ``notes`` on plies by their numbers."""
    from durak_env.telling import tell

    print(f"Game {number}")
    for line in tell(record, show_hidden, seat, notes):
        print(line)
    print()
