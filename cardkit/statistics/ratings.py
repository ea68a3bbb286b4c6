"""Ratings from the results of many pairings: Davidson's extension of the Bradley-Terry model to draws. Knows no game.

Of agents with ratings r and s, measured in nats, the first wins, draws, loses with probabilities in proportion to
``exp((r - s) / 2) : exp(d) : exp((s - r) / 2)``. So the odds of win to loss are ``exp(r - s)``, and one d tells how
drawish all pairings are. What the fit knows of an agent's results are its wins plus half its draws: its score.

Sources: R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952); R. R. Davidson,
"On extending the Bradley-Terry model to accommodate ties in paired comparison experiments", JASA 65 (1970).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

ELO = 400 / math.log(10)
"""Elo points a nat: 400 points of difference are odds of 10 to 1."""

PRIOR_GAMES = 1.0
"""Imagined games of each pairing, a third each won, drawn, lost: they keep the rating of who never lost finite."""

REPLICATES = 1000
_STEPS, _LONGEST_STEP, _PRECISION = 200, 1.0, 1e-11


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings in Elo points; their mean is 0.

    Attributes:
        elo: shape (agents,).
        low, high: ends of the interval of each, shape (agents,).
    """

    elo: np.ndarray
    low: np.ndarray
    high: np.ndarray


def fit(pairings: np.ndarray, counts: np.ndarray, agents: int, prior: float = PRIOR_GAMES) -> tuple[Any, Any]:
    """The most likely ratings, of mean 0, and the most likely d; for many tables of results at once.

    The likelihood is concave; Newton's method with bounded steps finds its one maximum.

    Args:
        pairings: int array (pairings, 2), the two agents of each; they must connect all agents.
        counts: float array (..., pairings, 3), wins, draws and losses of the first agent.
        agents: how many there are.
        prior: imagined games of each pairing; above 0.

    Returns:
        The ratings in nats, shape (..., agents), and d, shape (...).
    """
    tables = counts.reshape(-1, *counts.shape[-2:]) + prior / 3
    sides = _sides(pairings, agents)
    outer = (sides[:, :, None] * sides[:, None, :]).reshape(len(sides), -1)
    found = np.zeros((len(tables), agents + 1))
    moving = np.arange(len(tables))
    for _ in range(_STEPS):
        step = _newton_step(tables[moving], found[moving], sides, outer)
        longest = np.abs(step).max(axis=1)
        found[moving] += step * np.minimum(1.0, _LONGEST_STEP / np.maximum(longest, _PRECISION))[:, None]
        moving = moving[longest > _PRECISION]
        if not len(moving):
            break
    found = found.reshape(*counts.shape[:-2], agents + 1)
    return found[..., :-1], found[..., -1]


def rate(
    pairings: np.ndarray,
    clusters: np.ndarray,
    agents: int,
    confidence: float,
    seed: int = 0,
    replicates: int = REPLICATES,
) -> Ratings:
    """Ratings with intervals by bootstrap over clusters, such as deals that all pairings share.

    Each replicate draws as many clusters as there are, with repetition, and fits anew; the interval holds the middle of
    what comes out. So what the pairings of a cluster have in common widens or narrows the intervals as it should.

    Args:
        pairings: as in `fit`.
        clusters: float array (clusters, pairings, 3): what each cluster adds to the counts; zeros where it was not
            played.
        confidence: of the intervals.
        seed: of the bootstrap.
    """
    elo = ELO * fit(pairings, clusters.sum(axis=0), agents)[0]
    size = len(clusters)
    weights = np.random.default_rng(seed).multinomial(size, np.full(size, 1 / size), size=replicates)
    drawn = (weights @ clusters.reshape(size, -1)).reshape(replicates, *clusters.shape[1:])
    replicated = ELO * fit(pairings, drawn, agents)[0]
    low, high = np.quantile(replicated, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    return Ratings(elo, low, high)


def _sides(pairings: np.ndarray, agents: int) -> np.ndarray:
    """Array (pairings, agents): +1 for the first agent of a pairing, -1 for the second."""
    sides = np.zeros((len(pairings), agents))
    rows = np.arange(len(pairings))
    sides[rows, pairings[:, 0]] = 1
    sides[rows, pairings[:, 1]] = -1
    return sides


def _newton_step(tables: np.ndarray, found: np.ndarray, sides: np.ndarray, outer: np.ndarray) -> np.ndarray:
    agents = sides.shape[1]
    half = found[:, :-1] @ sides.T / 2
    drawn = np.broadcast_to(found[:, -1:], half.shape)
    chances = _softmax(np.stack([half, drawn, -half], axis=-1))
    games, lead = tables.sum(axis=-1), (chances[..., 0] - chances[..., 2]) / 2
    gradient = np.empty_like(found)
    gradient[:, :-1] = ((tables[..., 0] - tables[..., 2]) / 2 - games * lead) @ sides
    gradient[:, -1] = (tables[..., 1] - games * chances[..., 1]).sum(axis=1)
    curvature = np.empty((len(found), agents + 1, agents + 1))
    by_lead = games * ((chances[..., 0] + chances[..., 2]) / 4 - lead**2)
    curvature[:, :-1, :-1] = (by_lead @ outer).reshape(-1, agents, agents) + 1 / agents  # the mean stays 0
    curvature[:, :-1, -1] = curvature[:, -1, :-1] = -(games * lead * chances[..., 1]) @ sides
    curvature[:, -1, -1] = (games * chances[..., 1] * (1 - chances[..., 1])).sum(axis=1)
    return np.linalg.solve(curvature, gradient[..., None])[..., 0]


def _softmax(weights: np.ndarray) -> np.ndarray:
    powers = np.exp(weights - weights.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
