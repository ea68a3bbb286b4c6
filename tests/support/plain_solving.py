"""Best responses and equilibria of trees by other means: plain recursion, and linear programming."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack

from cardkit.solving.tree import CHANCE, TERMINAL, Tree


def infoset_of(tree: Tree, node: int, children: dict[int, list[int]]) -> int:
    """Return the information set of a decision node."""
    return int(np.searchsorted(tree.first_action, tree.action[children[node][0]], side="right")) - 1


def children_of(tree: Tree) -> dict[int, list[int]]:
    """Return the children of each node."""
    children = defaultdict(list)
    for node in range(1, tree.nodes):
        children[int(tree.parent[node])].append(node)
    return children


def plain_response_value(tree: Tree, strategy: np.ndarray, player: int) -> float:
    """Compute the gain of a best response, by recursion over information sets with their nodes and weights."""
    children = children_of(tree)

    def value(weighted: list[tuple[int, float]]) -> float:
        """Return the value of all nodes of a level of the player's knowledge; they may belong to several sets."""
        total, sets = 0.0, defaultdict(list)
        while weighted:
            node, weight = weighted.pop()
            if tree.kind[node] == TERMINAL:
                total += weight * float(tree.payoff[node]) * (1 if player == 0 else -1)
            elif tree.kind[node] == player:
                sets[infoset_of(tree, node, children)].append((node, weight))
            else:
                for child in children[node]:
                    chance = tree.kind[node] == CHANCE
                    share = float(1 / tree.arity[node] if chance else strategy[tree.action[child]])
                    if share > 0:
                        weighted.append((child, weight * share))
        for nodes in sets.values():
            choices = len(children[nodes[0][0]])
            total += max(
                value([(children[node][choice], weight) for node, weight in nodes]) for choice in range(choices)
            )
        return total

    return value([(0, 1.0)])


def value_by_linear_program(tree: Tree) -> float:
    """Compute the value of the game for player 0, by the linear program in sequence form.

    Source: D. Koller, N. Megiddo, B. von Stengel, "Fast algorithms for finding randomized strategies in game trees",
    STOC 1994. Sequence 0 is the empty one; action a of a player has a number of its own among its player's.
    """
    children = children_of(tree)
    number = np.zeros(tree.actions, np.int64)
    sizes = [1, 1]
    owners = np.repeat(tree.player, np.diff(tree.first_action))
    for action, owner in enumerate(owners):
        number[action] = sizes[owner]
        sizes[owner] += 1
    before: dict[int, int] = {}
    payoffs: dict[tuple[int, int], float] = defaultdict(float)
    stack = [(0, (0, 0), 1.0)]
    while stack:
        node, sequences, weight = stack.pop()
        kind = tree.kind[node]
        if kind == TERMINAL:
            payoffs[sequences] += weight * float(tree.payoff[node])
        elif kind < CHANCE:
            before[infoset_of(tree, node, children)] = sequences[kind]
        for child in children.get(node, ()):
            if kind == CHANCE:
                stack.append((child, sequences, weight / tree.arity[node]))
            else:
                own = int(number[tree.action[child]])
                stack.append((child, (own, sequences[1]) if kind == 0 else (sequences[0], own), weight))
    constraints = [_constraints(tree, player, number, sizes[player], before) for player in (0, 1)]
    rows, columns, values = zip(*((one, other, value) for (one, other), value in payoffs.items()), strict=True)
    payoff = coo_array((values, (rows, columns)), shape=tuple(sizes)).tocsr()
    own, other = constraints
    # maximize p with: other.T p <= payoff.T x, own x = e, x >= 0
    variables = sizes[0] + other.shape[0]
    goal = np.zeros(variables)
    goal[sizes[0]] = -1
    upper = hstack([-payoff.T, other.T]).tocsr()
    equal = hstack([own, coo_array((own.shape[0], other.shape[0]))]).tocsr()
    one = np.zeros(own.shape[0])
    one[0] = 1
    bounds = [(0, None)] * sizes[0] + [(None, None)] * other.shape[0]
    return -float(linprog(goal, upper, np.zeros(sizes[1]), equal, one, bounds, "highs").fun)


def _constraints(tree: Tree, player: int, number: np.ndarray, size: int, before: dict[int, int]) -> Any:
    """Return a row for the empty sequence, of weight 1, and one for each set: its actions share its own weight."""
    rows, columns, values = [0], [0], [1.0]
    sets = [infoset for infoset in np.flatnonzero(tree.player == player).tolist() if infoset in before]
    for row, infoset in enumerate(sets, 1):
        rows.append(row)
        columns.append(before[infoset])
        values.append(-1.0)
        for action in range(tree.first_action[infoset], tree.first_action[infoset + 1]):
            rows.append(row)
            columns.append(int(number[action]))
            values.append(1.0)
    return coo_array((values, (rows, columns)), shape=(len(sets) + 1, size))
