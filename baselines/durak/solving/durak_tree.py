"""Small games of Durak as trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from baselines.durak.endgames.solver import begin_question, endgame_memory
from baselines.durak.solving import growth
from baselines.durak.solving.deals import SMALLER, Starts, all_deals
from baselines.durak.solving.growth import ITEM, NO_SLOT, NODE, PAST, chained
from cardkit.checks import whole
from cardkit.solving.passes import node_values
from cardkit.solving.tree import CHANCE, Tree, infoset_tree
from durak_env.actions import actions_of_slots
from durak_env.core.records import STATE, State
from durak_env.information import InformationSet
from durak_env.knowledge import INFO
from durak_env.rules import Rules

MOST_NODES = 60_000_000
_CHUNK = 1 << 20
_STACK = 1 << 16
_NOTHING = np.zeros(0, np.int64), np.zeros(0, INFO), np.zeros(0, PAST)


@dataclass(frozen=True, eq=False)
class DurakTree:
    """The tree of a game of Durak.

    Attributes:
        rules: the game; the first suit is trumps, without loss of generality.
        deals: what chance deals at the root, all with the same probability.
        played_out: whether the tree goes on once the talon is empty; else games end there with their exact value.
        tree: the game as a tree.
        keys: uint64 by information set: what the player remembers; see `baselines.durak.solving.growth`.
        told: uint64 by information set: what a `durak_env.InformationSet` tells of it.
        slots: uint64 by information set: the set of its actions, in ascending order those of the tree.
    """

    rules: Rules
    deals: list[Starts]
    played_out: bool
    tree: Tree
    keys: np.ndarray
    told: np.ndarray
    slots: np.ndarray

    def knowledge(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the player's knowledge at each information set: INFO and PAST records."""
        infos, pasts = np.zeros(self.tree.infosets, INFO), np.zeros(self.tree.infosets, PAST)
        for _ in _chunks(self.rules, self.deals, self.played_out, self.tree.first_node, infos, pasts):
            pass
        return infos, pasts

    def held(self) -> np.ndarray:
        """Return the cards that each seat was dealt and drew on the way to each node: uint64 (nodes, 2), sets."""
        chunks = _chunks(self.rules, self.deals, self.played_out, *_NOTHING)
        return np.concatenate([nodes["held"] for nodes in chunks])

    def action_slots(self) -> np.ndarray:
        """Return the slot of each action of the tree: int64 by action."""
        return growth.slots_in(self.slots, self.tree.actions)

    def information_set(self, info: np.void, past: np.void) -> InformationSet:
        """Return an agent's knowledge, given the records of `knowledge`, as it is in a game."""
        actions = actions_of_slots(self.rules)
        plies = tuple((int(ply) >> 6, int(actions[ply & 63])) for ply in past["path"][: past["length"]])
        return InformationSet(info, self.rules, plies, int(past["first_trump"]))


