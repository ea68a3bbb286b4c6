"""The statistics of a match of more than two seats, where equal names are one agent in several seats."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardkit.arena.match_result import MatchResult, by_agent_and_deal
from cardkit.report.match_report import MatchReport, seating_figures
from cardkit.report.text_table import duration
from cardkit.statistics.intervals import Interval, clustered_interval, clustered_mean_interval
from cardkit.statistics.sprt import DealTest


@dataclass(frozen=True)
class Player:
    """An agent of the lineup, with all the seats that it takes.

    Attributes:
        name: of the agent.
        seats: its places in the lineup.
    """

    name: str
    seats: tuple[int, ...]

    @property
    def label(self) -> str:
        """Its name, with the number of its seats if there are several."""
        return self.name if len(self.seats) == 1 else f"{self.name} ({len(self.seats)} seats)"


@dataclass(frozen=True)
class Mean:
    """A mean over all seats and games of an agent, and its interval by deals."""

    value: float
    interval: Interval


def players_of(names: tuple[str, ...]) -> list[Player]:
    """The agents of a match in the order of the lineup, each once."""
    found: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        found.setdefault(name, []).append(place)
    return [Player(name, tuple(seats)) for name, seats in found.items()]


class LineupReport(MatchReport[MatchResult]):
    """The figures and tables of a match that every game of more than two seats has.

    Attributes:
        players: the agents, each once.
    """

    def __init__(self, result: MatchResult, confidence: float, sprt: DealTest | None = None) -> None:
        super().__init__(result, confidence, sprt)
        self.players = players_of(result.names)

    def shares(self, values: np.ndarray) -> list[Mean]:
        """The mean of each player's values from 0 to 1, which are given by game and place."""
        return self._means_with(clustered_interval, values)

    def shares_of(self, hits: np.ndarray, trials: np.ndarray) -> list[Mean]:
        """The share of each player's trials that are hits, both given by game and place; anything without a trial."""
        return [
            Mean(float(some.sum() / of.sum()), clustered_interval(some, of, self.confidence))
            if of.any()
            else Mean(math.nan, (0.0, 1.0))
            for some, of in zip(self._by_deal(hits)[0], self._by_deal(trials)[0], strict=True)
        ]

    def between(self, values: np.ndarray, least: float, most: float) -> list[Mean]:
        """The mean of each player's values from ``least`` to ``most``, which are given by game and place."""
        width = most - least
        shares = self.shares((values - least) / width)
        return [
            Mean(least + width * one.value, (least + width * one.interval[0], least + width * one.interval[1]))
            for one in shares
        ]

    def means(self, values: np.ndarray) -> list[Mean]:
        """The mean of each player's values of any range, which are given by game and place."""
        return self._means_with(clustered_mean_interval, values)

    def heading_values(self) -> dict[str, Any]:
        """The figures that say what was played."""
        values = MatchReport.values(self)
        kept = ("games", "seed", "game", "confidence")
        return {
            "agents": tuple(one.name for one in self.players),
            "seats": tuple(len(one.seats) for one in self.players),
            **{name: values[name] for name in kept},
            **seating_figures(self.result),
        }

    def agent_values(self) -> dict[str, Any]:
        """The faults, choices and times of each player."""
        result = self.result
        errors = tuple(None if fault is None else fault.text for fault in result.first_faults)
        return {
            "illegal_actions": self._sums(result.illegal_actions),
            "crashes": self._sums(result.crashes),
            "first_errors": tuple(errors[one.seats[0]] for one in self.players),
            "choices_a_game": self._averages(result.choices),
            "ms_a_choice": self._averages(result.ms_per_choice),
        }

    def header(self) -> tuple[str, ...]:
        """The agents, with the number of their seats."""
        return tuple(one.label for one in self.players)

    def mean_rows(
        self, name: str, means: list[Mean], form: Callable[[float], str] = "{:.3f}".format
    ) -> Iterator[tuple[str, ...]]:
        """The two rows of a figure and of its interval."""
        yield name, *(form(one.value) for one in means)
        yield f"  {self.level} interval", *(" to ".join(map(form, one.interval)) for one in means)

    def fault_rows(self) -> Iterator[tuple[str, ...]]:
        """The rows of games lost by faults, if there are any."""
        for fault, lost in (("an illegal action", self.result.illegal_actions), ("a crash", self.result.crashes)):
            if any(lost):
                yield f"lost by {fault}", *(f"{count:,}" for count in self._sums(lost))

    def choice_rows(self) -> Iterator[tuple[str, ...]]:
        """The rows of choices and of their time."""
        yield "plies with a choice a game", *(f"{mean:.1f}" for mean in self._averages(self.result.choices))
        yield "time a ply with a choice", *map(duration, self._averages(self.result.ms_per_choice))

    def _means_with(self, interval: Any, values: np.ndarray) -> list[Mean]:
        return [
            Mean(float(sums.sum() / counts.sum()), interval(sums, counts, self.confidence))
            for sums, counts in self._by_deal(values).swapaxes(0, 1)
        ]

    def _by_deal(self, values: np.ndarray) -> np.ndarray:
        names = [one.name for one in self.players]
        lineup = [names.index(name) for name in self.result.names]
        return by_agent_and_deal(values, lineup, len(self.players), self.result.games_a_deal)

    def _averages(self, by_seat: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(float(np.mean([by_seat[seat] for seat in one.seats])) for one in self.players)

    def _sums(self, by_seat: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sum(by_seat[seat] for seat in one.seats) for one in self.players)
