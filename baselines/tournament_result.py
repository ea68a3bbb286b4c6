"""What came of a tournament: matches, scores, ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from baselines.bradley_terry import Ratings, rate
from baselines.faults import FaultReport
from baselines.fixture import undecided
from baselines.match_result import CONFIDENCE, MatchResult
from baselines.nash import NashAverage, nash_average

MOST_CLUSTERS = 5000
"""Of the ratings: above, neighbouring deals are put together."""


@dataclass(frozen=True, eq=False)
class TournamentResult:
    """The result of a tournament. Agents are numbered in the order of their names.

    Attributes:
        names: of the agents, sorted.
        pairings: the two agents of each match, the lower number first.
        matches: one for each pairing.
    """

    names: tuple[str, ...]
    pairings: Sequence[tuple[int, int]]
    matches: tuple[MatchResult, ...]

    @cached_property
    def scores(self) -> np.ndarray:
        """The score of each agent (row) against each, array (agents, agents): 0.5 against itself, NaN unplayed."""
        scores = np.full((len(self.names), len(self.names)), np.nan)
        np.fill_diagonal(scores, 0.5)
        for (i, j), match in zip(self.pairings, self.matches, strict=True):
            scores[i, j], scores[j, i] = match.score, 1 - match.score
        return scores

    @cached_property
    def mean_scores(self) -> np.ndarray:
        """The mean of each agent's scores in its matches, shape (agents,)."""
        others = np.where(np.eye(len(self.names), dtype=bool), np.nan, self.scores)
        return np.nanmean(others, axis=1)

    @property
    def complete(self) -> bool:
        """Whether every agent has played every other, as in a round robin."""
        return not np.isnan(self.scores).any()

    def ratings(self, confidence: float = CONFIDENCE) -> Ratings:
        """Elo by Bradley and Terry with draws after Davidson; intervals by profile likelihood; deals are clusters."""
        return rate(np.array(self.pairings), _by_deal(self.matches), len(self.names), confidence)

    def nash(self) -> NashAverage | None:
        """The Nash average; None if some agents have not played each other."""
        return nash_average(self.scores) if self.complete else None

    @cached_property
    def faults(self) -> np.ndarray:
        """Games that each agent lost by illegal actions and by crashes, int array (agents, 2)."""
        faults = np.zeros((len(self.names), 2), np.int64)
        for pairing, match in zip(self.pairings, self.matches, strict=True):
            faults[list(pairing)] += np.array([match.illegal_actions, match.crashes]).T
        return faults

    @property
    def fault_reports(self) -> list[FaultReport]:
        """Of the agents that lost games by faults, each with its first one against the first opponent by name."""
        found: list[FaultReport] = []
        for agent, name in enumerate(self.names):
            illegal, crashes = self.faults[agent].tolist()
            if illegal or crashes:
                matches = [match for match in self.matches if name in match.names]
                firsts = [match.first_faults[match.names.index(name)] for match in matches]
                ended = sum(int(np.count_nonzero(match.results["fault"])) for match in matches)
                games = sum(match.games for match in matches)
                first = next((fault.text for fault in firsts if fault is not None), None)
                found.append(FaultReport(name, illegal, crashes, ended - illegal - crashes, games, first))
        return found

    @property
    def undecided(self) -> list[MatchResult]:
        """The matches in which the thesis' interval, 98 % Wilson of the decided games, holds one half."""
        return [match for match in self.matches if undecided(match.results)]

    @property
    def ms_per_choice(self) -> np.ndarray:
        """Milliseconds that each agent took for a ply on which it had a choice, shape (agents,)."""
        seconds, choices = np.zeros(len(self.names)), np.zeros(len(self.names))
        for pairing, match in zip(self.pairings, self.matches, strict=True):
            seconds[list(pairing)] += match.results["seconds"].sum(axis=0)
            choices[list(pairing)] += match.results["choices"].sum(axis=0)
        return 1000 * seconds / np.where(choices > 0, choices, np.nan)


def _by_deal(matches: Sequence[MatchResult]) -> np.ndarray:
    """Wins, draws and losses of the first agent of each match by deal: float array (clusters, matches, 3)."""
    games = max(match.games for match in matches)
    together = 2 * -(-games // (2 * MOST_CLUSTERS))
    counts = np.zeros((-(-games // together), len(matches), 3))
    for number, match in enumerate(matches):
        each = match.results["outcome"][:, None] == np.array([1, 0, -1], np.int8)
        summed = np.add.reduceat(each, np.arange(0, match.games, together), axis=0, dtype=float)
        counts[: len(summed), number] = summed
    return counts
