"""How often agents win, where several may win together: the report on a match, and the rates of a tournament."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from cardkit.arena.match_result import MatchResult
from cardkit.arena.tournament_result import TournamentResult
from cardkit.report.lineup_report import LineupReport, Mean
from cardkit.report.match_report import percent
from cardkit.statistics.intervals import Interval, clustered_interval

_DECIDED = partial(clustered_interval, alike=True)
"""For rates in a role: a deal is often won by the same party, whoever plays it."""


class WinReport(LineupReport):
    """Rates of wins, see `MatchResult.won`; deals are the clusters of their intervals.

    Attributes:
        rates: for each player, the share of its places that win their game.
        by_role: the same for the places of each role alone, by its name.
        drawn: the share of the games that nobody wins.
    """

    def _find_figures(self) -> None:
        super()._find_figures()
        won, roles = self.result.won, self.result.roles
        self.rates = self.shares(won)
        self.by_role = {name: self._shares_of(won, roles == role) for role, name in roles_in([self.result]).items()}
        self.drawn = float(np.mean(~won.any(axis=1)))

    def agent_rows(self) -> Iterator[tuple[str, ...]]:
        """Rates of wins, in all and by role, then faults, choices and times."""
        yield from self.mean_rows("won", self.rates, percent)
        for role, means in self.by_role.items():
            yield from self.mean_rows(f"won as {role}", means, percent)
        yield from self.last_rows()

    def verdict(self) -> str:
        """How many games have no winner, and which agents lost games by faults."""
        faults = (one.no_verdict if one in self.unjudged else f"{one}." for one in self.result.fault_reports)
        return " ".join([f"Games without a winner: {percent(self.drawn)}.", *faults])

    def values(self) -> dict[str, Any]:
        """All figures by name."""
        return {
            **self.heading_values(),
            "win_rates": tuple(one.value for one in self.rates),
            "win_rate_intervals": tuple(one.interval for one in self.rates),
            "win_rates_by_role": {role: tuple(one.value for one in means) for role, means in self.by_role.items()},
            "drawn": self.drawn,
            **self.agent_values(),
        }

    def _shares_of(self, won: np.ndarray, played: np.ndarray) -> list[Mean]:
        """The shares of wins among those places and games that are ``played``."""
        found = []
        for (hits, _), (games, _) in zip(
            self._by_deal(won & played).swapaxes(0, 1), self._by_deal(played).swapaxes(0, 1), strict=True
        ):
            of_these = np.stack([hits, games])[:, games > 0]
            never = Mean(math.nan, (0.0, 1.0))
            found.append(Mean.of(of_these, _DECIDED, self.confidence) if of_these.size else never)
        return found


class WinRates:
    """A tournament's rates of wins by agent, with their intervals: in all, and in each role.

    Attributes:
        roles: their names.
    """

    def __init__(self, result: TournamentResult, confidence: float) -> None:
        found = roles_in(result.matches)
        self.roles = list(found.values())
        self._rates = [result.win_rates(confidence, role) for role in (None, *found)]

    def of(self, agent: int) -> list[tuple[float, Interval]]:
        """Those of an agent: in all, then in each role."""
        return [rates[agent] for rates in self._rates]

    def figures(self, agent: int) -> dict[str, Any]:
        """The same by name; None stands for a role that the agent never had."""
        (rate, interval), *by_role = self.of(agent)
        named = zip(self.roles, by_role, strict=True)
        return {
            "win_rate": rate,
            "win_rate_interval": [*interval],
            "win_rates_by_role": {role: None if math.isnan(one) else one for role, (one, _) in named},
        }


def roles_in(matches: Iterable[MatchResult]) -> Mapping[int, str]:
    """The roles that agents had in these matches of one game, by number."""
    names: tuple[str, ...] = ()
    seen = set[int]()
    for match in matches:
        names = match.game.roles
        seen.update(np.unique(match.roles).tolist())
    return {role: names[role] for role in sorted(seen)}
