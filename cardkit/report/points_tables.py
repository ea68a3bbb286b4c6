"""The tables of a tournament in a game of points."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from cardkit.arena.faults import MOST_FAILURES
from cardkit.arena.match_result import MatchResult
from cardkit.arena.tournament_result import TournamentResult
from cardkit.report.points_report import PointsReport
from cardkit.report.text_table import TextTable
from cardkit.report.tournament_tables import Standings
from cardkit.statistics.estimate import Estimate, IntervalOf
from cardkit.statistics.intervals import clustered_count_interval, clustered_interval, clustered_range_interval
from cardkit.statistics.returns import first_places, places


class PointsStandings(Standings):
    """A tournament's agents in rating order, with points, places and leads over all their seats and games.

    Attributes:
        means: by name of a figure, its mean for each agent, by number.
    """

    def __init__(self, result: TournamentResult, confidence: float, most_failures: float = MOST_FAILURES) -> None:
        super().__init__(result, confidence, most_failures)
        counts = result.matches[0].game.counts_of_agents
        lows, highs = zip(*(match.lead_range for match in result.matches), strict=True)
        self.means = {
            "points": result.returns(confidence),
            **{name: self._mean_of(lambda match, name=name: match.results[name]) for name in counts},
            "place": self._mean_of(lambda match: places(match.results["returns"])),
            "first": self._mean_of(lambda match: first_places(match.results["returns"]), clustered_interval),
            "lead": self._mean_of(
                lambda match: match.leads, partial(clustered_range_interval, least=min(lows), most=max(highs))
            ),
        }

    def tables(self, width: int | None = None) -> list[TextTable]:
        """List the kit's tables, points, and what agents have alone against others, if they have played so."""
        lone = self.lone_table()
        return [*super().tables(width), self.points_table(), *([] if lone is None else [lone])]

    def points_table(self) -> TextTable:
        """Make the table of points, counts by seat, places and leads of each agent."""
        note = (
            f"Means over all seats and games of an agent, ± half the width of the {self.level} interval. First: share "
            "of first places, in per cent; lead: points minus those of all other agents at the table."
        )
        heads = ["first, %" if name == "first" else name for name in self.means]
        return self.table(
            "Points", heads, lambda agent: (_cell(name, one[agent]) for name, one in self.means.items()), note
        )

    def lone_table(self) -> TextTable | None:
        """Make the table of each agent's points alone against others of one kind; None if there was no such match."""
        found = {pair: match for match in self.result.matches if (pair := _lone(match)) is not None}
        if not found:
            return None
        names = self.result.names
        note = (
            "Points of the row's agent alone against the column's in all other seats, "
            f"± half the width of the {self.level} interval."
        )
        return self.table(
            "Alone",
            self.ranks,
            lambda agent: (self._lone_text(found.get((names[agent], names[other]))) for other in self.order),
            note,
        )

    def csv(self) -> str:
        """Write each agent's figures with the ends of their intervals."""
        return self.csv_of(self.means)

    def figures(self) -> dict[str, Any]:
        """Return all figures by name, those of points among them."""
        figures = super().figures()
        for figure, agent in zip(figures["agents"], self.order, strict=True):
            for name, means in self.means.items():
                interval = [x if np.isfinite(x) else None for x in means[agent].interval]
                figure[name], figure[f"{name}_interval"] = means[agent].value, interval
        return figures

    def _mean_of(
        self,
        values: Callable[[MatchResult], np.ndarray],
        interval: IntervalOf = clustered_count_interval,
    ) -> list[Estimate]:
        return [Estimate.of(deals, interval, self.confidence) for deals in self.result.by_deal(values)]

    def _lone_text(self, match: MatchResult | None) -> str:
        return "" if match is None else _cell("points", PointsReport(match, self.confidence).points[0])


def _lone(match: MatchResult) -> tuple[str, str] | None:
    """Return the agent that plays alone and the one in all other seats, if a match is of that kind."""
    alone, *others = match.names
    return (alone, others[0]) if len(others) > 1 and len(set(others)) == 1 and alone != others[0] else None


def _cell(name: str, mean: Estimate) -> str:
    form = {"points": ".1f", "first": ".1f", "lead": "+.1f"}.get(name, ".2f")
    return mean.give_or_take(form, 100 if name == "first" else 1)
