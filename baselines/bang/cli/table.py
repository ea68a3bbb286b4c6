"""``bang table``: the game's view for the kit's command, and opponents by strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.commands.app import Program
from cardtable.commands.table import table

if TYPE_CHECKING:
    from cardtable.view import TablePlugin

LEVELS = ("random", "rai", "rair", "ismcts", "hai", "eai")
"""By their strength against the others."""


def plugin() -> TablePlugin:
    """What Bang! brings."""
    from bang_env.table.view import BangView
    from cardtable.view import TablePlugin

    return TablePlugin(BangView(), None, LEVELS)


def add_table(program: Program) -> None:
    """Add the command."""
    program.add(table, plugin=plugin)
