"""The options that choose the variant of Durak, and the program's name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands import errors

if TYPE_CHECKING:
    from durak_env.durak import Durak

PROGRAM = "durak"
_PANEL = "Rules"

clear_errors = partial(errors.clear_errors, PROGRAM)


def variant(
    open_world: Annotated[bool, typer.Option("--open-world", help="Let the agents see all cards.")] = False,
    start_rank: Annotated[
        int, typer.Option(help="Lowest rank of the deck, 2 to 14 (ace).", rich_help_panel=_PANEL)
    ] = 6,
    num_suits: Annotated[int, typer.Option(help="Suits of the deck, 1 to 4.", rich_help_panel=_PANEL)] = 4,
    hand_size: Annotated[int, typer.Option(help="Cards to which a hand is refilled.", rich_help_panel=_PANEL)] = 6,
    no_trumps: Annotated[
        bool, typer.Option("--no-trumps", help="Play without a trump suit.", rich_help_panel=_PANEL)
    ] = False,
    max_attack_cards: Annotated[
        int | None,
        typer.Option(help="Most attack cards per bout.", show_default="the defender's hand", rich_help_panel=_PANEL),
    ] = None,
) -> Durak:
    """The variant that the options choose.

    Raises:
        ValueError: it cannot be dealt.
    """
    from durak_env.durak import Durak
    from durak_env.rules import Rules

    return Durak(Rules(start_rank, num_suits, hand_size, not no_trumps, max_attack_cards), open_world)
