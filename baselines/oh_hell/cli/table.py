"""``oh-hell table``: the game's view and analysis for the kit's command, and opponents by strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.commands.app import Program
from cardtable.commands.table import table

if TYPE_CHECKING:
    from cardtable.view import TablePlugin

LEVELS = ("random", "informed", "informed:version=2", "monte-carlo", "ismcts")
"""By their strength against the others."""


def plugin() -> TablePlugin:
    """What Oh Hell! brings."""
    from baselines.oh_hell.table.analysis import OhHellAnalysis
    from cardtable.view import TablePlugin
    from oh_hell_env.table.view import OhHellView

    return TablePlugin(OhHellView(), OhHellAnalysis(), LEVELS)


def add_table(program: Program) -> None:
    """Add the command."""
    program.add(table, plugin=plugin)
