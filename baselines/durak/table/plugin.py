"""Durak's view and analysis for the table, and opponents by strength."""

from __future__ import annotations

from baselines.durak.table.analysis import DurakAnalysis
from baselines.durak.table.puzzles import puzzles
from cardtable.view import TablePlugin
from durak_env.table.view import DurakView

LEVELS = (
    *(f"ismcts:simulations={count}" for count in (10, 22, 55, 140, 350)),
    "champion:generation=1,temperature=0.12",
    "champion:generation=1,endgame=exact",
    "champion:generation=2",
)
"""From the weakest to the strongest, as docs/results/durak.md measures; those that search play at every table."""
PLUGIN = TablePlugin(DurakView(), DurakAnalysis(), LEVELS, puzzles=puzzles)
