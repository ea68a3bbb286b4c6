"""The statistics of a match of more than two seats: how often each agent is the fool."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cardkit.arena.match_result import MatchResult, by_agent_and_deal
from cardkit.report import match_report
from cardkit.report.match_report import percent
from cardkit.report.text_table import duration, span
from cardkit.statistics.intervals import Interval, clustered_interval, clustered_mean_interval
from cardkit.statistics.sprt import DealTest

if TYPE_CHECKING:
    from durak_env.durak import Durak

FOOL = -1.0
"""Only a fool has this return, unless returns go by places and seats play in teams."""


def fools(result: MatchResult) -> np.ndarray:
    """Whether each agent of the lineup is the fool, or on its team, in each game: bool array (games, places)."""
    returns, game = result.results["returns"], cast("Durak", result.game)
    if game.returns != "places" or game.rules.num_teams is None:
        return returns == FOOL
    teams = result.results["seating"] % game.rules.num_teams  # the fool is the team that has the last place to itself
    last = returns == returns.min(axis=1, keepdims=True)
    lowest = np.where(last, teams, game.rules.num_teams).min(axis=1, keepdims=True)
    highest = np.where(last, teams, 0).max(axis=1, keepdims=True)
    return (teams == lowest) & (lowest == highest)


def chance_level(result: MatchResult) -> float:
    """How often a seat is the fool if all play alike and no game is drawn."""
    return 1 / cast("Durak", result.game).rules.teams


def place_of(paid: float, seats: int) -> float:
    """The place, from 1 on, that returns by places pay for; see `durak_env.core.results`."""
    return 1 + (1 - paid) * (seats - 1) / 2


@dataclass(frozen=True)
class Player:
    """An agent of the lineup, with all the seats that it takes.

    Attributes:
        name: of the agent.
        seats: its places in the lineup.
        fool_rate: the share of its games that it ended as the fool, over all its seats.
        fool_interval: the interval of this rate, by deals.
        mean_return, return_interval: the same for its return.
        mean_place: the mean of its places, from 1 on, if returns go by places; else None.
    """

    name: str
    seats: tuple[int, ...]
    fool_rate: float
    fool_interval: Interval
    mean_return: float
    return_interval: Interval
    mean_place: float | None

    @property
    def label(self) -> str:
        """Its name, with the number of its seats if there are several."""
        return self.name if len(self.seats) == 1 else f"{self.name} ({len(self.seats)} seats)"


def players_of(result: MatchResult, confidence: float) -> list[Player]:
    """The agents of a match in the order of the lineup; equal names are one agent in several seats."""
    names = list(dict.fromkeys(result.names))
    lineup = [names.index(name) for name in result.names]
    fooled = by_agent_and_deal(fools(result), lineup, len(names))
    returned = by_agent_and_deal(result.results["returns"], lineup, len(names))
    seats = fooled[1]
    paid = cast("Durak", result.game).returns
    return [
        Player(
            name,
            tuple(place for place, other in enumerate(lineup) if other == agent),
            float(fooled[0, agent].sum() / seats[agent].sum()),
            clustered_interval(fooled[0, agent], seats[agent], confidence),
            float(returned[0, agent].sum() / seats[agent].sum()),
            clustered_mean_interval(returned[0, agent], seats[agent], confidence),
            place_of(returned[0, agent].sum() / seats[agent].sum(), len(lineup)) if paid == "places" else None,
        )
        for agent, name in enumerate(names)
    ]


class FoolReport(match_report.MatchReport[MatchResult]):
    """The figures and tables of a match of more than two seats.

    Attributes:
        players: the agents, each once.
        chance: how often a seat is the fool if all play alike and no game is drawn.
    """

    def __init__(self, result: MatchResult, confidence: float, sprt: DealTest | None = None) -> None:
        super().__init__(result, confidence, sprt)
        self.players = players_of(result, confidence)
        self.chance = chance_level(result)

    @property
    def draw_rate(self) -> float:
        """The share of games without a fool."""
        return float(1 - fools(self.result).any(axis=1).mean())

    def values(self) -> dict[str, Any]:
        """The figures; those of agents once for each agent, in the order of the lineup."""
        result, players = self.result, self.players
        kept = ("games", "seed", "game", "confidence")
        values = super().values()
        return {
            "agents": tuple(one.name for one in players),
            "seats": tuple(len(one.seats) for one in players),
            **{name: values[name] for name in kept},
            "chance": self.chance,
            "fool_rates": tuple(one.fool_rate for one in players),
            "fool_intervals": tuple(one.fool_interval for one in players),
            "draw_rate": self.draw_rate,
            "mean_returns": tuple(one.mean_return for one in players),
            "return_intervals": tuple(one.return_interval for one in players),
            "mean_places": tuple(one.mean_place for one in players),
            "illegal_actions": self._sums(result.illegal_actions),
            "crashes": self._sums(result.crashes),
            "first_errors": tuple(values["first_errors"][one.seats[0]] for one in players),
            "choices_a_game": self._means(result.choices),
            "ms_a_choice": self._means(result.ms_per_choice),
            "bouts_a_game": result.mean_count("bouts"),
            "plies_a_game": result.mean_count("plies"),
        }

    def header(self) -> tuple[str, ...]:
        """The agents, with the number of their seats."""
        return tuple(one.label for one in self.players)

    def agent_rows(self) -> Iterator[tuple[str, ...]]:
        """The rows of the table of agents: a name, then a cell for each agent."""
        yield "fool", *(percent(one.fool_rate) for one in self.players)
        yield f"  {self.level} interval", *(_percents(one.fool_interval) for one in self.players)
        yield "mean return", *(f"{one.mean_return:.3f}" for one in self.players)
        yield f"  {self.level} interval", *(span(one.return_interval) for one in self.players)
        if any(places := [f"{one.mean_place:.2f}" for one in self.players if one.mean_place is not None]):
            yield "mean place", *places
        for fault, lost in (("an illegal action", self.result.illegal_actions), ("a crash", self.result.crashes)):
            if any(lost):
                yield f"lost by {fault}", *(f"{count:,}" for count in self._sums(lost))
        yield "plies with a choice a game", *(f"{mean:.1f}" for mean in self._means(self.result.choices))
        yield "time a ply with a choice", *map(duration, self._means(self.result.ms_per_choice))

    def game_rows(self) -> Iterator[tuple[str, str]]:
        """The rows of the table of games: a name and a figure."""
        yield "fool by chance", percent(self.chance)
        yield "draws", percent(self.draw_rate)
        yield "bouts a game", f"{self.result.mean_count('bouts'):.1f}"
        yield "plies a game", f"{self.result.mean_count('plies'):.1f}"

    def verdict(self) -> str:
        """One line: which agents the intervals show to be the fool less often or more often than by chance."""
        lost = "".join(f" {report}." for report in self.result.fault_reports)
        said = [
            f"{one.label} is the fool {how} often than by chance: {percent(one.fool_rate)}, "
            f"{self.level} interval {_percents(one.fool_interval)}; chance {percent(self.chance)}."
            for one in self.players
            for how, shown in (
                ("less", one.fool_interval[1] < self.chance),
                ("more", one.fool_interval[0] > self.chance),
            )
            if shown
        ]
        return (" ".join(said) or f"No fool rate is shown to differ from chance, {percent(self.chance)}.") + lost

    def _means(self, by_seat: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(float(np.mean([by_seat[seat] for seat in one.seats])) for one in self.players)

    def _sums(self, by_seat: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sum(by_seat[seat] for seat in one.seats) for one in self.players)


def _percents(interval: Interval) -> str:
    low, high = interval
    return f"{percent(low)} to {percent(high)}"
