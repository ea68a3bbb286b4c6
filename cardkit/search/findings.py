"""Results of a search, read from its memory: values, visits and intervals of actions, and the principal variation."""

from __future__ import annotations

from copy import copy
from typing import Any, Protocol, TypeVar

import numpy as np

from cardkit.compiled.slots import as_int
from cardkit.notation.analysis import Finding
from cardkit.search.memory import Search, SearchMemory
from cardkit.statistics.intervals import wilson

CONFIDENCE = 0.95
LEAST_VISITS = 10  # of a node in the line
GROWTH, SHORTEST = 4, 250  # of searches that grow, in simulations


class _Searching(Protocol):
    memory: np.ndarray


Searching = TypeVar("Searching", bound=_Searching)
"""An agent with the memory of a search."""


def finding(search: Search, slot: int) -> Finding:
    """Read a SEARCH record's finding about the action in a slot.

    The interval is that of independent simulations, which they are only approximately.
    """
    points, visits = float(search.tally_points[slot]), int(search.tally_visits[slot])
    votes = int(search.votes[slot]) if search.votes.sum() > 1 else None
    if visits == 0:
        return Finding(None, 0, votes=votes)
    return Finding(points / visits, visits, wilson(points, visits, CONFIDENCE), votes)


def expected_slots(layout: SearchMemory, memory: np.ndarray, slot: int) -> list[int]:
    """Return the slots that a search expects after an action of the root: those most visited in a single tree."""
    if layout.search(memory).votes.sum() != 1:
        return []
    line: list[int] = []
    nodes = layout.nodes(memory)
    children = _children(nodes, nodes[0])
    node = children[children["slot"] == slot][0]
    while as_int(node["tried"]):
        children = _children(nodes, node)
        node = children[np.argmax(children["visits"])]
        if node["visits"] < LEAST_VISITS:
            break
        line.append(int(node["slot"]))
    return line


def growing_agents(layout: SearchMemory, agent: Searching) -> list[Searching]:
    """Make agents that search as this one does, each four times as long as the last; the given one ends the list."""
    search = layout.search(agent.memory)
    limits = [] if search.ticks else [int(search.limit)]
    while limits and limits[0] >= GROWTH * SHORTEST:
        limits.insert(0, limits[0] // GROWTH)
    return [*(_limited(layout, agent, limit) for limit in limits[:-1]), agent]


def _limited(layout: SearchMemory, agent: Searching, limit: int) -> Searching:
    twin = copy(agent)
    twin.memory = agent.memory.copy()
    layout.search(twin.memory).limit = limit
    return twin


def _children(nodes: np.ndarray, node: Any) -> np.ndarray:
    return nodes[node["first"] :][: as_int(node["tried"]).bit_count()]
