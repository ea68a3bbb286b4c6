"""The options that choose the variant of Oh Hell!."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.commands.composition import composed
from cardkit.commands.rule_options import rule_options
from oh_hell_env.rules import Rules

if TYPE_CHECKING:
    from oh_hell_env.oh_hell import OhHell


def _variant(
    open_world: Annotated[bool, typer.Option("--open-world", help="Let the agents see all cards.")] = False,
    *,
    rules: Rules,
) -> OhHell:
    """The variant that the options choose."""
    from oh_hell_env.oh_hell import OhHell

    return OhHell(rules, open_world)


rules = rule_options(Rules)
"""The rules that the options choose."""
variant = composed(_variant, {"rules": rules}, lambda name, said: said)
"""The variant that the options choose: the world and the rules."""