def durak_tree(
    rules: Any,
    played_out: bool = False,
    most_nodes: int = MOST_NODES,
    progress: Callable[[int], None] | None = None,
    deals: list[Starts] | None = None,
) -> DurakTree:
    """Grow the tree of a game.

    Args:
        rules: of two seats, without transfers; as `durak_env.Rules.of` takes them.
        played_out: whether to go on once the talon is empty, though the best play is known from there on. Agents that
            err there need it.
        most_nodes: larger trees are refused; at most 2**31 - 1.
        progress: called with the number of nodes so far.
        deals: those below the root; None: all. The tree of some is the game of players who know that it is one of them.

    Raises:
        ValueError: as `all_deals` does, the tree is too large, or ``most_nodes`` is out of range.
    """
    whole("most_nodes", most_nodes, 1, 2**31 - 1, MOST_NODES)
    rules = Rules.of(rules)
    deals = all_deals(rules) if deals is None else deals
    columns = []
    total = 0
    for nodes in _chunks(rules, deals, played_out, *_NOTHING):
        total += len(nodes)
        if total > most_nodes:
            raise ValueError(
                f"the tree has more than {most_nodes:,} nodes: {SMALLER}; `durak solve` takes larger trees by "
                "--most-nodes, and by --walks it samples games with the tree of one dealt hand at a time"
            )
        decisions = nodes[nodes["kind"] < CHANCE]
        parts = [np.ascontiguousarray(nodes[name]) for name in ("parent", "branch", "arity", "kind", "payoff")]
        columns.append([*parts, *(np.ascontiguousarray(decisions[name]) for name in ("key", "told", "slots"))])
        if progress is not None:
            progress(total)
    parent, branch, arity, kind, payoff, key, told, slots = (
        np.concatenate(parts) for parts in zip(*columns, strict=True)
    )
    tree = infoset_tree(parent, kind, arity, branch, payoff, key)
    first = np.searchsorted(np.flatnonzero(kind < CHANCE), tree.first_node)
    return DurakTree(rules, deals, played_out, tree, key[first], told[first], slots[first])


def first_attacker_value(game: DurakTree, strategy: np.ndarray) -> float:
    """Compute the first attacker's mean winnings if both follow the strategy."""
    tree = game.tree
    values = node_values(*tree.shape, tree.payoff, strategy)
    below_root = np.flatnonzero(tree.parent == 0)
    total = 0.0
    for node, starts in zip(below_root, game.deals, strict=True):
        places = [node] if len(starts) == 1 else np.flatnonzero(tree.parent[node:] == node) + node
        signs = [1 if start["attacker"] == 0 else -1 for start in starts]
        total += np.mean(signs * values[places])
    return float(total / len(below_root))


def _chunks(
    rules: Rules,
    deals: list[Starts],
    played_out: bool,
    wanted: np.ndarray,
    infos: np.ndarray,
    pasts: np.ndarray,
) -> Iterator[np.ndarray]:
    """Yield the nodes in order, as arrays of NODE; fill ``infos`` and ``pasts`` for the wanted ones."""
    items, states = np.zeros(_STACK, ITEM), np.zeros(_STACK, STATE)
    endgames = endgame_memory(cards=0)
    begin_question(deals[0][0], endgames, 1, 0)
    yield _chance_node(-1, 0, len(deals), (0, 0))
    first, given = 1, 0
    for branch, starts in enumerate(deals):
        parent = 0
        if len(starts) > 1:
            yield _chance_node(0, branch, len(starts), starts[0]["hands"])
            parent, first = first, first + 1
        for number, start in enumerate(starts):
            top = _begin(items, states, start, parent, number if parent else branch)
            while top > 0:
                nodes = np.zeros(_CHUNK, NODE)
                top, made, given, stopped = growth.grow(
                    items, states, top, nodes, first, played_out, endgames, wanted, infos, pasts, given
                )
                if stopped != growth.ROOM:
                    raise ValueError(f"the game of {rules} is too large for a tree: {SMALLER}")
                yield nodes[:made]
                first += made


def _chance_node(parent: int, branch: int, arity: int, held: Sequence[int]) -> np.ndarray:
    node = np.zeros(1, NODE)
    node["parent"], node["branch"], node["arity"], node["kind"] = parent, branch, arity, CHANCE
    node["held"] = held
    return node


def _begin(items: np.ndarray, states: np.ndarray, state: State, parent: int, branch: int) -> int:
    """Put a deal on the empty stack; return its size."""
    states[0], items[0] = state, np.zeros((), ITEM)
    item = items[0]
    item["plies"] = chained(np.uint64(state["trump_card"]), np.uint64(state["attacker"]))
    for seat in range(2):
        hand = np.uint64(state["hands"][seat])
        item["order"][seat], item["held"][seat] = chained(np.uint64(0), hand), hand
    item["parent"], item["branch"], item["slot"] = parent, branch, NO_SLOT
    return 1
