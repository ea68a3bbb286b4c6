"""Generalized sequential probability ratio tests (GSPRT) that end a match, with deals as samples.

The kind of a deal, such as the points of a mirrored pair, 0 to 2 in halves, follows an unknown distribution. For each
hypothesis the test takes the most likely distribution with the mean that the hypothesis names, so it needs no
assumption about draws or about how much the deal decides. It stops once the log likelihood ratio leaves Wald's bounds.
If games ended by faults, it must leave them on the same side whatever these games would have given.

Sources: A. Wald, "Sequential analysis" (1947); X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test
for separate families of hypotheses", Sequential Analysis 33 (2014); the form of the likeliest distribution of a given
mean after M. Van den Bergh's note for fishtest, http://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cardkit.statistics.returns import winners

POINTS = np.arange(5) / 4
"""Mean points per game of a pair, indexed by the pair's half points."""

MOST_ELO = 4000
_UNSEEN = 1e-3  # stands in for a count of 0
_HALVINGS = 45
_DEALS_AT_ONCE = 2048


class DealTest(ABC):
    """A test of two hypotheses about deals of finitely many kinds.

    Attributes:
        alpha: probability of accepting H1 if H0 holds.
        beta: probability of accepting H0 if H1 holds.
    """

    alpha: float
    beta: float

    @abstractmethod
    def num_kinds(self, seats: int) -> int:
        """Count the kinds of deals in a game of ``seats`` seats.

        Raises:
            ValueError: the test does not suit this number of seats.
        """

    @abstractmethod
    def kinds(self, returns: np.ndarray) -> np.ndarray:
        """Return the kind of each deal, a number from 0 on, given the returns, array (deals, games, agents)."""

    @abstractmethod
    def leads(self, num_kinds: int) -> np.ndarray:
        """Return each kind of deal's excess over the expectations of H0 and of H1: array (2, kinds), within -1..1."""

    def always_possible(self, num_kinds: int) -> np.ndarray:
        """Return the kinds that the test expects before it has seen one: bool array (kinds,), by default all."""
        return np.ones(num_kinds, bool)

    def counts(self, returns: np.ndarray) -> np.ndarray:
        """Count the deals of each kind, int array (kinds,); the arguments are those of `kinds`."""
        return np.bincount(self.kinds(returns), minlength=self.num_kinds(returns.shape[-1]))

    @property
    @abstractmethod
    def hypotheses(self) -> dict[str, float]:
        """The statements of H0 and H1, by name."""

    @property
    @abstractmethod
    def words(self) -> tuple[str, str]:
        """The statements of H0 and H1, in words."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds: the test accepts H0 at or below the first, H1 at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratios(self, counts: np.ndarray) -> np.ndarray:
        """Compute the log likelihood ratio of H1 to H0.

        Args:
            counts: array (..., kinds), the number of deals of each kind.

        Returns:
            Array of the shape of ``counts`` without its last axis.
        """
        num_kinds = counts.shape[-1]
        seen = np.where(counts > 0, counts, _UNSEEN * self.always_possible(num_kinds)).astype(float)
        likeliest = [np.log1p(_tilt(seen, lead) * lead) for lead in self.leads(num_kinds)]
        return np.sum(seen * (likeliest[0] - likeliest[1]), axis=-1)

    def decide(self, counts: np.ndarray) -> str | None:
        """Return the accepted hypothesis, ``"H0"`` or ``"H1"``; None while undecided.

        Args:
            counts: array (kinds,), or (ways, kinds) where games that failed may be counted in several ways: these must
                agree.
        """
        ratios, (lower, upper) = self.ratios(counts), self.bounds
        return "H0" if np.all(ratios <= lower) else "H1" if np.all(ratios >= upper) else None

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
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ValueError(
                f"elo0 must be below elo1, both from -{MOST_ELO} to {MOST_ELO}, such as 0 and 10, "
                f"got {self.elo0} and {self.elo1}"
            )
        self._check_errors()

    def num_kinds(self, seats: int) -> int:
        """Count the possible points of a pair: 0 to 2 in halves."""
        if seats != 2:
            raise ValueError(
                f"sprt compares two agents in a game of two seats, not of {seats}: test how often the first agent ends "
                "last, with LastRateSprt"
            )
        return len(POINTS)

    def kinds(self, returns: np.ndarray) -> np.ndarray:
        """Return the first agent's score in each pair, in half points from 0 to 4."""
        return half_points(returns)

    def leads(self, num_kinds: int) -> np.ndarray:
        """Return the points a game, less the expected scores."""
        return POINTS - np.array([[_score(self.elo0)], [_score(self.elo1)]])

    @property
    def hypotheses(self) -> dict[str, float]:
        """The leads."""
        return {"elo0": self.elo0, "elo1": self.elo1}

    @property
    def words(self) -> tuple[str, str]:
        """The leads."""
        return f"{self.elo0:g} Elo", f"{self.elo1:g} Elo"


