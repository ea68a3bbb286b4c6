"""The statistics of a match in a game of points."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from cardkit.arena.match_result import whatever_failed
from cardkit.report.lineup_report import LineupReport
from cardkit.report.match_report import confidence_of_each, percent
from cardkit.report.text_table import span
from cardkit.statistics.estimate import Estimate
from cardkit.statistics.intervals import Interval, clustered_range_interval
from cardkit.statistics.returns import first_places, places


class PointsReport(LineupReport):
    """The figures and tables of a match: points, what seats have done, places, and leads.

    Attributes:
        points: the mean points of each player.
        counts: by name of the game's counts by seat, their means for each player.
        places: the mean place.
        firsts: the share of first places; one that k agents share counts 1/k for each.
        leads: the mean points minus those of all seats of other agents. Deals are clusters of all intervals.
        claimed: the intervals of the leads that the verdict goes by.
    """

    def _find_figures(self) -> None:
        super()._find_figures()
        result = self.result
        rows, returns, counts = result.results, result.results["returns"], result.game.counts_of_agents
        self.points = self.returns()
        self.counts = {name: [_of_counts(one) for one in self.means(rows[name])] for name in counts}
        self.places = self.between(places(returns), 1, returns.shape[1])
        self.firsts = self.portions(first_places(returns), 1)
        leads = self.means_by_game(result.leads).T
        self.leads = [Estimate(float(one.mean()), *self._lead_interval(self.confidence, one)) for one in leads]
        self.claimed = self._claimed_leads(leads)

    def values(self) -> dict[str, Any]:
        """Return the figures; those of agents once for each agent, in the order of the lineup."""
        means = {
            "points": self.points,
            **self.counts,
            "places": self.places,
            "first_places": self.firsts,
            "leads": self.leads,
        }
        return {
            **self.heading_values(),
            **{name: part for kind, found in means.items() for name, part in _parts(kind, found)},
            **self.agent_values(),
            **{f"{name}_a_game": self.result.mean_count(name) for name in self.result.game.COUNTS},
        }

    def agent_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows of the table of agents: a name, then a cell for each agent."""
        yield from self.mean_rows("points a game", self.points, "{:.1f}".format)
        for name, means in self.counts.items():
            yield from self.mean_rows(f"{name} a game", means, "{:.2f}".format)
        yield from self.mean_rows("place", self.places, "{:.2f}".format)
        yield from self.mean_rows("first places", self.firsts, percent)
        if len(self.players) > 1:
            yield from self.mean_rows("lead over the others", self.leads, "{:+.1f}".format)
        yield from self.last_rows()

    def claims(self, played: bool = False) -> list[str]:
        """State which agents are shown to have more points than the others, or fewer."""
        intervals = [one.interval for one in self.leads] if played else self.claimed
        return [
            f"{one.label} has {how} points than the others: {lead.value:+.1f}, {self.claimed_level} "
            f"{span(interval, '{:+.1f}'.format)}."
            for one, lead, interval in zip(self.players, self.leads, intervals, strict=True)
            for how, shown in (("more", interval[0] > 0), ("fewer", interval[1] < 0))
            if shown
        ]

    def nothing_shown(self) -> str:
        """Return the sentence in place of claims."""
        return "No agent is shown to have more points than the others."

    def _claimed_leads(self, leads: np.ndarray) -> list[Interval]:
        """Find the intervals of the leads of all players together, whatever failed games would have given.

        Args:
            leads: float array (players, games).
        """
        interval = partial(self._lead_interval, confidence_of_each(self.confidence, len(self.players)))
        return [whatever_failed(interval, one, self.result.failed, *self.result.lead_range) for one in leads]

    def _lead_interval(self, confidence: float, leads: np.ndarray) -> Interval:
        """Find the interval of a player's mean lead, by its leads of all games."""
        starts, sizes = self.result.deals
        return clustered_range_interval(np.add.reduceat(leads, starts), sizes, confidence, *self.result.lead_range)


def _parts(kind: str, means: list[Estimate]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    yield kind, tuple(one.value for one in means)
    yield f"{kind.removesuffix('s')}_intervals", tuple(one.interval for one in means)


def _of_counts(mean: Estimate) -> Estimate:
    """Cut the interval of a mean of counts, none of which is below 0."""
    return mean._replace(low=max(mean.low, 0.0))
