"""The tree of a game for two players as flat arrays; it knows no game.

Nodes stand in preorder, so a parent precedes its children. One pass forwards computes reach probabilities, one pass
backwards values::

    parent | -1  0  0  2  2 ...      the node above; -1 for the root
    kind   |  CHANCE  TERMINAL  0  TERMINAL  TERMINAL ...      who moves, or what the node is
    arity  |  2  0  2  0  0 ...      number of children
    action | -1 -1 -1  0  1 ...      the action that leads here; -1 at the root and after chance
    payoff |  0  1  0 -1  0 ...      of a terminal node for player 0; player 1 gets its negative

A chance node's children are equally probable. An action belongs to an information set: those of set i have the numbers
``first_action[i]`` to ``first_action[i + 1] - 1``, in the same order at all its nodes. A strategy is an array of
probabilities by action. The players have perfect recall.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

CHANCE = 2
TERMINAL = 3


@dataclass(frozen=True, eq=False)
class Tree:
    """A game of two players whose payoffs sum to zero.

    Attributes:
        parent: int32 by node.
        kind: uint8 by node: 0 or 1 for the player to move, `CHANCE`, or `TERMINAL`.
        arity: uint16 by node.
        action: int32 by node.
        payoff: float32 by node.
        first_action: int64, one more than there are information sets.
        first_node: int64 by information set: its first node.
    """

    parent: np.ndarray
    kind: np.ndarray
    arity: np.ndarray
    action: np.ndarray
    payoff: np.ndarray
    first_action: np.ndarray
    first_node: np.ndarray

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.parent)

    @property
    def infosets(self) -> int:
        """The number of information sets, of both players together."""
        return len(self.first_node)

    @property
    def actions(self) -> int:
        """The number of actions, summed over the information sets."""
        return int(self.first_action[-1])

    @cached_property
    def player(self) -> np.ndarray:
        """The player of each information set: uint8."""
        return self.kind[self.first_node]

    @property
    def shape(self) -> tuple[np.ndarray, ...]:
        """The arrays that compiled passes take: parent, kind, arity, action."""
        return self.parent, self.kind, self.arity, self.action

    def uniform(self) -> np.ndarray:
        """Return the strategy that plays all actions of an information set with the same probability."""
        sizes = np.diff(self.first_action)
        return np.repeat(1.0 / sizes, sizes)


def infoset_tree(
    parent: np.ndarray, kind: np.ndarray, arity: np.ndarray, branch: np.ndarray, payoff: np.ndarray, keys: np.ndarray
) -> Tree:
    """Make a tree whose information sets are given by keys.

    Args:
        parent, kind, arity, payoff: as in `Tree`.
        branch: by node, which child of its parent it is.
        keys: uint64 by decision node, in their order; nodes with equal keys are in one information set.

    Returns:
        The tree; its information sets are numbered in the order of their first nodes, so that passes over the nodes
        read memory nearly in order, which takes a third of the time.

    Raises:
        RuntimeError: nodes with equal keys differ in their actions or players.
    """
    decisions = np.flatnonzero(kind < CHANCE)
    _, first, found = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty(len(order), np.int32)
    number[order] = np.arange(len(order), dtype=np.int32)
    infosets, first = number[found], first[order]
    if np.any(arity[decisions] != arity[decisions[first]][infosets]) or np.any(
        kind[decisions] != kind[decisions[first]][infosets]
    ):
        raise RuntimeError("nodes of one information set differ in their actions or players")
    first_action = np.concatenate([[0], np.cumsum(arity[decisions[first]], dtype=np.int64)])
    begin = np.zeros(len(parent), np.int32)
    begin[decisions] = first_action[infosets]
    action = np.where(kind[parent] < CHANCE, begin[parent] + branch, -1).astype(np.int32)
    action[0] = -1
    return Tree(parent, kind, arity, action, payoff.astype(np.float32), first_action, decisions[first])
