"""The options that choose the variant of Durak, and the program's name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands import errors
from cardkit.commands.composition import composed

if TYPE_CHECKING:
    from durak_env.durak import Durak
    from durak_env.rules import Rules

PROGRAM = "durak"
_PANEL = "Rules"

clear_errors = partial(errors.clear_errors, PROGRAM)


Players = Annotated[
    int | None,
    typer.Option(help="Seats, 2 to 6.", show_default="2, or one for each agent", rich_help_panel=_PANEL),
]


def rules(
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
    first_discard_limit: Annotated[
        int | None,
        typer.Option(
            help="Most attack cards per bout until a bout is beaten off.",
            show_default="no other limit",
            rich_help_panel=_PANEL,
        ),
    ] = None,
    players: Players = None,
    throw_in: Annotated[
        str, typer.Option(help="Who may throw in: all, neighbours, or attacker.", rich_help_panel=_PANEL)
    ] = "all",
    transfer: Annotated[
        bool,
        typer.Option("--transfer", help="Let defenders pass an attack on (Perevodnoy).", rich_help_panel=_PANEL),
    ] = False,
    passport: Annotated[
        bool,
        typer.Option("--passport", help="With --transfer: also by showing a trump.", rich_help_panel=_PANEL),
    ] = False,
    teams: Annotated[
        int | None,
        typer.Option(help="Teams, with --players 4 or 6.", show_default="each for itself", rich_help_panel=_PANEL),
    ] = None,
) -> Rules:
    """The rules that the options choose.

    Raises:
        ValueError: they cannot be dealt.
    """
    from durak_env.rules import Rules

    if teams is not None and players is None:
        raise ValueError("--teams needs --players: say how many play, 4 or 6")
    return Rules(
        start_rank,
        num_suits,
        hand_size,
        not no_trumps,
        max_attack_cards,
        num_players=2 if players is None else players,
        throw_in=throw_in,
        first_discard_limit=first_discard_limit,
        transfer=transfer,
        passport=passport,
        num_teams=teams,
    )


def _variant(
    rules: Rules,
    open_world: Annotated[bool, typer.Option("--open-world", help="Let the agents see all cards.")] = False,
    returns: Annotated[
        str, typer.Option(help="With more than two seats: who is paid, by fool or by places.", rich_help_panel=_PANEL)
    ] = "fool",
) -> Durak:
    """The variant that the options choose."""
    from durak_env.durak import Durak

    return Durak(rules, open_world, returns)


variant = composed(_variant, {"rules": rules}, lambda name, said: said)
"""The variant that the options choose: those of `rules`, the world, and what is paid."""


def seated(game: Durak, players: int, asked: int | None, named: str) -> Durak:
    """The variant for this many players.

    Args:
        game: the variant that the options choose.
        players: how many there are.
        asked: the value of ``--players``.
        named: who the players are, for the error.

    Raises:
        ValueError: ``--players`` asks for another number, or the rules do not allow this many.
    """
    from dataclasses import replace

    if asked not in (None, players):
        raise ValueError(f"--players is {asked}, but {named}: leave --players out, or make it {players}")
    return replace(game, rules=replace(game.rules, num_players=players))
