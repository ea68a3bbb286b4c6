"""The command ``replay``: it prints recorded games ply by ply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.commands.composition import PLAY, panel

if TYPE_CHECKING:
    from cardkit.game import Game

MOST_CHARACTERS = 200_000_000  # of a file of records


@panel(PLAY)
def replay(
    default_game: Game,
    file: Annotated[
        Path, typer.Argument(help="Game records, as `--log` of `{program} match` writes them.", show_default=False)
    ],
    seat: Annotated[int, typer.Option(help="Show the game as this seat saw it, 0 for the first.")] = 0,
    show_hidden: Annotated[bool, typer.Option("--show-hidden", "--all", help="Show all cards instead.")] = False,
    only: Annotated[
        int | None, typer.Option("--game", help="Print only this game; the first is 1.", show_default="all")
    ] = (None),
) -> None:
    """Print recorded games ply by ply.

    A game is shown as one of the seats saw it: what the seat did not know stays hidden.
    """
    from cardkit.reading import read_text

    game = default_game  # records name their variant
    text = read_text(file, MOST_CHARACTERS, errors="replace")
    try:
        records = game.tell.read_records(text)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error
    if not records:
        raise ValueError(f"{file} holds no games")
    if only is not None and not 1 <= only <= len(records):
        raise ValueError(f"--game must be 1..{len(records)} for {file}, got {only}")
    for number, record in enumerate(records, 1):
        if only in (None, number):
            print_game(game, record, number, None if show_hidden else seat)


def print_game(
    game: Game, record: Any, number: int, seat: int | None, notes: Mapping[int, Iterable[str]] | None = None
) -> None:
    """Print one game; the arguments are those of `cardkit.game.Telling.transcript`."""
    lines = list(game.tell.transcript(record, seat, notes))  # before anything is printed, since it may fail
    print(f"Game {number}", *lines, "", sep="\n")
