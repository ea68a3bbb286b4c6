"""Matches of four seats over both schedules, and the figures of seats in their games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cardkit.arena.match_result import CONFIDENCE, MatchResult
from cardkit.lab.estimates import Estimate, in_deals, mean, share_of_games
from cardkit.lab.scale import Scale
from cardkit.statistics.intervals import quantile
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules

SEATS, ROUNDS, BONUS = 4, 13, 10
FALLING, LEVEL = "13 to 1", "13 x 13"
"""The schedule that the dissertation tells, and the one that its figures betray."""
SCHEDULES = {FALLING: OhHell(), LEVEL: OhHell(Rules(dynamic=False))}
ALL, LONE, OTHERS = slice(0, SEATS), slice(0, 1), slice(1, SEATS)
"""Places of a lineup: all of them; the agent that is alone; the three others."""

SEARCHES = ("monte-carlo", "ismcts")
OUTLYING = "informed:version=3"


@dataclass(frozen=True)
class Played:
    """A match over one schedule.

    Attributes:
        schedule: a key of `SCHEDULES`.
        result: of the match.
    """

    schedule: str
    result: MatchResult

    def values(self, what: str, places: slice) -> np.ndarray:
        """Return the mean over some places of each game's ``score`` or rounds ``made``, float array (games,)."""
        rows = self.result.results
        return (rows["returns"] if what == "score" else rows["made"])[:, places].astype(float).mean(axis=1)

    def level(self, what: str, places: slice) -> Estimate:
        """Estimate the mean of the values; deals are clusters."""
        return mean(in_deals(self.values(what, places), SEATS).mean(axis=1))

    def lead(self) -> Estimate:
        """Estimate the mean points of the first agent above those of the others."""
        return mean(in_deals(self.values("score", LONE) - self.values("score", OTHERS), SEATS).mean(axis=1))

    def cell(self, places: slice) -> str:
        """Write points, and rounds made: ``51.5 ±0.2 (0.92)``."""
        points, made = self.level("score", places), self.level("made", places)
        return f"{points.give_or_take('.1f')} ({made.value:.2f})"

    def printed(self, what: str, places: slice, value: float, games: int, unit: float = 1.0) -> Estimate:
        """Estimate a printed mean over ``games`` games, with the error of such a mean in ours, and its rounding."""
        error = quantile(CONFIDENCE) * float(self.values(what, places).std(ddof=1)) / games**0.5 + unit / 2
        return Estimate(value, value - error, value + error)

    def chance_of_any(self, hits: np.ndarray, games: int) -> Estimate:
        """Estimate the probability that one of so many games is a hit, given which of ours are, bool array (games,)."""
        share = share_of_games(in_deals(hits, SEATS))
        return Estimate(*(1 - (1 - end) ** games for end in share))


def games_of(scale: Scale, *agents: str) -> int:
    """Return the number of games to play: many of agents that follow rules, fewer of those that search.

    Most at the table whose outliers are judged: of 10,000 games none may tell too little of what happens in 300.
    """
    if set(agents) == {OUTLYING}:
        return scale.games(200_000, 400)
    slow = any(agent.startswith(SEARCHES) for agent in agents)
    return scale.games(400, 16) if slow else scale.games(10_000, 400)


def play(scale: Scale, schedule: str, first: str, other: str) -> Played:
    """Play the first agent alone against three of the other; equal agents give a table of equals.

    All experiments share such a match.
    """
    games = games_of(scale, first, other)
    seed = scale.seed_of("match", first, other, schedule)
    return Played(schedule, scale.play(SCHEDULES[schedule], (first, *[other] * 3), games, seed))
