"""What several commands have in common: the options that say which games are played, and how errors are told."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cardkit.arena.faults import FaultReport
    from durak_env.rules import Rules

_PANEL = "Rules"
LONGEST_ERROR = 2000  # characters

Seed = Annotated[
    int | None,
    typer.Option(help="The same seed plays the same games.", show_default="one that nobody can guess; it is told"),
]
OpenWorld = Annotated[bool, typer.Option("--open-world", help="Let the agents see all cards.")]
Jobs = Annotated[int, typer.Option(help="Workers to share the games; the result stays the same.")]
Confidence = Annotated[float, typer.Option(help="Confidence of the intervals.")]

StartRank = Annotated[int, typer.Option(help="Lowest rank of the deck, 2 to 14 (ace).", rich_help_panel=_PANEL)]
NumSuits = Annotated[int, typer.Option(help="Suits of the deck, 1 to 4.", rich_help_panel=_PANEL)]
HandSize = Annotated[int, typer.Option(help="Cards that a hand is filled up to.", rich_help_panel=_PANEL)]
NoTrumps = Annotated[bool, typer.Option("--no-trumps", help="Play without a trump suit.", rich_help_panel=_PANEL)]
MaxAttackCards = Annotated[
    int | None,
    typer.Option(help="Most attack cards of one bout.", show_default="the defender's hand", rich_help_panel=_PANEL),
]


def make_rules(start_rank: int, num_suits: int, hand_size: int, no_trumps: bool, max_attack_cards: int | None) -> Rules:
    """The rules that the options ask for.

    Raises:
        ValueError: they cannot be dealt.
    """
    from durak_env.rules import Rules

    return Rules(start_rank, num_suits, hand_size, not no_trumps, max_attack_cards)


@contextmanager
def clear_errors() -> Iterator[None]:
    """Tell of bad input, unreadable files and missing libraries in one line, and leave with exit code 2."""
    try:
        yield
    except BrokenPipeError:  # whoever read the output has had enough
        raise
    except (ValueError, OSError, ImportError) as error:
        reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
        from cardkit.wording import printable, shortened

        words = " ".join(" ".join([reason, *getattr(error, "__notes__", ())]).split())
        print(f"durak: {printable(shortened(words, LONGEST_ERROR))}", file=sys.stderr)
        raise typer.Exit(2) from None


def tell_faults(reports: Sequence[FaultReport]) -> None:
    """Tell who lost games by faults, and leave with exit code 3 if an agent finished none of its games."""
    for report in reports:
        print(f"durak: {report.long}", file=sys.stderr)
    if any(report.finished_none for report in reports):
        raise typer.Exit(3)


def check_pictures() -> None:
    """Raise ImportError now, and not after hours of games, if no pictures can be drawn."""
    try:
        import matplotlib  # noqa: F401 - is it there?
    except ImportError as error:
        raise ImportError(f"pictures need the extra plot, pip install '.[plot]' in the repository: {error}") from None
