"""The statistics of a match of more than two seats, where equal names are one agent in several seats."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from cardkit.arena.lineups import kind_of_places
from cardkit.arena.match_result import by_agent_and_deal, whatever_failed
from cardkit.report.match_report import MatchReport, confidence_of_each, seating_figures
from cardkit.report.text_table import span
from cardkit.statistics.estimate import Estimate, IntervalOf
from cardkit.statistics.intervals import (
    Interval,
    clustered_count_interval,
    clustered_interval,
    clustered_range_interval,
)


@dataclass(frozen=True)
class Player:
    """An agent of the lineup, with all the seats that it takes.

    Attributes:
        name: of the agent.
        seats: its places in the lineup.
        kind: what the places are; see `kind_of_places`.
    """

    name: str
    seats: tuple[int, ...]
    kind: str

    @property
    def label(self) -> str:
        """The player's name, with the number of its seats or parties if there are several."""
        return self.name if len(self.seats) == 1 else f"{self.name} ({len(self.seats)} {self.kind})"


def players_of(names: tuple[str, ...], kind: str) -> list[Player]:
    """List the agents of a match in the order of the lineup, each once."""
    found: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        found.setdefault(name, []).append(place)
    return [Player(name, tuple(seats), kind) for name, seats in found.items()]


class LineupReport(MatchReport):
    """The figures and tables of a match that every game of more than two seats has.

    Attributes:
        players: the agents, each once.
    """

    def _find_figures(self) -> None:
        self.players = players_of(self.result.names, kind_of_places(self.result.game))

    def portions(self, values: np.ndarray, whole: float, counted: np.ndarray | None = None) -> list[Estimate]:
        """Estimate the mean of each player's values that share out one whole in a game.

        Two players' shares are one number: each is the rest of the other.

        Args:
            values: array (games, places), at least 0.
            whole: what the values of a game sum to, unless they are all 0.
            counted: the games that count, bool array (games,); by default all. Without one the mean may be anything.
        """
        counted = np.ones(len(values), bool) if counted is None else counted
        return [
            Estimate(
                float(parts[counted].mean() / len(one.seats) * whole) if counted.any() else math.nan,
                *_times(whole / len(one.seats), self._portion_interval(parts, counted, self.confidence)),
            )
            for one, parts in zip(self.players, self._portions_by_player(values, whole), strict=True)
        ]

    def claimed_portions(self, values: np.ndarray, whole: float, counted: np.ndarray) -> list[Interval]:
        """Find the intervals of `portions` for a verdict: for all players together, whatever the failed games hide.

        A failed game might have been any, so it counts.
        """
        failed, confidence = self.result.failed, confidence_of_each(self.confidence, len(self.players))
        return [
            _times(
                whole / len(one.seats),
                whatever_failed(
                    lambda given: self._portion_interval(given, counted | failed, confidence), parts, failed, 0, 1
                ),
            )
            for one, parts in zip(self.players, self._portions_by_player(values, whole), strict=True)
        ]

    def returns(self) -> list[Estimate]:
        """Estimate the mean return of each player, by its mean return of each game.

        Where the returns of a game sum to 0, what two players have is one number.
        """
        returns, seats = self.result.results["returns"].astype(float), len(self.result.names)
        least, most = self.result.return_range
        sum_to_zero = np.allclose(returns.sum(axis=1), 0, atol=1e-5 * (most - least))
        found = []
        starts, sizes = self.result.deals
        for one, means in zip(self.players, self.means_by_game(returns).T, strict=True):
            against = (seats - len(one.seats)) / len(one.seats)  # what the others have comes from each of its seats
            ends = max(least, -against * most), min(most, -against * least)
            ends = ends if sum_to_zero and against else (least, most)
            by_deal = np.add.reduceat(means, starts)
            interval = clustered_range_interval(by_deal, sizes, self.confidence, *ends)
            found.append(Estimate(float(means.mean()), *interval))
        return found

    def between(self, values: np.ndarray, least: float, most: float) -> list[Estimate]:
        """Estimate the mean of each player's values from ``least`` to ``most``, which are given by game and place."""
        return self._means_with(partial(clustered_range_interval, least=least, most=most), values)

    def means(self, values: np.ndarray) -> list[Estimate]:
        """Estimate the mean of each player's values of any range, which are given by game and place."""
        return self._means_with(clustered_count_interval, values)

    def heading_values(self) -> dict[str, Any]:
        """Return the figures that describe the games played."""
        values = MatchReport.values(self)
        kept = ("games", "seed", "game", "confidence")
        return {
            "agents": tuple(one.name for one in self.players),
            kind_of_places(self.result.game): tuple(len(one.seats) for one in self.players),
            **{name: values[name] for name in kept},
            **seating_figures(self.result),
        }

    @property
    def columns(self) -> list[tuple[int, ...]]:
        """The places of each player."""
        return [one.seats for one in self.players]

    def header(self) -> tuple[str, ...]:
        """Name the agents, with the number of their seats or parties."""
        return tuple(one.label for one in self.players)

    def mean_rows(
        self, name: str, means: list[Estimate], form: Callable[[float], str] = "{:.3f}".format
    ) -> Iterator[tuple[str, ...]]:
        """Yield the two rows of a figure and of its interval."""
        yield name, *(form(one.value) for one in means)
        yield f"  {self.level} interval", *(span(one.interval, form) for one in means)

    def _means_with(self, interval: IntervalOf, values: np.ndarray) -> list[Estimate]:
        return [Estimate.of(deals, interval, self.confidence) for deals in self._by_deal(values)]

    def _portion_interval(self, portions: np.ndarray, counted: np.ndarray, confidence: float) -> Interval:
        """Find the interval of the mean of some games' values from 0 to 1, array (games,)."""
        starts, _ = self.result.deals
        sizes = np.add.reduceat(counted, starts, dtype=float)
        sums = np.add.reduceat(np.where(counted, portions, 0.0), starts)
        return clustered_interval(sums, sizes, confidence) if counted.any() else (0.0, 1.0)

    def means_by_game(self, values: np.ndarray) -> np.ndarray:
        """Average values, array (games, places), over the places of each player: float array (games, players)."""
        return np.stack([values[:, list(one.seats)].mean(axis=1, dtype=float) for one in self.players], axis=1)

    def _portions_by_player(self, values: np.ndarray, whole: float) -> list[np.ndarray]:
        """Return each player's part of the whole in each game, from 0 to 1."""
        means = self.means_by_game(values).T
        return [len(one.seats) * mean / whole for one, mean in zip(self.players, means, strict=True)]

    def _by_deal(self, values: np.ndarray) -> np.ndarray:
        names = [one.name for one in self.players]
        lineup = [names.index(name) for name in self.result.names]
        return by_agent_and_deal(values, lineup, len(self.players), self.result.games_a_deal).swapaxes(0, 1)


def _times(factor: float, interval: Interval) -> Interval:
    """Widen the interval of a seat's share, which is 1 at most even where several seats share a whole."""
    low, high = interval
    return factor * low, min(1.0, factor * high)
