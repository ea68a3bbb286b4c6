"""Durak's tree searches as agents that can explain their choices."""

from __future__ import annotations

from collections.abc import Sequence

from baselines.durak.search.memory import LAYOUT
from cardkit.search.analyst import SearchAnalyst
from durak_env.action_errors import action_text
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.compiled_agents import CompiledAgent
from durak_env.information import InformationSet


class SearchAgent(SearchAnalyst, CompiledAgent):
    """A compiled agent whose memory is laid out by `baselines.durak.search.memory`; a value runs from lost to won."""

    layout = LAYOUT

    def text_of(self, info: InformationSet, action: int) -> str:
        """Put an action id in words."""
        return action_text(action, info.rules)

    def slot_of(self, info: InformationSet, action: int) -> int:
        """Return the slot of an action id."""
        return int(slots_of_actions(info.rules)[action])

    def actions_along(self, info: InformationSet, slots: Sequence[int]) -> list[int | None]:
        """Return the action ids; events of chance have none."""
        ids = actions_of_slots(info.rules)
        return [int(ids[slot]) if ids[slot] >= 0 else None for slot in slots]
