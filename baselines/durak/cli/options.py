"""The options that choose the variant of Durak, and the program's name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands import errors
from cardkit.commands.composition import composed
from cardkit.commands.rule_options import PANEL, rule_options
from durak_env.rules import Rules

if TYPE_CHECKING:
    from durak_env.durak import Durak

PROGRAM = "durak"

clear_errors = partial(errors.clear_errors, PROGRAM)


Players = int | None
"""The value of ``--num-players``, an option of the rules; None: it is not given."""


def _variant(
    rules: Rules,
    open_world: Annotated[bool, typer.Option("--open-world", help="Let the agents see all cards.")] = False,
    returns: Annotated[
        str, typer.Option(help="With more than two seats: who is paid, by fool or by places.", rich_help_panel=PANEL)
    ] = "fool",
) -> Durak:
    """Return the variant that the options choose."""
    from durak_env.durak import Durak

    return Durak(rules, open_world, returns)


rules = rule_options(Rules)
"""The rules that the options choose."""
variant = composed(_variant, {"rules": rules}, lambda name, said: said)
"""The variant that the options choose: the rules, the world, and what is paid."""


def seated(game: Durak, players: int, asked: int | None, named: str) -> Durak:
    """Return the variant for this many players.

    Args:
        game: the variant that the options choose.
        players: how many there are.
        asked: the value of ``--num-players``.
        named: who the players are, for the error.

    Raises:
        ValueError: ``--num-players`` asks for another number, ``--rules`` for another than two, or the rules do not
            allow this many.
    """
    from dataclasses import replace

    if asked not in (None, players):
        raise ValueError(f"--num-players is {asked}, but {named}: leave --num-players out, or make it {players}")
    if game.seats not in (Rules().num_players, players):
        raise ValueError(f"--rules has num_players={game.seats}, but {named}: leave it out, or make it {players}")
    return replace(game, rules=replace(game.rules, num_players=players))
