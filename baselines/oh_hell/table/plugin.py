"""Oh Hell!'s view and analysis for the table, and opponents by strength."""

from __future__ import annotations

from baselines.oh_hell.table.analysis import OhHellAnalysis
from cardtable.view import TablePlugin
from oh_hell_env.table.view import OhHellView

LEVELS = ("random", "informed", "informed:version=2", "monte-carlo", "ismcts")
"""The agents by their strength against the others."""
PLUGIN = TablePlugin(OhHellView(), OhHellAnalysis(), LEVELS)
