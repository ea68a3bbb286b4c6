"""Analyses of Bang! for the table's page."""

from __future__ import annotations

from dataclasses import dataclass

from bang_env.actions import format_action
from bang_env.information import InformationSet
from cardtable.analyses.by_search import SearchAnalysis


@dataclass(frozen=True)
class BangAnalysis(SearchAnalysis):
    """How a search judges positions of Bang!; the value of an action is its mean score in the search."""

    def text(self, info: InformationSet, action: int) -> str:
        """A ply of the seat to move."""
        return format_action(action, info.rules, info.seat)
