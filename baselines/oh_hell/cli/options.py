"""The options that choose the variant of Oh Hell!."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.composition import composed

if TYPE_CHECKING:
    from oh_hell_env.oh_hell import OhHell
    from oh_hell_env.rules import Rules

_PANEL = "Rules"

HandSize = Annotated[
    int | None,
    typer.Option(
        help="Cards dealt to each seat in the first round.",
        show_default="13, or as many as the deck gives",
        rich_help_panel=_PANEL,
    ),
]


def rules(
    players: Annotated[int, typer.Option(help="Seats, 2 to 7.", rich_help_panel=_PANEL)] = 4,
    hand_size: HandSize = None,
    rounds: Annotated[
        int | None, typer.Option(help="Rounds of a game.", show_default="--hand-size", rich_help_panel=_PANEL)
    ] = None,
    no_dynamic: Annotated[
        bool, typer.Option("--no-dynamic", help="Deal --hand-size cards in every round.", rich_help_panel=_PANEL)
    ] = False,
    hand_sizes: Annotated[
        str | None,
        typer.Option(help="Cards of each round, such as 3-2-1, instead of these three.", rich_help_panel=_PANEL),
    ] = None,
    trump: Annotated[
        str, typer.Option(help="Where trumps come from: rotation, turn_up, or random.", rich_help_panel=_PANEL)
    ] = "rotation",
    trump_order: Annotated[
        str, typer.Option(help="Trumps of the rounds in rotation; - for none.", rich_help_panel=_PANEL)
    ] = "hdsc",
    no_hook: Annotated[
        bool, typer.Option("--no-hook", help="Let the dealer bid any number.", rich_help_panel=_PANEL)
    ] = False,
    scoring: Annotated[
        str, typer.Option(help="Points of a missed bid: standard, exact, or penalty.", rich_help_panel=_PANEL)
    ] = "standard",
    bonus: Annotated[int, typer.Option(help="Points for a bid that is made.", rich_help_panel=_PANEL)] = 10,
    points_per_trick: Annotated[int, typer.Option(help="Points for a trick.", rich_help_panel=_PANEL)] = 1,
    blind: Annotated[
        str,
        typer.Option(help="Unknown before the last bid: none, half (trumps), or full (hands).", rich_help_panel=_PANEL),
    ] = "none",
    first_dealer: Annotated[
        int | None,
        typer.Option(help="The seat that deals the first round.", show_default="the last", rich_help_panel=_PANEL),
    ] = None,
    start_rank: Annotated[
        int, typer.Option(help="Lowest rank of the deck, 2 to 14 (ace).", rich_help_panel=_PANEL)
    ] = 2,
    num_suits: Annotated[int, typer.Option(help="Suits of the deck, 1 to 4.", rich_help_panel=_PANEL)] = 4,
) -> Rules:
    """The rules that the options choose.

    Raises:
        ValueError: they cannot be dealt.
    """
    from oh_hell_env.rules import Rules

    return Rules(
        num_players=players,
        hand_size=hand_size,
        rounds=rounds,
        dynamic=not no_dynamic,
        hand_sizes=hand_sizes,  # type: ignore[arg-type]  # which the rules read
        trump=trump,
        trump_order=trump_order,
        hook=not no_hook,
        scoring=scoring,
        bonus=bonus,
        points_per_trick=points_per_trick,
        blind=blind,
        first_dealer=first_dealer,
        start_rank=start_rank,
        num_suits=num_suits,
    )


def _variant(
    open_world: Annotated[bool, typer.Option("--open-world", help="Let the agents see all cards.")] = False,
    *,
    rules: Rules,
) -> OhHell:
    """The variant that the options choose."""
    from oh_hell_env.oh_hell import OhHell

    return OhHell(rules, open_world)


variant = composed(_variant, {"rules": rules}, lambda name, said: said)
"""The variant that the options choose: the world, and those of `rules`."""
