"""Tree searches as agents that can be asked for their reasons: what a search left in its memory, read for people."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from baselines.endgames.solver import move_values
from baselines.search.analysis import Analysis, CompiledAnalyst, Considered
from baselines.search.memory import LAYOUT
from cardkit.compiled.call import players
from cardkit.statistics.intervals import wilson
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.information import InformationSet

CONFIDENCE = 0.95
LEAST_VISITS = 10  # of a node, to go into the line


class SearchAgent(CompiledAnalyst):
    """A compiled agent whose memory is that of `baselines.search.memory`."""

    def analyse_from(self, info: InformationSet, stream: Any) -> Analysis:
        """Values, visits and intervals of all legal actions, and the line most visited.

        Actions that an exact endgame leaves out have no visits, and the value that they surely have.
        The intervals take the simulations for independent, which they are not quite.
        """
        players([self], [self.memory])  # compiles the choice before the clock runs
        began = time.perf_counter()
        chosen = self.act_from(info, stream)
        seconds = time.perf_counter() - began
        search = LAYOUT.search(self.memory)
        exact = self._exact_values(search, info)
        considered = [self._consider(search, action, info, exact) for action in info.legal_actions]
        considered.sort(key=lambda one: (one.action != chosen, -1 if one.value is None else -one.value))
        line, depth = self._line(search, chosen, info), int(search.deepest)
        return Analysis(info.rules, chosen, tuple(considered), line, int(search.simulations), depth, seconds)

    def _exact_values(self, search: Any, info: InformationSet) -> dict[int, float]:
        """By slot, the scores of the legal actions of an endgame that the agent has solved before its search."""
        if search.endgame_at == 0 or info.talon_size > 0:
            return {}
        values = move_values(info.record, self.memory[search.endgame_at :])
        return {slot: 0.5 + 0.5 * value for slot, value in values.items()}

    def _consider(self, search: Any, action: int, info: InformationSet, exact: dict[int, float]) -> Considered:
        slot = int(slots_of_actions(info.rules)[action])
        points, visits = float(search.tally_points[slot]), int(search.tally_visits[slot])
        votes = int(search.votes[slot]) if search.votes.sum() > 1 else None
        if visits == 0:
            return Considered(action, exact.get(slot), 0, None, votes)
        return Considered(action, points / visits, visits, wilson(points, visits, CONFIDENCE), votes)

    def _line(self, search: Any, chosen: int, info: InformationSet) -> tuple[int, ...]:
        """The action chosen, and where there is a single tree the most visited ones from there on."""
        line = [chosen]
        if search.votes.sum() != 1:
            return (chosen,)
        ids = actions_of_slots(info.rules)
        nodes = LAYOUT.nodes(self.memory)
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
