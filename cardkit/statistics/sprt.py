"""When to stop a match: the generalized sequential probability ratio test on deals.

The worth of a deal, such as the points of a mirrored pair, 0 to 2 in halves, follows an unknown distribution. For each
hypothesis the test takes the most likely distribution with the mean that the hypothesis names, so it needs no
assumption about draws or about how much the deal decides. It stops once the log likelihood ratio leaves Wald's bounds.

Sources: A. Wald, "Sequential analysis" (1947); X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test
for separate families of hypotheses", Sequential Analysis 33 (2014); the form of the likeliest distribution of a given
mean after M. Van den Bergh's note for fishtest, http://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

POINTS = np.arange(5) / 4
"""Mean points per game of a pair, indexed by the pair's half points."""

_UNSEEN = 1e-3  # stands in for a count of 0
_HALVINGS = 45
_DEALS_AT_ONCE = 2048


class DealTest(ABC):
    """A test of two hypotheses about the mean worth of deals, which runs from 0 to 1 in equal steps.

    Attributes:
        alpha: probability of accepting H1 if H0 holds.
        beta: probability of accepting H0 if H1 holds.
    """

    alpha: float
    beta: float

    @property
    @abstractmethod
    def means(self) -> tuple[float, float]:
        """The mean under H0 and under H1."""

    @abstractmethod
    def steps(self, seats: int) -> int:
        """How many different worths a deal can have in a game of ``seats`` seats.

        Raises:
            ValueError: the test does not suit this number of seats.
        """

    @abstractmethod
    def worth(self, returns: np.ndarray) -> np.ndarray:
        """The worth of each deal in steps from 0, given the returns, array (deals, games, agents)."""

    def counts(self, returns: np.ndarray) -> np.ndarray:
        """How many deals have each worth, int array (steps,); the arguments are those of `worth`."""
        return np.bincount(self.worth(returns), minlength=self.steps(returns.shape[-1]))

    @property
    @abstractmethod
    def hypotheses(self) -> dict[str, float]:
        """What H0 and H1 say, by name."""

    @property
    @abstractmethod
    def words(self) -> tuple[str, str]:
        """What H0 and H1 say, in words."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The test accepts H0 at or below the first bound, H1 at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratios(self, counts: np.ndarray) -> np.ndarray:
        """The log likelihood ratio of H1 to H0.

        Args:
            counts: array (..., steps), the number of deals of each worth, from 0 to 1.

        Returns:
            Array of the shape of ``counts`` without its last axis.
        """
        seen = np.where(counts > 0, counts, _UNSEEN).astype(float)
        worth = _worth(counts.shape[-1])
        likeliest = [np.log1p(_tilt(seen, worth, mean) * (worth - mean)) for mean in self.means]
        return np.sum(seen * (likeliest[0] - likeliest[1]), axis=-1)

    def decide(self, counts: np.ndarray) -> str | None:
        """The accepted hypothesis, ``"H0"`` or ``"H1"``, for counts (array (steps,)); None while undecided."""
        ratio, (lower, upper) = float(self.ratios(counts)), self.bounds
        return "H0" if ratio <= lower else "H1" if ratio >= upper else None

    def _check_errors(self) -> None:
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise ValueError(f"{name} must be between 0 and 0.5 (exclusive), such as 0.05, got {chance}")


@dataclass(frozen=True)
class Sprt(DealTest):
    """A test of two hypotheses about the strength of agent a, on the points of mirrored pairs.

    Attributes:
        elo0, elo1: a's lead under H0 and H1; its expected score is ``1 / (1 + 10 ** (-elo / 400))``.
        alpha, beta: see `DealTest`.

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
        self._check_errors()

    def steps(self, seats: int) -> int:
        """The possible points of a pair: 0 to 2 in halves."""
        if seats != 2:
            raise ValueError(
                f"sprt compares two agents in a game of two seats, not of {seats}: test how often the first agent ends "
                "last, with LastRateSprt"
            )
        return len(POINTS)

    def worth(self, returns: np.ndarray) -> np.ndarray:
        """The first agent's half points in each pair."""
        return np.sign(returns[..., 0] - returns[..., 1]).sum(axis=1).astype(np.int64) + 2

    @property
    def means(self) -> tuple[float, float]:
        """The expected scores."""
        return _score(self.elo0), _score(self.elo1)

    @property
    def hypotheses(self) -> dict[str, float]:
        """The leads."""
        return {"elo0": self.elo0, "elo1": self.elo1}

    @property
    def words(self) -> tuple[str, str]:
        """The leads."""
        return f"{self.elo0:g} Elo", f"{self.elo1:g} Elo"


