"""Nash averaging rates agents against the equilibrium mix, which no agent beats.

Beating weak agents by a wider margin gains an agent nothing. Adding a copy of an agent changes nothing for the others.

Source: D. Balduzzi, K. Tuyls, J. Perolat, T. Graepel, "Re-evaluating evaluation", NeurIPS 2018.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

_TOLERANCE = 1e-9


@dataclass(frozen=True, eq=False)
class NashAverage:
    """The equilibrium mix of agents, and each agent's score against it.

    Attributes:
        weights: shape (agents,), non-negative, summing to 1.
        scores: expected points of each agent against the mix, shape (agents,); at most 0.5.
    """

    weights: np.ndarray
    scores: np.ndarray


def nash_average(scores: np.ndarray) -> NashAverage:
    """Find the equilibrium of the game in which two players each pick an agent, whose score against the other counts.

    If there are several equilibria, this is the one of highest entropy, which is unique.

    Args:
        scores: array (agents, agents): expected points, 0..1, of the row's agent; ``scores + scores.T`` is 1.
    """
    payoffs = scores - 0.5
    corners = _corners(payoffs)
    weights = corners.mean(axis=0)
    if np.abs(corners - weights).max() > 1e-6:
        weights = _spread(payoffs, weights)
    weights = np.where(weights < 1e-7, 0.0, weights)
    weights /= weights.sum()
    return NashAverage(weights, scores @ weights)


def _corners(payoffs: np.ndarray) -> np.ndarray:
    """Find for each agent an equilibrium that gives it the most weight; all are equal if the equilibrium is unique."""
    from scipy.optimize import linprog

    agents = len(payoffs)
    found = [
        linprog(-np.eye(agents)[agent], payoffs, np.full(agents, _TOLERANCE), np.ones((1, agents)), [1.0]).x
        for agent in range(agents)
    ]
    return np.clip(found, 0, 1)


def _spread(payoffs: np.ndarray, start: np.ndarray) -> Any:
    """Find the equilibrium of highest entropy over the agents that some equilibrium uses."""
    from scipy.optimize import minimize

    used = start > 1e-7
    left = payoffs[:, used]
    found = minimize(
        lambda weights: float(np.sum(weights * np.log(np.maximum(weights, 1e-12)))),
        start[used],
        jac=lambda weights: np.log(np.maximum(weights, 1e-12)) + 1,
        bounds=[(0, 1)] * int(used.sum()),
        constraints=[
            {"type": "eq", "fun": lambda weights: weights.sum() - 1, "jac": lambda _: np.ones(int(used.sum()))},
            {"type": "ineq", "fun": lambda weights: _TOLERANCE - left @ weights, "jac": lambda _: -left},
        ],
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    weights = np.zeros(len(payoffs))
    weights[used] = np.clip(found.x if found.success else start[used], 0, 1)
    return weights
