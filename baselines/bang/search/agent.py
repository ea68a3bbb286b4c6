"""A search of Bang! as an agent that can explain its choices."""

from __future__ import annotations

from collections.abc import Sequence

from bang_env.compiled_agents import CompiledAgent
from bang_env.information import InformationSet
from baselines.bang.search.memory import LAYOUT
from cardkit.search.analyst import SearchAnalyst


class SearchAgent(SearchAnalyst, CompiledAgent):
    """A compiled agent whose memory is laid out by `baselines.bang.search.memory`, with one tree a choice.

    A value is the mean score of simulations, 1 where the seat's team wins. A slot is an action id.
    """

    layout = LAYOUT

    def slot_of(self, info: InformationSet, action: int) -> int:
        """The action itself."""
        return action

    def actions_after(self, info: InformationSet, slots: Sequence[int]) -> list[int]:
        """None: what an action means depends on who plays it, which slots do not tell."""
        return []
