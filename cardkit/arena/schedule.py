"""The schedule hands out the games of a tournament and collects their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from cardkit.arena.faults import Fault, FirstFaults, first_faults
from cardkit.arena.played import Played
from cardkit.arena.result_rows import new_results
from cardkit.arena.store import Store
from cardkit.game import Game
from cardkit.processes.workers import Pace, Span

Growth = Callable[[np.ndarray], int]
"""Returns how many more games a match gets, given the results of all its games so far."""


def no_growth(results: np.ndarray) -> int:
    """Keep the initial number of games of a match: return 0."""
    return 0


class ScheduledMatch:
    """A match in progress. Any worker may play its deals in any order; its growth does not depend on the order.

    Attributes:
        seats: of the game, which is also the number of games of each deal.
        games: how many games to play.
    """

    def __init__(self, variant: Game, games: int, growth: Growth = no_growth) -> None:
        self.seats, self.games = variant.places, 0
        self._results, self._played, self._free = new_results(variant, 0), np.zeros(0, bool), np.zeros(0, np.int64)
        self._growth, self._pace = growth, Pace(self.seats)
        self._want(games)

    @property
    def left(self) -> bool:
        """True while no worker has taken some of the deals."""
        return len(self._free) > 0

    @property
    def games_played(self) -> int:
        """The number of games that have a result."""
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


class Schedule:
    """The matches of a tournament as work for `cardkit.processes.workers`; a span is (match, first game, count)."""

    def __init__(self, scheduled: Sequence[ScheduledMatch]) -> None:
        self.scheduled = scheduled
        self._faults: list[list[Fault | None]] = [[] for _ in scheduled]
        self._noted = 0

    @property
    def left(self) -> bool:
        return any(one.left for one in self.scheduled)

    @property
    def progress(self) -> tuple[int, int]:
        """The games played, and the games in total."""
        return sum(one.games_played for one in self.scheduled), sum(one.games for one in self.scheduled)

    def take(self) -> Span:
        match = next(number for number, one in enumerate(self.scheduled) if one.left)
        return match, *self.scheduled[match].take()

    def learn(self, span: Span, seconds: float) -> None:
        match, _, count = span
        self.scheduled[match].learn(count, seconds)

    def note(self, span: Span, played: Played) -> None:
        """Store the results of a span."""
        match, first, count = span
        one = self.scheduled[match]
        one.note(np.arange(first // one.seats, (first + count) // one.seats), played.results)
        self._faults[match] += played.faults
        self._noted += count

    def first_faults(self, match: int) -> FirstFaults:
        """Return the first faults that lost games of a match."""
        return first_faults(self._faults[match], self.scheduled[match].seats, self.scheduled[match].games)

    def check(self) -> None:
        """Check at the end that each game was played exactly once.

        Raises:
            ValueError: a game was not.
        """
        self._check_played()
        if self._noted != self.progress[1]:
            raise ValueError(f"{self._noted:,} games have been played for the {self.progress[1]:,} that were wanted")

    def _check_played(self) -> None:
        played, wanted = self.progress
        if played != wanted:
            raise ValueError(f"{played:,} of {wanted:,} games have been played: give the same command again")


class StoredSchedule(Schedule):
    """A schedule whose results live in a store, which other programs may be filling at the same time.

    Results reach the scheduled matches only through the store, so that all programs end with the same results. Spans
    are taken from random places, so that programs seldom play the same games; but from one match as long as it lasts,
    since each match has agents of its own.
    """

    def __init__(
        self, scheduled: Sequence[ScheduledMatch], store: Store, matches: Sequence[int], with_records: bool
    ) -> None:
        super().__init__(scheduled)
        self._store, self._matches, self._with_records = store, matches, with_records
        self._rng, self._match = np.random.default_rng(), -1
        self._read_store()

    def take(self) -> Span:
        if self._match < 0 or not self.scheduled[self._match].left:
            left = [number for number, one in enumerate(self.scheduled) if one.left]
            self._match = left[int(self._rng.integers(len(left)))]
        return self._match, *self.scheduled[self._match].take(self._rng)

    def note(self, span: Span, played: Played) -> None:
        match, first, _ = span
        self._store.keep(self._matches[match], first, played)
        self._read_store()

    def first_faults(self, match: int) -> FirstFaults:
        one = self.scheduled[match]
        return first_faults(self._store.faults(self._matches[match]), one.seats, one.games)

    def check(self) -> None:
        self._check_played()
        for match, one in zip(self._matches, self.scheduled, strict=True):
            self._store.check_deals(match, one.games // one.seats)

    def _read_store(self) -> None:
        news = self._store.news(self._with_records)
        for match, one in zip(self._matches, self.scheduled, strict=True):
            if match in news:
                one.note(*news[match])