@dataclass(frozen=True)
class LastRateSprt(DealTest):
    """A test of two hypotheses about how often the first agent ends last, on deals played in all rotations.

    Attributes:
        rate0, rate1: the share of its games that the agent ends last under H0 and H1.
        alpha, beta: see `DealTest`.

    Raises:
        ValueError: the rates are equal, or a rate or a probability is out of range.
    """

    rate0: float
    rate1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (0 < self.rate0 < 1 and 0 < self.rate1 < 1 and self.rate0 != self.rate1):
            raise ValueError(
                "rate0 and rate1 must be different and between 0 and 1 (exclusive), such as 0.25 and 0.2 for "
                f"25 and 20 %, got {self.rate0:g} and {self.rate1:g}"
            )
        self._check_errors()

    def steps(self, seats: int) -> int:
        """The first agent ends last in none of a deal's games, or in up to all of them."""
        return seats + 1

    def worth(self, returns: np.ndarray) -> np.ndarray:
        """In how many games of each deal the first agent ends last: none has less, and some have more."""
        first = returns[..., 0]
        return ((first == returns.min(axis=2)) & (first < returns.max(axis=2))).sum(axis=1)

    @property
    def means(self) -> tuple[float, float]:
        """The rates."""
        return self.rate0, self.rate1

    @property
    def hypotheses(self) -> dict[str, float]:
        """The rates."""
        return {"rate0": self.rate0, "rate1": self.rate1}

    @property
    def words(self) -> tuple[str, str]:
        """The rates."""
        return f"last in {100 * self.rate0:g} %", f"last in {100 * self.rate1:g} %"


class SprtWatch:
    """Runs the test during a match. Buffers deals that arrive out of order and tests them in order.

    Attributes:
        decided_at: number of deals after which the test was decided; None before that.
    """

    def __init__(self, sprt: DealTest, steps: int = len(POINTS)) -> None:
        self.decided_at: int | None = None
        self._sprt, self._counts, self._judged = sprt, np.zeros(steps, np.int64), 0
        self._waiting: dict[int, np.ndarray] = {}

    def note(self, first: int, worth: np.ndarray) -> None:
        """Add the deals numbered from ``first``; ``worth`` holds 0 to ``steps - 1`` for each."""
        self._waiting[first] = worth
        while self.decided_at is None and self._judged in self._waiting:
            for some in _in_parts(self._waiting.pop(self._judged)):
                self._judge(some)

    def _judge(self, worth: np.ndarray) -> None:
        counts = self._counts + np.cumsum(np.eye(len(self._counts), dtype=np.int64)[worth], axis=0)
        ratios, (lower, upper) = self._sprt.ratios(counts), self._sprt.bounds
        outside = (ratios <= lower) | (ratios >= upper)
        if self.decided_at is None and outside.any():
            self.decided_at = self._judged + int(outside.argmax()) + 1
        self._counts = counts[-1]
        self._judged += len(worth)


def _in_parts(worth: np.ndarray) -> Iterable[np.ndarray]:
    return (worth[start : start + _DEALS_AT_ONCE] for start in range(0, len(worth), _DEALS_AT_ONCE))


def _worth(steps: int) -> np.ndarray:
    return np.arange(steps) / (steps - 1)


def _score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def _tilt(seen: np.ndarray, worth: np.ndarray, mean: float) -> np.ndarray:
    """The x that gives the frequencies this mean when each is divided by 1 + x (its worth - mean); by bisection."""
    lead = worth - mean
    low, high = np.full(seen.shape[:-1], -1 / (1 - mean)), np.full(seen.shape[:-1], 1 / mean)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = np.sum(seen * lead / (1 + middle[..., None] * lead), axis=-1) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return ((low + high) / 2)[..., None]
