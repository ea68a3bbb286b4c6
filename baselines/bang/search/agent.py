"""A search of Bang! as an agent that can explain its choices."""

from __future__ import annotations

from collections.abc import Sequence

from bang_env.compiled_agents import CompiledAgent
from bang_env.information import InformationSet
from bang_env.rules import NUM_ACTIONS
from baselines.bang.search.memory import LAYOUT
from cardkit.search.analyst import SearchAnalyst


class SearchAgent(SearchAnalyst, CompiledAgent):
    """A compiled agent whose memory is laid out by `baselines.bang.search.memory`, with one tree a choice.

    A value is the share of simulations that the seat's team wins. A slot is an action id.
    """

    layout = LAYOUT

    def slot_of(self, info: InformationSet, action: int) -> int:
        """The action itself."""
        return action

    def actions_after(self, info: InformationSet, slots: Sequence[int]) -> list[int]:
        """The actions themselves; other slots tell what chance shows with a ply."""
        return [slot for slot in slots if slot < NUM_ACTIONS]
