"""A leak auditor for games with hidden information: four rules, each finding with a pair of histories as its proof.

Designers of games, and of wrappers, run it to find two faults: a player sees hidden information, or his legal actions
depend on something that he never sees. Silence is no proof: it knows only the pairs that it has compared, which a
report counts by phase, and sees nothing that all channels tell alike.
"""

from cardkit.audit.exchange import Table, audit_exchange
from cardkit.audit.hidden_cards import AttributeCell, ListCell, SlotCell, cells_of, slot_cells
from cardkit.audit.kit_games import audit_game
from cardkit.audit.openspiel import audit_openspiel
from cardkit.audit.report import Finding, Report

__all__ = [
    "AttributeCell",
    "Finding",
    "ListCell",
    "Report",
    "SlotCell",
    "Table",
    "audit_exchange",
    "audit_game",
    "audit_openspiel",
    "cells_of",
    "slot_cells",
]
