"""A match of a tournament in progress: the results so far, and the deals still to play."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cardkit.arena.result_rows import new_results
from cardkit.game import Game, parties_of
from cardkit.processes.workers import Pace

Growth = Callable[[np.ndarray], int]
"""Returns how many more games a match gets, given the results of all its games so far."""


def no_growth(results: np.ndarray) -> int:
    """0: a match keeps its initial number of games."""
    return 0


class Fixture:
    """A match in progress. Any worker may play its deals in any order; its growth does not depend on the order.

    Attributes:
        seats: of the game, which is also the number of games of each deal.
        games: how many games to play.
    """

    def __init__(self, variant: Game, games: int, growth: Growth = no_growth) -> None:
        self.seats, self.games = parties_of(variant), 0
        self._results, self._played, self._free = new_results(variant, 0), np.zeros(0, bool), np.zeros(0, np.int64)
        self._growth, self._pace = growth, Pace(self.seats)
        self._want(games)

    @property
    def left(self) -> bool:
        """Whether some deals have not been taken by a worker."""
        return len(self._free) > 0

    @property
    def games_played(self) -> int:
        """How many of the games have a result."""
        return self.seats * int(self._played[: self.games // self.seats].sum())

    @property
    def results(self) -> np.ndarray:
        """The rows of all games to play; zeros for those not played yet."""
        return self._results[: self.games]

    def take(self, rng: np.random.Generator | None = None) -> tuple[int, int]:
        """Take a span of games to play: the number of its first game, and how many games it has.

        Spans come in order, or with ``rng`` from random places.
        """
        start = 0 if rng is None else int(rng.integers(len(self._free)))
        run = self._free[start : start + self._pace.size // self.seats]
        run = run[run == run[0] + np.arange(len(run))]
        self._free = np.delete(self._free, slice(start, start + len(run)))
        return self.seats * int(run[0]), self.seats * len(run)

    def learn(self, games: int, seconds: float) -> None:
        """Adapt the size of spans to the time that one took."""
        self._pace.learn(games, seconds)

    def note(self, deals: np.ndarray, results: np.ndarray) -> None:
        """Store the results of all games of some deals, including deals beyond the present end of the match."""
        self._make_room(int(deals.max(initial=-1)) + 1)
        self._results.reshape(-1, self.seats)[deals] = results.reshape(-1, self.seats)
        self._played[deals] = True
        self._free = np.setdiff1d(self._free, deals, assume_unique=True)
        while self._played[: self.games // self.seats].all():
            more = self._growth(self.results)
            if not more:
                break
            self._want(more)

    def _want(self, more: int) -> None:
        deals = np.arange(self.games // self.seats, (self.games + more) // self.seats)
        self.games += more
        self._make_room(self.games // self.seats)
        self._free = np.concatenate([self._free, deals[~self._played[deals]]])

    def _make_room(self, deals: int) -> None:
        missing = deals - len(self._played)
        if missing > 0:
            room = np.zeros(self.seats * missing, self._results.dtype)
            self._results = np.concatenate([self._results, room])
            self._played = np.concatenate([self._played, np.zeros(missing, bool)])
