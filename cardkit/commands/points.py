"""Matches and tournaments of games of points: the reports of their commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.commands.match import MatchOptions
from cardkit.commands.tournament import TournamentOptions

if TYPE_CHECKING:
    from cardkit.arena.match_result import MatchResult
    from cardkit.arena.tournament_result import TournamentResult
    from cardkit.report.points_report import PointsReport
    from cardkit.report.points_tables import PointsStandings
    from cardkit.statistics.sprt import DealTest


class PointsMatchOptions(MatchOptions):
    """Additions to ``match`` for games of points."""

    def report(
        self, result: MatchResult, confidence: float, sprt: DealTest | None, most_failures: float
    ) -> PointsReport:
        """Return the report with points, places and leads."""
        from cardkit.report.points_report import PointsReport

        return PointsReport(result, confidence, sprt, most_failures)


class PointsTournamentOptions(TournamentOptions):
    """Additions to ``tournament`` for games of points."""

    def standings(self, result: TournamentResult, confidence: float, most_failures: float) -> PointsStandings:
        """Return the tables with points, places and leads."""
        from cardkit.report.points_tables import PointsStandings

        return PointsStandings(result, confidence, most_failures)
