"""Durak's view and analysis for the table, and opponents by strength."""

from __future__ import annotations

from baselines.durak.table.analysis import DurakAnalysis
from cardtable.view import TablePlugin
from durak_env.table.view import DurakView

LEVELS = ("random", "greedy", "smart", "minimax:depth=3,samples=30", "ismcts", "champion", "champion-search")
"""By their strength against the others; docs/results/durak.md has the table."""
PLUGIN = TablePlugin(DurakView(), DurakAnalysis(), LEVELS)
