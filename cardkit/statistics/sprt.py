"""When to stop a match: the generalized sequential probability ratio test on mirrored pairs. Knows no game.

The points of a pair, 0 to 2 in halves, have some unknown distribution. Of all distributions with the mean that a
hypothesis names, the likeliest is taken, so nothing need be known of draws or of how much the deal decides. The test
stops once the logarithm of the likelihood ratio leaves the bounds of Wald.

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
"""What a game of a pair brings on average, by the points of the pair."""

_UNSEEN = 1e-3  # in place of a count of 0
_HALVINGS = 45
_PAIRS_AT_ONCE = 2048


@dataclass(frozen=True)
class Sprt:
    """A test of two hypotheses on the strength of agent a.

    Attributes:
        elo0, elo1: what a is ahead by the hypotheses H0 and H1: its expected score is ``1 / (1 + 10 ** (-elo / 400))``.
        alpha: the chance to accept H1 where H0 holds.
        beta: the chance to accept H0 where H1 holds.

    Raises:
        ValueError: elo0 is not below elo1, or a chance is not between 0 and 0.5.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(
                f"of a test's hypotheses elo0 is below elo1, such as 0 and 10; got {self.elo0}, {self.elo1}"
            )
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise ValueError(f"{name} is a chance between 0 and 0.5, such as 0.05; got {chance}")

    @property
    def bounds(self) -> tuple[float, float]:
        """H0 is accepted at or below the first, H1 at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratios(self, counts: np.ndarray) -> np.ndarray:
        """The logarithm of the likelihood ratio of H1 to H0.

        Args:
            counts: array (..., 5), the number of pairs by their points.

        Returns:
            Array of the shape of ``counts`` without its last axis.
        """
        seen = np.where(counts > 0, counts, _UNSEEN).astype(float)
        likeliest = [np.log1p(_tilt(seen, _score(elo)) * (POINTS - _score(elo))) for elo in (self.elo0, self.elo1)]
        return np.sum(seen * (likeliest[0] - likeliest[1]), axis=-1)

    def decide(self, counts: np.ndarray) -> str | None:
        """The hypothesis that the counts (array (5,)) lead to accept: ``"H0"`` or ``"H1"``; None while undecided."""
        ratio, (lower, upper) = float(self.ratios(counts)), self.bounds
        return "H0" if ratio <= lower else "H1" if ratio >= upper else None


class SprtWatch:
    """Watches a match: fed with the pairs as they are played, in any order, it judges them in theirs.

    Attributes:
        decided_at: the number of pairs with which the test is decided; None while it is not.
    """

    def __init__(self, sprt: Sprt) -> None:
        self.decided_at: int | None = None
        self._sprt, self._counts, self._judged = sprt, np.zeros(5, np.int64), 0
        self._waiting: dict[int, np.ndarray] = {}

    def note(self, first: int, points: np.ndarray) -> None:
        """Take note of pairs from the number ``first`` on; ``points`` holds 0 to 4 half points of each."""
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
    """The x for which the frequencies, each divided by 1 + x (its points - mean), have this mean; by bisection."""
    lead = POINTS - mean
    low, high = np.full(seen.shape[:-1], -1 / (1 - mean)), np.full(seen.shape[:-1], 1 / mean)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = np.sum(seen * lead / (1 + middle[..., None] * lead), axis=-1) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return ((low + high) / 2)[..., None]
