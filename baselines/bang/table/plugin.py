"""Bang!'s view and analysis for the table, and opponents by strength."""

from __future__ import annotations

from bang_env.table.view import BangView
from cardtable.analyses.by_search import SearchAnalysis
from cardtable.view import TablePlugin

LEVELS = ("random", "rai", "rair", "hai", "eai", "ismcts")
"""The agents by their strength against the others."""
SLOWER = 2.0  # a shot, its answer and a life lost are three plies to follow
PLUGIN = TablePlugin(BangView(), SearchAnalysis(), LEVELS, SLOWER)
