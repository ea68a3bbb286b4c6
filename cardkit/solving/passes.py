"""The passes over a tree that equilibria and best responses share; see `cardkit.solving.tree` for the arrays."""

from __future__ import annotations

import numpy as np

from cardkit.compiled.jit import jit
from cardkit.solving.tree import CHANCE, TERMINAL


@jit
def reaches(
    parent: np.ndarray, kind: np.ndarray, arity: np.ndarray, action: np.ndarray, strategy: np.ndarray, player: int
) -> tuple[np.ndarray, np.ndarray]:
    """Compute by node the probability of the player's own actions on the way, and of all others' and of chance."""
    own, others = np.ones(len(parent), np.float64), np.ones(len(parent), np.float64)
    for node in range(1, len(parent)):
        above = parent[node]
        mine, theirs = own[above], others[above]
        if kind[above] == CHANCE:
            theirs /= arity[above]
        elif kind[above] == player:
            mine *= strategy[action[node]]
        else:
            theirs *= strategy[action[node]]
        own[node], others[node] = mine, theirs
    return own, others


@jit
def action_values(
    parent: np.ndarray,
    kind: np.ndarray,
    arity: np.ndarray,
    action: np.ndarray,
    payoff: np.ndarray,
    strategy: np.ndarray,
    others: np.ndarray,
    player: int,
) -> np.ndarray:
    """Compute by action of the player its counterfactual value, if the player plays the strategy afterwards."""
    values = np.zeros(len(parent), np.float64)
    found = np.zeros(len(strategy), np.float64)
    sign = 1.0 if player == 0 else -1.0
    for node in range(len(parent) - 1, 0, -1):
        value = sign * payoff[node] if kind[node] == TERMINAL else values[node]
        above = parent[node]
        if kind[above] == CHANCE:
            values[above] += value / arity[above]
        else:
            values[above] += strategy[action[node]] * value
            if kind[above] == player:
                found[action[node]] += others[above] * value
    return found


@jit
def node_values(
    parent: np.ndarray,
    kind: np.ndarray,
    arity: np.ndarray,
    action: np.ndarray,
    payoff: np.ndarray,
    strategy: np.ndarray,
) -> np.ndarray:
    """Compute by node the mean winnings of player 0 from there on if both follow the strategy."""
    values = np.zeros(len(parent), np.float64)
    for node in range(len(parent) - 1, -1, -1):
        if kind[node] == TERMINAL:
            values[node] = payoff[node]
        if node > 0:
            above = parent[node]
            share = 1.0 / arity[above] if kind[above] == CHANCE else strategy[action[node]]
            values[above] += share * values[node]
    return values
