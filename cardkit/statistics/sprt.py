"""When to stop a match: the generalized sequential probability ratio test on mirrored pairs.

The points of a pair, 0 to 2 in halves, follow an unknown distribution. For each hypothesis the test takes the most
likely distribution with the mean that the hypothesis names, so it needs no assumption about draws or about how much
the deal decides. It stops once the log likelihood ratio leaves Wald's bounds.

Sources: A. Wald, "Sequential analysis" (1947); X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test
for separate families of hypotheses", Sequential Analysis 33 (2014); the form of the likeliest distribution of a given
mean after M. Van den Bergh's note for fishtest, http://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

POINTS = np.arange(5) / 4
"""Mean points per game of a pair, indexed by the pair's half points."""

_UNSEEN = 1e-3  # stands in for a count of 0
_HALVINGS = 45
_PAIRS_AT_ONCE = 2048


@dataclass(frozen=True)
class Sprt:
    """A test of two hypotheses about the strength of agent a.

    Attributes:
        elo0, elo1: a's lead under H0 and H1; its expected score is ``1 / (1 + 10 ** (-elo / 400))``.
        alpha: probability of accepting H1 if H0 holds.
        beta: probability of accepting H0 if H1 holds.

    Raises:
        ValueError: elo0 is not below elo1, or a probability is not between 0 and 0.5.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"elo0 must be below elo1, both finite, such as 0 and 10, got {self.elo0} and {self.elo1}")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise ValueError(f"{name} must be between 0 and 0.5 (exclusive), such as 0.05, got {chance}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The test accepts H0 at or below the first bound, H1 at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratios(self, counts: np.ndarray) -> np.ndarray:
        """The log likelihood ratio of H1 to H0.

        Args:
            counts: array (..., 5), the number of pairs by their half points.

        Returns:
            Array of the shape of ``counts`` without its last axis.
        """
        seen = np.where(counts > 0, counts, _UNSEEN).astype(float)
        likeliest = [np.log1p(_tilt(seen, _score(elo)) * (POINTS - _score(elo))) for elo in (self.elo0, self.elo1)]
        return np.sum(seen * (likeliest[0] - likeliest[1]), axis=-1)

    def decide(self, counts: np.ndarray) -> str | None:
        """The accepted hypothesis, ``"H0"`` or ``"H1"``, for counts (array (5,)); None while undecided."""
        ratio, (lower, upper) = float(self.ratios(counts)), self.bounds
        return "H0" if ratio <= lower else "H1" if ratio >= upper else None


class SprtWatch:
    """Runs the test during a match. Buffers pairs that arrive out of order and tests them in order.

    Attributes:
        decided_at: number of pairs after which the test was decided; None before that.
    """

    def __init__(self, sprt: Sprt) -> None:
        self.decided_at: int | None = None
        self._sprt, self._counts, self._judged = sprt, np.zeros(5, np.int64), 0
        self._waiting: dict[int, np.ndarray] = {}

    def note(self, first: int, points: np.ndarray) -> None:
        """Add the pairs numbered from ``first``; ``points`` holds 0 to 4 half points for each."""
        self._waiting[first] = points
        while self.decided_at is None and self._judged in self._waiting:
            for some in _in_parts(self._waiting.pop(self._judged)):
                self._judge(some)

    def _judge(self, points: np.ndarray) -> None:
        counts = self._counts + np.cumsum(np.eye(5, dtype=np.int64)[points], axis=0)
        ratios, (lower, upper) = self._sprt.ratios(counts), self._sprt.bounds
        outside = (ratios <= lower) | (ratios >= upper)
        if self.decided_at is None and outside.any():
            self.decided_at = self._judged + int(outside.argmax()) + 1
        self._counts = counts[-1]
        self._judged += len(points)


def _in_parts(points: np.ndarray) -> Iterable[np.ndarray]:
    return (points[start : start + _PAIRS_AT_ONCE] for start in range(0, len(points), _PAIRS_AT_ONCE))


def _score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def _tilt(seen: np.ndarray, mean: float) -> np.ndarray:
    """The x that gives the frequencies this mean when each is divided by 1 + x (its points - mean); by bisection."""
    lead = POINTS - mean
    low, high = np.full(seen.shape[:-1], -1 / (1 - mean)), np.full(seen.shape[:-1], 1 / mean)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = np.sum(seen * lead / (1 + middle[..., None] * lead), axis=-1) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return ((low + high) / 2)[..., None]
