"""Tree searches as agents that can explain their choices, by reading the memory that a search leaves."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np

from baselines.search.analysis import Analysis, CompiledAnalyst, Considered
from baselines.search.memory import LAYOUT
from cardkit.compiled.protocol import Search, Stream
from cardkit.statistics.intervals import wilson
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.information import InformationSet

CONFIDENCE = 0.95
LEAST_VISITS = 10  # of a node in the line
GROWTH, SHORTEST = 4, 250  # of searches that grow, in simulations


class SearchAgent(CompiledAnalyst):
    """A compiled agent whose memory is laid out by `baselines.search.memory`."""

    def growing(self) -> list[SearchAgent]:
        """Agents that search as this one does, each four times as long as the one before; this one is the last."""
        search = LAYOUT.search(self.memory)
        limits = [] if search.ticks else [int(search.limit)]
        while limits and limits[0] >= GROWTH * SHORTEST:
            limits.insert(0, limits[0] // GROWTH)
        return [*map(self._limited, limits[:-1]), self]

    def _limited(self, limit: int) -> SearchAgent:
        twin = copy(self)
        twin.memory = self.memory.copy()
        LAYOUT.search(twin.memory).limit = limit
        return twin

    def explain(
        self, info: InformationSet, chosen: int, memory: np.ndarray, stream: Stream, known: dict[int, float]
    ) -> Analysis:
        """Values, visits and intervals of all legal actions, and the line most visited.

        The intervals assume independent simulations, which is only approximately true.
        """
        search = LAYOUT.search(memory)
        considered = [self._consider(search, action, info, known) for action in info.legal_actions]
        considered.sort(key=lambda one: (one.action != chosen, -1 if one.value is None else -one.value))
        line = self._line(memory, chosen, info)
        return Analysis(info.rules, chosen, tuple(considered), line, int(search.simulations), int(search.deepest))

    def _consider(self, search: Search, action: int, info: InformationSet, known: dict[int, float]) -> Considered:
        slot = int(slots_of_actions(info.rules)[action])
        points, visits = float(search.tally_points[slot]), int(search.tally_visits[slot])
        votes = int(search.votes[slot]) if search.votes.sum() > 1 else None
        if visits == 0:
            return Considered(action, known.get(slot), 0, None, votes)
        return Considered(action, points / visits, visits, wilson(points, visits, CONFIDENCE), votes)

    def _line(self, memory: np.ndarray, chosen: int, info: InformationSet) -> tuple[int, ...]:
        """The chosen action; with a single tree, the most visited actions after it follow."""
        line = [chosen]
        if LAYOUT.search(memory).votes.sum() != 1:
            return (chosen,)
        ids = actions_of_slots(info.rules)
        nodes = LAYOUT.nodes(memory)
        children = _children(nodes, nodes[0])
        node = children[children["slot"] == slots_of_actions(info.rules)[chosen]][0]
        while node["tried"]:
            children = _children(nodes, node)
            node = children[np.argmax(children["visits"])]
            if node["visits"] < LEAST_VISITS:
                break
            if ids[node["slot"]] >= 0:
                line.append(int(ids[node["slot"]]))
        return tuple(line)


def _children(nodes: np.ndarray, node: Any) -> np.ndarray:
    return nodes[node["first"] :][: int(node["tried"]).bit_count()]
