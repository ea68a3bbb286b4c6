"""Tree searches as agents that can explain their choices, by reading the memory that a search leaves."""

from __future__ import annotations

import numpy as np

from baselines.durak.search.analysis import Analysis, CompiledAnalyst, Considered
from baselines.durak.search.memory import LAYOUT
from cardkit.compiled.protocol import Search, Stream
from cardkit.search.findings import expected_slots, finding, growing_agents
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.information import InformationSet


class SearchAgent(CompiledAnalyst):
    """A compiled agent whose memory is laid out by `baselines.durak.search.memory`."""

    def growing(self) -> list[SearchAgent]:
        """Agents that search as this one does, each four times as long as the one before; this one is the last."""
        return growing_agents(LAYOUT, self)

    def explain(
        self, info: InformationSet, chosen: int, memory: np.ndarray, stream: Stream, known: dict[int, float]
    ) -> Analysis:
        """Values, visits and intervals of all legal actions, and the line most visited."""
        search = LAYOUT.search(memory)
        considered = [self._consider(search, action, info, known) for action in info.legal_actions]
        considered.sort(key=lambda one: (one.action != chosen, -1 if one.value is None else -one.value))
        line = self._line(memory, chosen, info)
        return Analysis(info.rules, chosen, tuple(considered), line, int(search.simulations), int(search.deepest))

    def _consider(self, search: Search, action: int, info: InformationSet, known: dict[int, float]) -> Considered:
        slot = int(slots_of_actions(info.rules)[action])
        found = finding(search, slot)
        value = known.get(slot) if found.value is None else found.value
        return Considered(action, value, found.visits, found.interval, found.votes)

    def _line(self, memory: np.ndarray, chosen: int, info: InformationSet) -> tuple[int, ...]:
        """The chosen action; with a single tree, the most visited actions after it follow."""
        ids = actions_of_slots(info.rules)
        slots = expected_slots(LAYOUT, memory, int(slots_of_actions(info.rules)[chosen]))
        return (chosen, *(int(ids[slot]) for slot in slots if ids[slot] >= 0))
