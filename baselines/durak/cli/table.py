"""``durak table``: Durak's view and analysis for the kit's command, and opponents by strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.commands.app import Program
from cardtable.commands.table import table

if TYPE_CHECKING:
    from cardtable.view import TablePlugin

LEVELS = ("random", "greedy", "smart", "minimax:depth=3,samples=30", "ismcts", "champion", "champion-search")
"""By their strength against the others; docs/results/durak.md has the table."""


def plugin() -> TablePlugin:
    """What Durak brings."""
    from baselines.durak.table.analysis import DurakAnalysis
    from cardtable.view import TablePlugin
    from durak_env.table.view import DurakView

    return TablePlugin(DurakView(), DurakAnalysis(), LEVELS)


def add_table(program: Program) -> None:
    """Add the command."""
    program.add(table, plugin=plugin)
