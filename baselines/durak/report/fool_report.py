"""The statistics of a match of more than two seats, with each agent's rate as the fool."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cardkit.arena.match_result import MatchResult
from cardkit.report.lineup_report import LineupReport
from cardkit.report.match_report import percent
from cardkit.report.text_table import span

if TYPE_CHECKING:
    from durak_env.durak import Durak

FOOL = -1.0
"""Only a fool has this return, unless returns go by places and seats play in teams."""


def fools(result: MatchResult) -> np.ndarray:
    """Return whether each agent of the lineup is the fool, or on its team, in each game: bool (games, places)."""
    returns, game = result.results["returns"], cast("Durak", result.game)
    if game.returns != "places" or game.rules.num_teams is None:
        return returns == FOOL
    teams = result.results["seating"] % game.rules.num_teams  # the fool is the team that has the last place to itself
    last = returns == returns.min(axis=1, keepdims=True)
    lowest = np.where(last, teams, game.rules.num_teams).min(axis=1, keepdims=True)
    highest = np.where(last, teams, 0).max(axis=1, keepdims=True)
    return (teams == lowest) & (lowest == highest)


def chance_level(result: MatchResult) -> float:
    """Compute the rate at which a seat is the fool if all play alike and no game is drawn."""
    return 1 / cast("Durak", result.game).rules.teams


def place_of(paid: float, seats: int) -> float:
    """Return the place, from 1 on, that returns by places pay for; see `durak_env.core.results`."""
    return 1 + (1 - paid) * (seats - 1) / 2


def mean_places(game: Durak, returns: Sequence[float]) -> tuple[float, ...] | None:
    """Return the mean places, from 1 on, that these mean returns pay for; None if returns do not go by places."""
    return tuple(place_of(paid, game.seats) for paid in returns) if game.returns == "places" else None


class FoolReport(LineupReport):
    """The figures and tables of a match of more than two seats.

    Attributes:
        fooled: the share of its games that each player ended as the fool, over all its seats.
        fooled_of_decided: the same of the games that have a fool: a drawn game makes nobody better than chance.
        claimed: the intervals of these rates that the verdict goes by.
        returned: the mean return of each player.
        places: the mean place of each player; None if returns do not go by places.
        chance: how often a seat is the fool if all play alike and no game is drawn.
    """

    def _find_figures(self) -> None:
        super()._find_figures()
        result = self.result
        self.chance = chance_level(result)
        ended = fools(result)
        decided, seats_of_fool = np.asarray(ended.any(axis=1)), len(result.names) * self.chance
        self.fooled = self.portions(ended, seats_of_fool)
        self.fooled_of_decided = self.portions(ended, seats_of_fool, decided)
        self.claimed = self.claimed_portions(ended, seats_of_fool, decided)
        self.returned = self.returns()
        self.places = mean_places(cast("Durak", result.game), [one.value for one in self.returned])

    @property
    def draw_rate(self) -> float:
        """The share of games without a fool."""
        return float(1 - fools(self.result).any(axis=1).mean())

    def values(self) -> dict[str, Any]:
        """Return the figures; those of agents once for each agent, in the order of the lineup."""
        return {
            **self.heading_values(),
            "chance": self.chance,
            "fool_rates": tuple(one.value for one in self.fooled),
            "fool_intervals": tuple(one.interval for one in self.fooled),
            "fool_rates_of_decided": tuple(
                None if np.isnan(one.value) else one.value for one in self.fooled_of_decided
            ),
            "fool_intervals_of_decided": tuple(self.claimed),
            "draw_rate": self.draw_rate,
            "mean_returns": tuple(one.value for one in self.returned),
            "return_intervals": tuple(one.interval for one in self.returned),
            "mean_places": self.places or (None,) * len(self.players),
            **self.agent_values(),
            "bouts_a_game": self.result.mean_count("bouts"),
            "plies_a_game": self.result.mean_count("plies"),
        }

    def agent_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows of the table of agents: a name, then a cell for each agent."""
        yield from self.mean_rows("fool", self.fooled, percent)
        yield from self.mean_rows("mean return", self.returned)
        if self.places is not None:
            yield "mean place", *(f"{place:.2f}" for place in self.places)
        yield from self.last_rows()

    def game_rows(self) -> Iterator[tuple[str, str]]:
        """Yield the rows of the table of games: a name and a figure."""
        yield "fool by chance", percent(self.chance)
        yield "draws", percent(self.draw_rate)
        yield "bouts a game", f"{self.result.mean_count('bouts'):.1f}"
        yield "plies a game", f"{self.result.mean_count('plies'):.1f}"

    def claims(self, played: bool = False) -> list[str]:
        """State which agents are shown to be the fool less or more often than by chance, where there is a fool."""
        company = " in this company" if len(self.players) > 2 else ""
        intervals = [one.interval for one in self.fooled_of_decided] if played else self.claimed
        return [
            f"{one.label} is the fool {how} often than by chance{company}: {percent(fooled.value)} of the games that "
            f"have one, {self.claimed_level} {span((low, high), percent)}; chance {percent(self.chance)}."
            for one, fooled, (low, high) in zip(self.players, self.fooled_of_decided, intervals, strict=True)
            for how, shown in (("less", high < self.chance), ("more", low > self.chance))
            if shown
        ]

    def nothing_shown(self) -> str:
        """Return the sentence in place of claims."""
        return f"No fool rate is shown to differ from chance, {percent(self.chance)}."
