"""One match of a tournament: the results so far, and which mirrored pairs are still to be played."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from baselines.arena.compiled_games import GAME_RESULT
from cardkit.arena.workers import Pace
from cardkit.statistics.intervals import wilson

THESIS_STEP, THESIS_MOST, THESIS_CONFIDENCE = 500, 10_000, 0.98

Growth = Callable[[np.ndarray], int]
"""How many more games a match wants, by the results of all games that it wanted so far (GAME_RESULT)."""


def no_growth(results: np.ndarray) -> int:
    """None: a match has the games that it began with."""
    return 0


def thesis_growth(results: np.ndarray) -> int:
    """500 more while undecided, up to 10,000 in all (A. Zarlykov, bachelor thesis, 2023, section 3.2.3)."""
    return min(THESIS_STEP, THESIS_MOST - len(results)) if len(results) < THESIS_MOST and undecided(results) else 0


def undecided(results: np.ndarray) -> bool:
    """Whether the 98 % Wilson interval of the decided games that were won holds one half."""
    wins, losses = (int(np.sum(results["outcome"] == outcome)) for outcome in (1, -1))
    low, high = wilson(wins, wins + losses, THESIS_CONFIDENCE)
    return low <= 0.5 <= high


class Fixture:
    """A match in the making. Its pairs may be played in any order and by anybody; how it grows does not depend on it.

    Attributes:
        games: how many are wanted.
    """

    def __init__(self, games: int, growth: Growth) -> None:
        self.games = 0
        self._results, self._played, self._free = np.zeros(0, GAME_RESULT), np.zeros(0, bool), np.zeros(0, np.int64)
        self._growth, self._pace = growth, Pace()
        self._want(games)

    @property
    def left(self) -> bool:
        """Whether there are pairs that nobody has taken to play."""
        return len(self._free) > 0

    @property
    def games_played(self) -> int:
        """Games wanted of which the result is known."""
        return 2 * int(self._played[: self.games // 2].sum())

    @property
    def results(self) -> np.ndarray:
        """GAME_RESULT array of all games wanted, zeros where not played yet."""
        return self._results[: self.games]

    def take(self, rng: np.random.Generator | None = None) -> tuple[int, int]:
        """The number of the first game of a span to be played, and the number of its games.

        Spans are taken in order, or with ``rng`` from anywhere.
        """
        start = 0 if rng is None else int(rng.integers(len(self._free)))
        run = self._free[start : start + self._pace.size // 2]
        run = run[run == run[0] + np.arange(len(run))]
        self._free = np.delete(self._free, slice(start, start + len(run)))
        return 2 * int(run[0]), 2 * len(run)

    def learn(self, games: int, seconds: float) -> None:
        """Choose the size of spans by the time that one took."""
        self._pace.learn(games, seconds)

    def note(self, pairs: np.ndarray, results: np.ndarray) -> None:
        """Keep the results of the games of some pairs, two each; those not wanted yet are kept for later."""
        self._make_room(int(pairs.max(initial=-1)) + 1)
        self._results.reshape(-1, 2)[pairs] = results.reshape(-1, 2)
        self._played[pairs] = True
        self._free = np.setdiff1d(self._free, pairs, assume_unique=True)
        while self._played[: self.games // 2].all():
            more = self._growth(self.results)
            if not more:
                break
            self._want(more)

    def _want(self, more: int) -> None:
        pairs = np.arange(self.games // 2, (self.games + more) // 2)
        self.games += more
        self._make_room(self.games // 2)
        self._free = np.concatenate([self._free, pairs[~self._played[pairs]]])

    def _make_room(self, pairs: int) -> None:
        missing = pairs - len(self._played)
        if missing > 0:
            self._results = np.concatenate([self._results, np.zeros(2 * missing, GAME_RESULT)])
            self._played = np.concatenate([self._played, np.zeros(missing, bool)])
