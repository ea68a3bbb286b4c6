"""The result of a tournament: matches, scores, ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from cardkit.arena.faults import FaultReport
from cardkit.arena.lineups import ORDERS, Lineup
from cardkit.arena.match_result import CONFIDENCE, MatchResult, by_agent_and_deal, outcomes
from cardkit.statistics.estimate import Estimate
from cardkit.statistics.intervals import Interval, clustered_interval, clustered_range_interval
from cardkit.statistics.nash import NashAverage, nash_average
from cardkit.statistics.plackett_luce import rate_rankings
from cardkit.statistics.ratings import Ratings, rate

MOST_CLUSTERS = 5000
"""Clusters of deals used for ratings; with more deals, neighbouring ones are merged."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """The comparison of one agent with another, over all games in which both play.

    Attributes:
        tallies: for each deal, the games in which the first agent's return is higher, equal, lower: int array
            (deals, 3).
    """

    tallies: np.ndarray

    @property
    def counts(self) -> tuple[int, int, int]:
        """The games in which the first agent's return is higher, equal, lower."""
        more, equal, less = self.tallies.sum(axis=0).tolist()
        return more, equal, less

    @property
    def score(self) -> float:
        """The share of the games in which the first agent's return is higher; an equal one counts half."""
        more, equal, less = self.counts
        return (more + equal / 2) / (more + equal + less)

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Return the interval of the score, with deals as clusters."""
        return clustered_interval(self.tallies @ np.array([1, 0.5, 0]), self.tallies.sum(axis=1), confidence)

    def turned(self) -> Comparison:
        """Return the comparison as the other agent sees it."""
        return Comparison(self.tallies[:, ::-1])


@dataclass(frozen=True, eq=False)
class TournamentResult:
    """The result of a tournament. Agents are numbered in the order of their names.

    Attributes:
        names: of the agents, sorted.
        lineups: the agents of each match; see `cardkit.arena.lineups`.
        matches: one for each lineup.
        seatings: how the agents sat; see `cardkit.arena.tournament.play_tournament`.
    """

    names: tuple[str, ...]
    lineups: Sequence[Lineup]
    matches: tuple[MatchResult, ...]
    seatings: str = ORDERS

    @cached_property
    def comparisons(self) -> dict[tuple[int, int], Comparison]:
        """The comparison of each two agents that have met; keys have the lower number first."""
        found: dict[tuple[int, int], np.ndarray] = {}
        for first, second, tallies in self._meetings():
            pair, tallies = ((first, second), tallies) if first < second else ((second, first), tallies[:, ::-1])
            found[pair] = _sum_by_deal(found[pair], tallies) if pair in found else tallies
        return {pair: Comparison(found[pair]) for pair in sorted(found)}

    def comparison(self, agent: int, other: int) -> Comparison | None:
        """Return the comparison of an agent with another; None if they have not met."""
        if agent < other:
            return self.comparisons.get((agent, other))
        turned = self.comparisons.get((other, agent))
        return None if turned is None else turned.turned()

    @cached_property
    def scores(self) -> np.ndarray:
        """The score of each agent (row) against each other one, (agents, agents): 0.5 against itself, NaN unplayed."""
        scores = np.full((len(self.names), len(self.names)), np.nan)
        np.fill_diagonal(scores, 0.5)
        for (i, j), comparison in self.comparisons.items():
            scores[i, j], scores[j, i] = comparison.score, 1 - comparison.score
        return scores

    @cached_property
    def mean_scores(self) -> np.ndarray:
        """The mean of each agent's scores against the others, shape (agents,)."""
        others = np.where(np.eye(len(self.names), dtype=bool), np.nan, self.scores)
        return np.nanmean(others, axis=1)

    @cached_property
    def mean_returns(self) -> np.ndarray:
        """The mean return of each agent over all its seats in all its games, shape (agents,)."""
        sums, seats = np.zeros(len(self.names)), np.zeros(len(self.names))
        for lineup, match in zip(self.lineups, self.matches, strict=True):
            np.add.at(sums, list(lineup), match.results["returns"].sum(axis=0, dtype=float))
            np.add.at(seats, list(lineup), match.games)
        return sums / seats

    def returns(self, confidence: float = CONFIDENCE) -> list[Estimate]:
        """Estimate each agent's mean return, with deals as clusters."""
        least, most = zip(*(match.return_range for match in self.matches), strict=True)
        deals = self.by_deal(lambda match: match.results["returns"])
        return [
            Estimate(float(mean), *clustered_range_interval(sums, counts, confidence, min(least), max(most)))
            for mean, (sums, counts) in zip(self.mean_returns, deals, strict=True)
        ]

    def by_deal(self, values: Callable[[MatchResult], np.ndarray]) -> list[np.ndarray]:
        """Sum values by deal for each agent, over all its seats in the games of each deal that it plays.

        Args:
            values: gives an array (games, places) for a match.

        Returns:
            For each agent an array (2, deals): the sums, and how many values each one sums up.
        """
        deals = max(-(-match.games // len(match.names)) for match in self.matches)
        found = np.zeros((2, len(self.names), deals))
        for lineup, match in zip(self.lineups, self.matches, strict=True):
            summed = by_agent_and_deal(values(match), lineup, len(self.names))
            found[:, :, : summed.shape[2]] += summed
        return [each[:, each[1] > 0] for each in found.swapaxes(0, 1)]

    @property
    def complete(self) -> bool:
        """True if every agent has met every other, as in a round robin."""
        return not np.isnan(self.scores).any()

    def ratings(self, confidence: float = CONFIDENCE) -> Ratings:
        """Rate the agents: Elo by Bradley and Terry with draws after Davidson.

        Intervals are by profile likelihood; deals are clusters.
        """
        pairs, tallies = list(self.comparisons), [one.tallies for one in self.comparisons.values()]
        return rate(np.array(pairs), _in_clusters(tallies), len(self.names), confidence)

    def strengths(self, confidence: float = CONFIDENCE) -> Ratings:
        """Rate the agents: Elo by Plackett and Luce with ties, from games' rankings by return; deals are clusters.

        In a game of two seats this is the model of `ratings`.
        """
        returns = [match.results["returns"] for match in self.matches]
        return rate_rankings(self.lineups, returns, len(self.names), confidence)

    def nash(self) -> NashAverage | None:
        """Compute the Nash average; None if some agents have not met."""
        return nash_average(self.scores) if self.complete else None

    @cached_property
    def faults(self) -> np.ndarray:
        """Games that each agent lost by illegal actions and by crashes, int array (agents, 2)."""
        faults = np.zeros((len(self.names), 2), np.int64)
        for lineup, match in zip(self.lineups, self.matches, strict=True):
            np.add.at(faults, list(lineup), np.array([match.illegal_actions, match.crashes]).T)
        return faults

    @property
    def fault_reports(self) -> list[FaultReport]:
        """Reports on the agents that lost games by faults; each quotes the fault against the first opponent by name."""
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
    def ms_per_choice(self) -> np.ndarray:
        """Each agent's mean time for a choice in milliseconds, a quick one's by sample: shape (agents,)."""
        seconds, choices = np.zeros(len(self.names)), np.zeros(len(self.names))
        for lineup, match in zip(self.lineups, self.matches, strict=True):
            np.add.at(seconds, list(lineup), match.results["seconds"].sum(axis=0))
            np.add.at(choices, list(lineup), match.results["choices"].sum(axis=0))
        return 1000 * seconds / np.where(choices > 0, choices, np.nan)

    def _meetings(self) -> Iterator[tuple[int, int, np.ndarray]]:
        """Yield two different agents of a match and their tallies by deal; an agent in several seats occurs again."""
        for lineup, match in zip(self.lineups, self.matches, strict=True):
            starts = np.arange(0, match.games, len(lineup))
            for one, other in combinations(range(len(lineup)), 2):
                if lineup[one] != lineup[other]:
                    each = outcomes(match.results, one, other)[:, None] == np.array([1, 0, -1], np.int8)
                    yield lineup[one], lineup[other], np.add.reduceat(each, starts, axis=0, dtype=np.int64)


def _sum_by_deal(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    longer, shorter = (one.copy(), other) if len(one) >= len(other) else (other.copy(), one)
    longer[: len(shorter)] += shorter
    return longer


def _in_clusters(tallies: Sequence[np.ndarray]) -> np.ndarray:
    """Add up the tallies of all pairs by cluster, float array (clusters, pairs, 3); a cluster is one or more deals."""
    deals = max(map(len, tallies))
    together = -(-deals // MOST_CLUSTERS)
    counts = np.zeros((-(-deals // together), len(tallies), 3))
    for number, each in enumerate(tallies):
        summed = np.add.reduceat(each, np.arange(0, len(each), together), axis=0, dtype=float)
        counts[: len(summed), number] = summed
    return counts
