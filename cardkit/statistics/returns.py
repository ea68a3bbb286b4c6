"""Facts that returns tell of agents: who wins, who comes first, their places, their leads over others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def winners(returns: np.ndarray) -> np.ndarray:
    """Return who wins, bool array (..., agents): their return is the highest, and not all are equal.

    Several may win. Where all have the same, nobody does.
    """
    return (returns == returns.max(axis=-1, keepdims=True)) & (returns > returns.min(axis=-1, keepdims=True))


def places(returns: np.ndarray) -> np.ndarray:
    """Return the place of each agent by return, 1 for the first; equal agents share the mean of their places.

    Args:
        returns: array (games, agents).
    """
    below = returns[:, :, None] < returns[:, None, :]
    equal = returns[:, :, None] == returns[:, None, :]
    return 1 + below.sum(axis=2) + (equal.sum(axis=2) - 1) / 2


def first_places(returns: np.ndarray) -> np.ndarray:
    """Return the share of each agent, array (games, agents), in the first place, which is 1 in each game."""
    first = returns == returns.max(axis=1, keepdims=True)
    return first / first.sum(axis=1, keepdims=True)


def leads(returns: np.ndarray, names: Sequence[str]) -> np.ndarray:
    """Return each agent's lead over the mean of agents with other names, array (games, agents); 0 if there are none."""
    returns = returns.astype(float)
    found = np.zeros_like(returns)
    for place, name in enumerate(names):
        others = [other for other, one in enumerate(names) if one != name]
        if others:
            found[:, place] = returns[:, place] - returns[:, others].mean(axis=1)
    return found
