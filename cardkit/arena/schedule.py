"""Hands out the games of a tournament and collects their results."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardkit.arena.faults import Fault, FirstFaults, first_faults
from cardkit.arena.growing_match import Fixture
from cardkit.arena.played import Played
from cardkit.arena.store import Store
from cardkit.processes.workers import Span


class Schedule:
    """The matches of a tournament as work for `cardkit.processes.workers`; a span is (match, first game, count)."""

    def __init__(self, fixtures: Sequence[Fixture]) -> None:
        self.fixtures = fixtures
        self._faults: list[list[Fault | None]] = [[] for _ in fixtures]
        self._noted = 0

    @property
    def left(self) -> bool:
        return any(fixture.left for fixture in self.fixtures)

    @property
    def progress(self) -> tuple[int, int]:
        """Games played, and games in total."""
        return sum(one.games_played for one in self.fixtures), sum(one.games for one in self.fixtures)

    def take(self) -> Span:
        match = next(number for number, fixture in enumerate(self.fixtures) if fixture.left)
        return match, *self.fixtures[match].take()

    def learn(self, span: Span, seconds: float) -> None:
        match, _, count = span
        self.fixtures[match].learn(count, seconds)

    def note(self, span: Span, played: Played) -> None:
        """Store the results of a span."""
        match, first, count = span
        fixture = self.fixtures[match]
        fixture.note(np.arange(first // fixture.seats, (first + count) // fixture.seats), played.results)
        self._faults[match] += played.faults
        self._noted += count

    def first_faults(self, match: int) -> FirstFaults:
        """The first faults that lost games of a match."""
        return first_faults(self._faults[match], self.fixtures[match].seats, self.fixtures[match].games)

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

    Results reach the fixtures only through the store, so that all programs end with the same results. Spans are taken
    from random places, so that programs seldom play the same games; but from one match as long as it lasts, since each
    match has agents of its own.
    """

    def __init__(self, fixtures: Sequence[Fixture], store: Store, matches: Sequence[int], with_records: bool) -> None:
        super().__init__(fixtures)
        self._store, self._matches, self._with_records = store, matches, with_records
        self._rng, self._match = np.random.default_rng(), -1
        self._hear()

    def take(self) -> Span:
        if self._match < 0 or not self.fixtures[self._match].left:
            left = [number for number, fixture in enumerate(self.fixtures) if fixture.left]
            self._match = left[int(self._rng.integers(len(left)))]
        return self._match, *self.fixtures[self._match].take(self._rng)

    def note(self, span: Span, played: Played) -> None:
        match, first, _ = span
        self._store.keep(self._matches[match], first, played)
        self._hear()

    def first_faults(self, match: int) -> FirstFaults:
        fixture = self.fixtures[match]
        return first_faults(self._store.faults(self._matches[match]), fixture.seats, fixture.games)

    def check(self) -> None:
        self._check_played()
        for match, fixture in zip(self._matches, self.fixtures, strict=True):
            self._store.check_deals(match, fixture.games // fixture.seats)

    def _hear(self) -> None:
        news = self._store.news(self._with_records)
        for match, fixture in zip(self._matches, self.fixtures, strict=True):
            if match in news:
                fixture.note(*news[match])
