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

from baselines.ratings import design_effects, t_quantile

ELO = 400 / math.log(10)
"""Elo points a nat: 400 points of difference are odds of 10 to 1."""

PRIOR_GAMES = 1.0
"""Imagined games of each pairing, a third each won, drawn, lost: they keep the rating of who never lost finite."""

FARTHEST = 2000 / ELO
"""No end of an interval is farther from its rating; of an agent that won all of few games a lead has no upper bound."""

_STEPS, _LONGEST_STEP, _LEAST_GAIN = 200, 1.0, 1e-11
_HALVINGS = 24
_POINTS = np.array([0.5, 0.0, -0.5])
"""Of the first agent of a pairing, above one half, for a win, a draw, a loss."""


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

    Args:
        pairings: int array (pairings, 2), the two agents of each; they must connect all agents.
        counts: float array (..., pairings, 3), wins, draws and losses of the first agent.
        agents: how many there are.
        prior: imagined games of each pairing; above 0.

    Returns:
        The ratings in nats, shape (..., agents), and d, shape (...).
    """
    tables = counts.reshape(-1, *counts.shape[-2:]) + prior / 3
    found = _Model(pairings, agents).climb(tables, np.zeros((len(tables), agents + 1)))
    found = found.reshape(*counts.shape[:-2], agents + 1)
    return found[..., :-1], found[..., -1]


def rate(pairings: np.ndarray, clusters: np.ndarray, agents: int, confidence: float) -> Ratings:
    """Ratings with intervals by profile likelihood; clusters are such as deals that all pairings share.

    An interval holds the ratings of an agent under which all results are not much less likely than under the best
    one, whatever the ratings of the others. How much is Student's t, squared, times the design effect: so what the
    games of a cluster have in common widens or narrows the intervals as it should.

    Sources: S. A. Murphy, A. W. van der Vaart, "On profile likelihood", JASA 95 (2000); for the design effect J. N. K.
    Rao, A. J. Scott, "On chi-squared tests for multiway contingency tables with cell proportions estimated from survey
    data", Annals of Statistics 12 (1984).

    Args:
        pairings: as in `fit`.
        clusters: float array (clusters, pairings, 3): what each cluster adds to the counts; zeros where it was not
            played.
        agents: how many there are.
        confidence: of the intervals.
    """
    model = _Model(pairings, agents)
    tables = (clusters.sum(axis=0) + PRIOR_GAMES / 3)[None]
    found = model.climb(tables, np.zeros((1, agents + 1)))
    effects = _design_effects(model, clusters, tables, found)
    reach = t_quantile(confidence, len(clusters)) * np.sqrt(effects)
    low, high = (_ends(model, tables, found, end * reach) for end in (-1, 1))
    return Ratings(ELO * found[0, :-1], ELO * low, ELO * high)


def _design_effects(model: _Model, clusters: np.ndarray, tables: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Of each agent's rating, shape (agents,)."""
    directions = np.vstack([model.centring, np.zeros(model.agents)])
    towards = np.linalg.solve(model.curvatures(tables, found)[0], directions)
    variances = (directions * towards).sum(axis=0)
    moves = model.slopes(found)[0] @ towards  # by which a result moves the ratings, (pairings, 3, agents)
    squares = (np.tensordot(clusters, moves, 2) ** 2).sum(axis=0) + PRIOR_GAMES / 3 * (moves**2).sum((0, 1))
    return design_effects(squares, variances, len(clusters))


def _ends(model: _Model, tables: np.ndarray, found: np.ndarray, reach: np.ndarray) -> np.ndarray:
    """The rating of each agent that lies ``reach`` standard deviations away by the likelihood, shape (agents,).

    The imagined games draw ratings together. So that this does not cut off the end, half the imagined loss of the agent
    itself is a win where the end is the upper one, and half the imagined win a loss where it is the lower one.
    """
    tables = np.repeat(tables, model.agents, axis=0) + np.sign(reach)[:, None, None] * model.leanings
    best = model.climb(tables, np.repeat(found, model.agents, axis=0))
    peaks, near = model.log_likelihoods(tables, best), np.diagonal(best)
    far = near + np.sign(reach) * FARTHEST
    at = best
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        at = model.climb(tables, at, middle)
        within = 2 * (peaks - model.log_likelihoods(tables, at)) < reach**2
        near, far = np.where(within, middle, near), np.where(within, far, middle)
    return near


