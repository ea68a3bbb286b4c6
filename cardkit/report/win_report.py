"""Rates of wins, where several may win together: the report on a match, and the rates of a tournament."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from cardkit.arena.match_result import MatchResult
from cardkit.report.lineup_report import LineupReport
from cardkit.report.match_report import percent
from cardkit.statistics.estimate import Estimate
from cardkit.statistics.intervals import clustered_interval

ByDeal = Callable[[Callable[[MatchResult], np.ndarray]], Iterable[np.ndarray]]


class WinReport(LineupReport):
    """Rates of wins, see `MatchResult.won`; deals are the clusters of their intervals.

    Attributes:
        rates: for each player, the share of its places that win their game.
        by_role: the same for the places of each role alone, by its name.
        drawn: the share of the games that nobody wins.
    """

    def _find_figures(self) -> None:
        super()._find_figures()
        found = WinRates([self.result], lambda values: self._by_deal(values(self.result)), self.confidence)
        self.rates, self.by_role = found.all, found.by_role
        self.drawn = float(np.mean(~self.result.won.any(axis=1)))

    def agent_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield rates of wins, in all and by role, then faults, choices and times."""
        yield from self.mean_rows("won", self.rates, percent)
        for role, means in self.by_role.items():
            yield from self.mean_rows(f"won as {role}", means, percent)
        yield from self.last_rows()

    def verdict(self) -> str:
        """State how many games have no winner, and which agents lost games by faults."""
        faults = (one.no_verdict if one in self.unjudged else f"{one}." for one in self.result.fault_reports)
        return " ".join([f"Games without a winner: {percent(self.drawn)}.", *faults])

    def values(self) -> dict[str, Any]:
        """Return all figures by name."""
        return {
            **self.heading_values(),
            "win_rates": tuple(one.value for one in self.rates),
            "win_rate_intervals": tuple(one.interval for one in self.rates),
            "win_rates_by_role": {role: tuple(one.value for one in means) for role, means in self.by_role.items()},
            "drawn": self.drawn,
            **self.agent_values(),
        }


class WinRates:
    """Each agent's rates of wins, with intervals whose clusters are deals.

    Attributes:
        all: the share of each agent's places that win their game.
        by_role: the share of wins among the places with a role, by the role's name; NaN for an agent that never had it.

    Args:
        matches: of one game.
        by_deal: sums the values of matches for each agent, as `TournamentResult.by_deal` does.
        confidence: of the intervals.
    """

    def __init__(self, matches: Sequence[MatchResult], by_deal: ByDeal, confidence: float) -> None:
        self._by_deal, self._confidence = by_deal, confidence
        self.all = self._rates(lambda match: np.ones_like(match.won))
        self.by_role = {
            name: self._rates(lambda match, role=role: match.roles == role, alike=True)  # see `clustered_interval`
            for role, name in roles_in(matches).items()
        }

    def of(self, agent: int) -> list[Estimate]:
        """Return an agent's rates: in all, then in each role."""
        return [rates[agent] for rates in (self.all, *self.by_role.values())]

    def figures(self, agent: int) -> dict[str, Any]:
        """Return an agent's rates by name; None stands for a role that it never had."""
        named = {role: rates[agent].value for role, rates in self.by_role.items()}
        return {
            "win_rate": self.all[agent].value,
            "win_rate_interval": [*self.all[agent].interval],
            "win_rates_by_role": {role: None if math.isnan(one) else one for role, one in named.items()},
        }

    def _rates(self, played: Callable[[MatchResult], np.ndarray], alike: bool = False) -> list[Estimate]:
        """Estimate the shares of wins among the places and games that are ``played``.

        Args:
            played: bool array (games, places) of a match.
            alike: whether the same party is believed to win every game of a deal.
        """
        interval, found = partial(clustered_interval, alike=alike), []
        won = self._by_deal(lambda match: match.won & played(match))
        for (hits, _), (games, _) in zip(won, self._by_deal(played), strict=True):
            some = np.stack([hits, games])[:, games > 0]
            found.append(Estimate.of(some, interval, self._confidence) if some.size else Estimate(math.nan, 0.0, 1.0))
        return found


def roles_in(matches: Iterable[MatchResult]) -> Mapping[int, str]:
    """Return the roles that agents had in these matches of one game, by number."""
    names: tuple[str, ...] = ()
    seen = set[int]()
    for match in matches:
        names = match.game.roles
        seen.update(np.unique(match.roles).tolist())
    return {role: names[role] for role in sorted(seen)}