def half_points(returns: np.ndarray) -> np.ndarray:
    """Return the first agent's score in each mirrored pair, in half points 0 to 4, given returns of (pairs, 2, 2)."""
    return np.sign(returns[..., 0] - returns[..., 1]).sum(axis=1).astype(np.int64) + 2


@dataclass(frozen=True)
class LastRateSprt(DealTest):
    """A test of two hypotheses about how often the first agent ends last, on deals played in all rotations.

    A game in which all have the same return is drawn and has no last. The kind of a deal is how many of its games have
    one, and in how many of these it is the first agent.

    Attributes:
        rate0, rate1: the share of the games with a last that the agent ends last under H0 and H1.
        alpha, beta: see `DealTest`.

    Raises:
        ValueError: the rates are equal, or a rate or a probability is out of range.
    """

    END: ClassVar[str] = "last"
    """The agent's place in the games that are counted."""

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

    def num_kinds(self, seats: int) -> int:
        """Count the kinds: of 0 to all games of a deal that have a last, the first agent is last in 0 to all."""
        return (seats + 1) * (seats + 2) // 2

    def kinds(self, returns: np.ndarray) -> np.ndarray:
        """Return each deal's kind: first those without a drawn game, then with one, and so on.

        Within these they are ordered by games ended last.
        """
        last = winners(-returns)
        drawn = (~last.any(axis=2)).sum(axis=1)
        return _first_kind(returns.shape[-1], drawn) + last[..., 0].sum(axis=1)

    def leads(self, num_kinds: int) -> np.ndarray:
        """Return the share of the games that the agent has ended last, less that of the games expected to be so."""
        last, ended = self._games_of(num_kinds)
        return (last - np.array([[self.rate0], [self.rate1]]) * ended) / ended.max()

    def always_possible(self, num_kinds: int) -> np.ndarray:
        """Return the kinds without a drawn game."""
        _, ended = self._games_of(num_kinds)
        return ended == ended.max()

    def times_last(self, counts: np.ndarray) -> tuple[np.ndarray, int]:
        """Count the deals in which the first agent is last in 0, 1, ... games; count the drawn games."""
        last, ended = self._games_of(len(counts))
        return np.bincount(last, counts).astype(np.int64), int(counts @ (ended.max() - ended))

    @staticmethod
    def _games_of(num_kinds: int) -> tuple[np.ndarray, np.ndarray]:
        """Return by kind in how many games the first agent is last, and how many have a last: int arrays (kinds,)."""
        seats = math.isqrt(2 * num_kinds) - 1
        kinds = [(last, ended) for ended in range(seats, -1, -1) for last in range(ended + 1)]
        last, ended = np.array(kinds).T
        return last, ended

    @property
    def hypotheses(self) -> dict[str, float]:
        """The rates."""
        return {"rate0": self.rate0, "rate1": self.rate1}

    @property
    def words(self) -> tuple[str, str]:
        """The rates."""
        return f"{self.END} in {100 * self.rate0:g} %", f"{self.END} in {100 * self.rate1:g} %"