class _Model:
    """The likelihood of tables of results; a point is the ratings, of mean 0, and d.

    Attributes:
        agents: how many there are.
        centring: array (agents, agents) that takes the mean from ratings.
        leanings: array (agents, pairings, 3): what turns half an imagined loss of each agent, spread over its pairings,
            into a win.
    """

    def __init__(self, pairings: np.ndarray, agents: int) -> None:
        self.agents = agents
        self.centring = np.eye(agents) - 1 / agents
        self._sides = sides = _sides(pairings, agents)
        self._outer = (sides[:, :, None] * sides[:, None, :]).reshape(len(sides), -1)
        shares = (sides / np.abs(sides).sum(axis=0)).T
        self.leanings = PRIOR_GAMES / 6 * shares[..., None] * np.array([1, 0, -1])

    def climb(self, tables: np.ndarray, start: np.ndarray, held: np.ndarray | None = None) -> np.ndarray:
        """The most likely points, array (tables, agents + 1); with ``held``, if the n-th agent has the n-th rating.

        The likelihood is concave; Newton's method with bounded steps finds its one maximum.
        """
        found = start.copy()
        moving = np.arange(len(tables))
        for _ in range(_STEPS):
            missing = None if held is None else held[moving] - found[moving, moving]
            step, gain = self._step(tables[moving], found[moving], moving, missing)
            found[moving] += step / np.maximum(1.0, np.abs(step).max(axis=1) / _LONGEST_STEP)[:, None]
            moving = moving[gain > _LEAST_GAIN]
            if not len(moving):
                break
        return found

    def log_likelihoods(self, tables: np.ndarray, found: np.ndarray) -> np.ndarray:
        """Of each table at its point."""
        return (tables * _log_softmax(self._weights(found))).sum(axis=(1, 2))

    def slopes(self, found: np.ndarray) -> np.ndarray:
        """What each outcome adds to the gradient, array (points, pairings, 3, agents + 1)."""
        chances = np.exp(_log_softmax(self._weights(found)))
        points = _POINTS - (chances @ _POINTS)[..., None]
        drawn = np.array([0.0, 1.0, 0.0]) - chances[..., 1:2]
        return np.concatenate([points[..., None] * self._sides[:, None, :], drawn[..., None]], axis=-1)

    def curvatures(self, tables: np.ndarray, found: np.ndarray) -> np.ndarray:
        """Minus the second derivatives, array (tables, agents + 1, agents + 1)."""
        return self._derivatives(tables, found)[1]

    def _derivatives(self, tables: np.ndarray, found: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The gradient, and minus the second derivatives with what keeps the mean at 0."""
        chances = np.exp(_log_softmax(self._weights(found)))
        games, lead = tables.sum(axis=-1), chances @ _POINTS
        gradient = np.empty_like(found)
        gradient[:, :-1] = (tables @ _POINTS - games * lead) @ self._sides
        gradient[:, -1] = (tables[..., 1] - games * chances[..., 1]).sum(axis=1)
        by_lead = games * ((chances[..., 0] + chances[..., 2]) / 4 - lead**2)
        curvature = np.empty((len(found), self.agents + 1, self.agents + 1))
        curvature[:, :-1, :-1] = (by_lead @ self._outer).reshape(-1, self.agents, self.agents) + 1 / self.agents
        curvature[:, :-1, -1] = curvature[:, -1, :-1] = -(games * lead * chances[..., 1]) @ self._sides
        curvature[:, -1, -1] = (games * chances[..., 1] * (1 - chances[..., 1])).sum(axis=1)
        return gradient, curvature

    def _step(
        self, tables: np.ndarray, found: np.ndarray, agents: np.ndarray, missing: np.ndarray | None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Newton's step, and twice what it gains; with ``missing`` to where each agent has that much more."""
        gradient, curvature = self._derivatives(tables, found)
        step = np.linalg.solve(curvature, gradient[..., None])[..., 0]
        if missing is not None:
            directions = np.zeros_like(found)
            directions[:, :-1] = self.centring[agents]
            along = np.linalg.solve(curvature, directions[..., None])[..., 0]
            rows = np.arange(len(found))
            step += along * ((missing - step[rows, agents]) / along[rows, agents])[:, None]
        return step, np.einsum("ti,tij,tj->t", step, curvature, step)

    def _weights(self, found: np.ndarray) -> np.ndarray:
        """Logarithms of what the chances of win, draw and loss are in proportion to, array (points, pairings, 3)."""
        half = found[:, :-1] @ self._sides.T / 2
        return np.stack([half, np.broadcast_to(found[:, -1:], half.shape), -half], axis=-1)


def _sides(pairings: np.ndarray, agents: int) -> np.ndarray:
    """Array (pairings, agents): +1 for the first agent of a pairing, -1 for the second."""
    sides = np.zeros((len(pairings), agents))
    rows = np.arange(len(pairings))
    sides[rows, pairings[:, 0]] = 1
    sides[rows, pairings[:, 1]] = -1
    return sides


def _log_softmax(weights: np.ndarray) -> np.ndarray:
    from_top = weights - weights.max(axis=-1, keepdims=True)
    return from_top - np.log(np.exp(from_top).sum(axis=-1, keepdims=True))
