"""A search of Bang! as an agent that can explain its choices."""

from __future__ import annotations

from bang_env.actions import format_action
from bang_env.compiled_agents import CompiledAgent
from bang_env.information import InformationSet
from baselines.bang.search.memory import LAYOUT
from cardkit.search.analyst import SearchAnalyst


class SearchAgent(SearchAnalyst, CompiledAgent):
    """A compiled agent whose memory is laid out by `baselines.bang.search.memory`, with one tree a choice.

    A value is the mean score of simulations, 1 where the seat's team wins. A slot is an action id, and what it
    means depends on who plays it: so the line of an analysis ends with the choice.
    """

    layout = LAYOUT

    def text_of(self, info: InformationSet, action: int) -> str:
        """Write a ply of the seat to move."""
        return format_action(action, info.rules, info.seat)
