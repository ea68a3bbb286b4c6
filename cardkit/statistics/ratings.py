"""Ratings from the results of many pairings: Davidson's extension of the Bradley-Terry model to draws.

If two agents have ratings r and s in nats, the first wins, draws and loses with probabilities proportional to
``exp((r - s) / 2) : exp(d) : exp((s - r) / 2)``. So the odds of win to loss are ``exp(r - s)``. One d, shared by all
pairings, sets how often games are drawn. The fit depends on an agent's results only through its score: wins plus half
the draws.

Sources: R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952); R. R. Davidson,
"On extending the Bradley-Terry model to accommodate ties in paired comparison experiments", JASA 65 (1970).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardkit.statistics.intervals import design_effects, t_quantile

ELO = 400 / math.log(10)
"""Elo points per nat: a difference of 400 points means odds of 10 to 1."""

PRIOR_GAMES = 1.0
"""Imagined games per pairing, a third each won, drawn and lost. They keep the rating of an unbeaten agent finite."""

FARTHEST = 2000 / ELO
"""The largest distance from a rating to an end of its interval. Without it, an unbeaten agent has no upper bound."""

_STEPS, _LONGEST_STEP, _LEAST_GAIN = 200, 1.0, 1e-11
_HALVINGS = 24
_POINTS = np.array([0.5, 0.0, -0.5])
"""Points of the first agent of a pairing for a win, a draw and a loss, less one half."""


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings in Elo points, with mean 0.

    Attributes:
        elo: shape (agents,).
        low, high: ends of each agent's interval, shape (agents,).
    """

    elo: np.ndarray
    low: np.ndarray
    high: np.ndarray


def fit(pairings: np.ndarray, counts: np.ndarray, agents: int, prior: float = PRIOR_GAMES) -> tuple[Any, Any]:
    """Fit the ratings (mean 0) and d by maximum likelihood, for many tables of results at once.

    Args:
        pairings: int array (pairings, 2), the two agents of each; the pairings must connect all agents.
        counts: float array (..., pairings, 3), wins, draws and losses of the first agent.
        agents: number of agents.
        prior: imagined games per pairing; above 0.

    Returns:
        The ratings in nats, shape (..., agents), and d, shape (...).
    """
    tables = counts.reshape(-1, *counts.shape[-2:]) + prior / 3
    found = _Model(pairings, agents).climb(tables, np.zeros((len(tables), agents + 1)))
    found = found.reshape(*counts.shape[:-2], agents + 1)
    return found[..., :-1], found[..., -1]


def rate(pairings: np.ndarray, clusters: np.ndarray, agents: int, confidence: float) -> Ratings:
    """Rate agents with intervals by profile likelihood.

    Clusters are results that may depend on each other, as of a deal.

    An agent's interval holds the ratings that the results do not rule out, whatever the ratings of the others: the log
    likelihood there stays close to its maximum. Twice the allowed drop is the square of Student's t times the design
    effect, so correlation within clusters widens or narrows the interval as it should.

    Sources: S. A. Murphy, A. W. van der Vaart, "On profile likelihood", JASA 95 (2000); for the design effect J. N. K.
    Rao, A. J. Scott, "On chi-squared tests for multiway contingency tables with cell proportions estimated from survey
    data", Annals of Statistics 12 (1984).

    Args:
        pairings: as in `fit`.
        clusters: float array (clusters, pairings, 3): what each cluster adds to the counts; zeros where a pairing
            did not play it.
        agents: number of agents.
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
    """Compute the design effect of each agent's rating, shape (agents,)."""
    directions = np.vstack([model.centring, np.zeros(model.agents)])
    towards = np.linalg.solve(model.curvatures(tables, found)[0], directions)
    variances = (directions * towards).sum(axis=0)
    moves = model.slopes(found)[0] @ towards  # change of the ratings per result, (pairings, 3, agents)
    squares = (np.tensordot(clusters, moves, 2) ** 2).sum(axis=0) + PRIOR_GAMES / 3 * (moves**2).sum((0, 1))
    return design_effects(squares, variances, len(clusters))


def _ends(model: _Model, tables: np.ndarray, found: np.ndarray, reach: np.ndarray) -> np.ndarray:
    """Find for each agent the rating ``reach`` standard deviations away in likelihood, shape (agents,).

    The imagined games pull ratings together and could cut the interval short. For an upper end, half of the agent's
    imagined loss therefore counts as a win; for a lower end, half of its imagined win counts as a loss.
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
    """The likelihood of tables of results. A point is the ratings (mean 0) followed by d.

    Attributes:
        agents: number of agents.
        centring: array (agents, agents) that subtracts the mean from ratings.
        leanings: array (agents, pairings, 3): adding it turns half of an agent's imagined loss, spread over its
            pairings, into a win.
    """

    def __init__(self, pairings: np.ndarray, agents: int) -> None:
        self.agents = agents
        self.centring = np.eye(agents) - 1 / agents
        self._sides = sides = _sides(pairings, agents)
        self._outer = (sides[:, :, None] * sides[:, None, :]).reshape(len(sides), -1)
        shares = (sides / np.abs(sides).sum(axis=0)).T
        self.leanings = PRIOR_GAMES / 6 * shares[..., None] * np.array([1, 0, -1])

    def climb(self, tables: np.ndarray, start: np.ndarray, held: np.ndarray | None = None) -> np.ndarray:
        """Find the likeliest points, array (tables, agents + 1). ``held`` fixes the rating of agent n in table n.

        The likelihood is concave, so Newton's method with bounded steps finds its only maximum.
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
        """Compute the log likelihood of each table at its point."""
        return (tables * _log_softmax(self._weights(found))).sum(axis=(1, 2))

    def slopes(self, found: np.ndarray) -> np.ndarray:
        """Compute each outcome's part of the gradient, array (points, pairings, 3, agents + 1)."""
        chances = np.exp(_log_softmax(self._weights(found)))
        points = _POINTS - (chances @ _POINTS)[..., None]
        drawn = np.array([0.0, 1.0, 0.0]) - chances[..., 1:2]
        return np.concatenate([points[..., None] * self._sides[:, None, :], drawn[..., None]], axis=-1)

    def curvatures(self, tables: np.ndarray, found: np.ndarray) -> np.ndarray:
        """Compute minus the second derivatives, array (tables, agents + 1, agents + 1)."""
        return self._derivatives(tables, found)[1]

    def _derivatives(self, tables: np.ndarray, found: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Compute the gradient, and minus the second derivatives plus a term that keeps the mean at 0."""
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
        """Compute Newton's step and twice its gain. With ``missing``, the step moves each held agent by that much."""
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
        """Compute logarithms of the unnormalized probabilities of win, draw and loss, array (points, pairings, 3)."""
        half = found[:, :-1] @ self._sides.T / 2
        return np.stack([half, np.broadcast_to(found[:, -1:], half.shape), -half], axis=-1)


def _sides(pairings: np.ndarray, agents: int) -> np.ndarray:
    """Make an array (pairings, agents): +1 for the first agent of a pairing, -1 for the second."""
    sides = np.zeros((len(pairings), agents))
    rows = np.arange(len(pairings))
    sides[rows, pairings[:, 0]] = 1
    sides[rows, pairings[:, 1]] = -1
    return sides


def _log_softmax(weights: np.ndarray) -> np.ndarray:
    from_top = weights - weights.max(axis=-1, keepdims=True)
    return from_top - np.log(np.exp(from_top).sum(axis=-1, keepdims=True))