@dataclass(frozen=True)
class WinRateSprt(LastRateSprt):
    """A test of two hypotheses about how often the first agent wins: nobody has a higher return, and some have a lower.

    ``rate0`` and ``rate1`` are shares of all games. One without a winner is not won, so it is of no use to an agent to
    draw a game out until nobody wins.
    """

    END = "winner"

    def kinds(self, returns: np.ndarray) -> np.ndarray:
        """Count the games of each deal that are won."""
        return winners(returns)[..., 0].sum(axis=1)


class SprtWatch:
    """The test during a match: it buffers deals that arrive out of order and tests them in order.

    The match also ends where the test is decided for the games as played, and more of them failed than are allowed:
    such a match gives no verdict.

    Attributes:
        decided_at: number of deals after which the match ends; None before that.

    Args:
        sprt: the test.
        num_kinds: of its deals.
        most_failures: the share of the games that may fail.
    """

    def __init__(self, sprt: DealTest, num_kinds: int = len(POINTS), most_failures: float = 1.0) -> None:
        self.decided_at: int | None = None
        self._sprt, self._most_failures = sprt, most_failures
        self._counts, self._games, self._failed = np.zeros((1, num_kinds), np.int64), 0, 0
        self._judged = 0
        self._waiting: dict[int, tuple[np.ndarray, np.ndarray, int]] = {}

    def note(self, first: int, kinds: np.ndarray, failed: np.ndarray | None = None, games: int = 1) -> None:
        """Add the deals numbered from ``first``.

        Args:
            first: the number of the first.
            kinds: of the deals, array (deals,) or, where games that failed may be counted in several ways, (ways,
                deals); the first is as played.
            failed: how many games of each deal failed; None for none.
            games: of each deal.
        """
        kinds = np.atleast_2d(kinds)
        self._waiting[first] = kinds, np.zeros(kinds.shape[1], np.int64) if failed is None else failed, games
        while self.decided_at is None and self._judged in self._waiting:
            kinds, failed, games = self._waiting.pop(self._judged)
            for start in range(0, kinds.shape[1], _DEALS_AT_ONCE):
                some = slice(start, start + _DEALS_AT_ONCE)
                self._judge(kinds[:, some], failed[some], games)

    def _judge(self, kinds: np.ndarray, failed: np.ndarray, games: int) -> None:
        counts = self._counts[:, None] + np.cumsum(np.eye(self._counts.shape[1], dtype=np.int64)[kinds], axis=1)
        ratios, (lower, upper) = self._sprt.ratios(counts), self._sprt.bounds
        below, above = ratios <= lower, ratios >= upper
        so_far = self._failed + np.cumsum(failed)
        played = self._games + games * np.arange(1, len(failed) + 1)
        hopeless = (below[0] | above[0]) & (so_far > self._most_failures * played)
        ends = below.all(axis=0) | above.all(axis=0) | hopeless
        if self.decided_at is None and ends.any():
            self.decided_at = self._judged + int(ends.argmax()) + 1
        self._counts, self._failed, self._games = counts[:, -1], int(so_far[-1]), int(played[-1])
        self._judged += len(failed)


def _first_kind(seats: int, drawn: np.ndarray) -> np.ndarray:
    """Return the number of the first kind with so many drawn games: before it come seats + 1, seats, ... kinds."""
    return drawn * (2 * seats + 3 - drawn) // 2


def _score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def _tilt(seen: np.ndarray, lead: np.ndarray) -> np.ndarray:
    """Find the x for which the mean lead is 0 when each frequency is divided by 1 + x times its lead; by bisection."""
    low, high = np.full(seen.shape[:-1], -1 / lead.max()), np.full(seen.shape[:-1], -1 / lead.min())
    lead = lead.reshape(-1, *[1] * low.ndim)  # kinds first: sums over a short last axis take half the time
    seen_leads = np.ascontiguousarray(np.moveaxis(seen, -1, 0)) * lead
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = np.sum(seen_leads / (1 + middle * lead), axis=0) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return ((low + high) / 2)[..., None]
