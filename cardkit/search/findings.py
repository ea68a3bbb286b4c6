"""Results of a search, read from its memory: values, visits and intervals of actions, the line expected, the tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Protocol, TypeVar

import numpy as np

from cardkit.compiled.protocol import mover, step
from cardkit.compiled.slots import as_int
from cardkit.notation.analysis import Finding
from cardkit.notation.search_tree import CHANCE, Branch, Cut, SearchTree
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


Texts = Callable[[Sequence[int]], Sequence[str | None]]
"""Gives the texts of plies along a path of slots from the root, None for an event, as far as slots tell them."""


def tree_of(layout: SearchMemory, info: np.dtype[Any], memory: np.ndarray, cut: Cut, texts: Texts) -> SearchTree:
    """So much of the last tree in a search's memory.

    Args:
        layout: of the memory.
        info: the dtype of the INFO record that the choice was made from.
        memory: as the choice left it.
        cut: how much of the tree is shown.
        texts: of the plies.
    """
    below = _below(layout.nodes(memory), 0, (), layout.root(memory, info), cut, texts)
    return SearchTree.of(int(layout.search(memory).votes.sum()), cut, *below)


def _below(
    nodes: np.ndarray, number: int, path: tuple[int, ...], state: Any, cut: Cut, texts: Texts
) -> tuple[tuple[Branch, ...], int]:
    """Return the branches below a node, most visited first, and the number left out; ``state`` may be unknown."""
    if len(path) == cut.depth:
        return (), 0
    first = int(nodes[number]["first"])
    places = [first + place for place in range(as_int(nodes[number]["tried"]).bit_count())]
    shown = [place for place in places if nodes[place]["visits"] >= cut.visits]
    branches = []
    for place in sorted(shown, key=lambda one: -int(nodes[one]["visits"])):
        node, along = nodes[place], (*path, int(nodes[place]["slot"]))
        told = texts(along)
        if len(told) < len(along):
            return (), 0
        after = None if state is None else _after(state, along[-1])
        seat = None if state is None else int(mover(state))
        value, visits = float(node["points"] / node["visits"]), int(node["visits"])
        rest = _below(nodes, place, along, after, cut, texts)
        branches.append(Branch(told[-1] or CHANCE, seat, value, visits, *rest))
    return tuple(branches), len(places) - len(shown)


def _after(state: Any, slot: int) -> Any:
    after = state.copy()
    step(after, slot)
    return after
