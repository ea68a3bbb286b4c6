"""The options that choose the variant of Bang!."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bang_env.rules import Rules
from cardkit.commands.composition import composed
from cardkit.commands.rule_options import rule_options

if TYPE_CHECKING:
    from bang_env.bang import Bang


OpenWorld = Annotated[bool, typer.Option("--open-world", help="Let the agents see all roles and cards.")]


def _variant(
    rules: Rules,
    open_world: OpenWorld = False,
    lineup: Annotated[
        str,
        typer.Option(help="What the agents play: teams, as the deal draws them, or seats, whose teams are then mixed."),
    ] = "teams",
) -> Bang:
    """Return the variant that the options choose."""
    from bang_env.bang import Bang

    return Bang(rules, open_world, lineup=lineup)


def _with_a_person(rules: Rules, open_world: OpenWorld = False) -> Bang:
    """Return the variant in which a person plays: each player has a seat."""
    return _variant(rules, open_world, "seats")


rules = rule_options(Rules)
"""The rules that the options choose."""
variant = composed(_variant, {"rules": rules}, lambda name, said: said)
"""The variant that the options choose: the rules, the world, and what an agent plays."""
variant_with_a_person = composed(_with_a_person, {"rules": rules}, lambda name, said: said)
"""Make the variant for a game with a person, in which all play seats."""
