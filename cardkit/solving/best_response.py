"""Best responses to a strategy, and their values.

A best response maximizes at each information set, whose nodes lie anywhere in the tree. With perfect recall the player
has made the same number of choices at all of them. So the information sets are settled by that number, the last ones
first, with one pass over the tree for each.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.jit import jit
from cardkit.solving.passes import action_values, node_values, reaches
from cardkit.solving.tree import Tree


def nash_conv(tree: Tree, strategy: np.ndarray) -> float:
    """Compute the winnings of best responses to the strategy, summed over both players; 0 in an equilibrium."""
    return response_value(tree, strategy, 0) + response_value(tree, strategy, 1)


def response_value(tree: Tree, strategy: np.ndarray, player: int) -> float:
    """Compute the winnings of the player's best response if the other player follows the strategy."""
    return value(tree, best_response(tree, strategy, player), player)


def value(tree: Tree, strategy: np.ndarray, player: int = 0) -> float:
    """Compute the player's mean winnings if both follow the strategy."""
    won = float(node_values(*tree.shape, tree.payoff, strategy)[0])
    return won if player == 0 else -won


def mean_value(tree: Tree, strategy: np.ndarray, other: np.ndarray) -> float:
    """Compute the winnings of a strategy against another, the mean over both seats."""
    return sum(value(tree, joined(tree, strategy, other, player), player) for player in (0, 1)) / 2


def joined(tree: Tree, own: np.ndarray, other: np.ndarray, player: int) -> np.ndarray:
    """Make the strategy in which ``player`` follows ``own`` and the other player ``other``."""
    mine = np.repeat(tree.player == player, np.diff(tree.first_action))
    return np.where(mine, own, other)


def best_response(tree: Tree, strategy: np.ndarray, player: int) -> np.ndarray:
    """Replace the player's part of the strategy by a best response, which always plays one action.

    The first action of equals is played; so is the first where the other player never lets the player come.
    """
    answer = np.array(strategy, np.float64)
    depth = _choices_before(tree.parent, tree.kind, player)
    settled_at = depth[tree.first_node]
    settled_at[tree.player != player] = -1
    _, others = reaches(*tree.shape, answer, player)
    for level in range(int(settled_at.max(initial=-1)), -1, -1):
        gains = action_values(*tree.shape, tree.payoff, answer, others, player)
        _settle(tree.first_action, np.flatnonzero(settled_at == level), gains, answer)
    return answer


@jit
def _choices_before(parent: np.ndarray, kind: np.ndarray, player: int) -> np.ndarray:
    """Count by node the choices that the player makes on the way to it."""
    depth = np.zeros(len(parent), np.int32)
    for node in range(1, len(parent)):
        above = parent[node]
        depth[node] = depth[above] + (kind[above] == player)
    return depth


@jit
def _settle(first_action: np.ndarray, infosets: np.ndarray, gains: np.ndarray, answer: np.ndarray) -> None:
    """Play the best action at these information sets, after which all is settled."""
    for infoset in infosets:
        begin, end = first_action[infoset], first_action[infoset + 1]
        best = begin
        for action in range(begin, end):
            answer[action] = 0.0
            if gains[action] > gains[best]:
                best = action
        answer[best] = 1.0
