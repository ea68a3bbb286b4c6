"""Plays the matches of a track; a store keeps them, so that a run that was stopped continues where it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import numpy as np

from cardkit.arena.faults import first_faults
from cardkit.arena.lineups import SeatingPlan, one_against_others
from cardkit.arena.match import play_match
from cardkit.arena.match_result import MatchResult
from cardkit.arena.played import Played
from cardkit.arena.result_rows import new_results
from cardkit.arena.store import Store
from cardkit.benchmark.deals import Submission
from cardkit.benchmark.track import Company, Progress, Track, company_name
from cardkit.storage.database import IN_MEMORY

PARTS = 8
"""A match is kept in so many parts; a run that is stopped loses one at most."""


class Matches(AbstractContextManager["Matches"]):
    """The matches of a submission in a track.

    Args:
        track: the track.
        submission: the agent.
        jobs: how many workers play; the results stay the same.
        store: a file that keeps all results; None for none.
        recorded: whether all games are recorded; agents are then asked from Python.

    Raises:
        ValueError: the store cannot be used, or holds games of the agent from before its files changed.
    """

    def __init__(
        self, track: Track, submission: Submission, jobs: int = 1, store: Path | None = None, recorded: bool = False
    ) -> None:
        self._track, self._agent, self._jobs, self._recorded = track, submission.spec, jobs, recorded
        self._store = Store(IN_MEMORY if store is None else store, track.game)
        self._kept = dict[int, dict[int, np.ndarray]]()
        self._games = dict[int, int]()  # of each recorded match, in the order of play
        try:
            self._store.settle_sources({submission.spec: submission.sources})
        except BaseException:
            self._store.__exit__()
            raise

    def __exit__(self, *error: object) -> None:
        self._store.__exit__(*error)

    def play(self, company: Company, deals: int, seed: int, progress: Progress, recorded: bool = False) -> MatchResult:
        """Play the agent's match against a company. A fault ends its game, which the agent at fault loses.

        Args:
            company: the others.
            deals: of the match.
            seed: of the match.
            progress: called with the games played.
            recorded: whether the result has the games' records.

        Raises:
            ValueError: an opponent of the benchmark was at fault, so that nothing was measured.
        """
        game, places = self._track.game, self._track.game.places
        lineup = one_against_others([self._agent, *company], places)
        plan = SeatingPlan(lineup, seed, self._track.seatings)
        games, part = deals * plan.games_a_deal, -(-deals // PARTS) * plan.games_a_deal
        match = self._store.match(lineup, seed, plan.kept_as)
        for first in range(0, games, part):
            count = min(part, games - first)
            if not set(range(first // places, (first + count) // places)) <= self._deals(match).keys():
                played = play_match(
                    *(game, lineup, count, seed, self._jobs),
                    progress=lambda done, before=first: progress(before + done, games),
                    forfeits=True,
                    seatings=self._track.seatings,
                    begin=first,
                    recorded=recorded or self._recorded,
                )
                self._store.keep(match, first, Played(played.results, played.first_faults, played.records))
            progress(first + count, games)
        rows = self._deals(match)
        results = np.concatenate([new_results(game, 0), *(rows[deal] for deal in range(games // places))])
        faults = first_faults(self._store.faults(match), places, games)
        found = MatchResult(
            game, tuple(lineup), seed, results, faults, seatings=plan.seatings, games_a_deal=plan.games_a_deal
        )
        _check_opponents(found, company)
        if recorded or self._recorded:
            self._games[match] = games
        return replace(found, records=list(self._store.records(match, games))) if recorded else found

    def records(self) -> Iterator[str]:
        """Yield the recorded games of all matches, in the order in which they were played."""
        for match, games in self._games.items():
            yield from self._store.records(match, games)

    def _deals(self, match: int) -> dict[int, np.ndarray]:
        """Return the results that the store has of a match's deals, by their numbers; each of one rotation."""
        for number, (deals, results) in self._store.news(self._recorded).items():
            each = results.reshape(len(deals), -1)
            self._kept.setdefault(number, {}).update(zip(deals.tolist(), each, strict=True))
        return self._kept.setdefault(match, {})


def _check_opponents(result: MatchResult, company: Company) -> None:
    others = [sum(counts[1:]) for counts in (result.illegal_actions, result.crashes)]
    if any(others):
        told = next((fault.text for fault in result.first_faults[1:] if fault is not None), "")
        raise ValueError(
            f"{company_name(company)} failed in {sum(others):,} games, so nothing was measured: the benchmark's "
            f"opponents must not; install this version anew, and without other code of its names. {told}"
        )
