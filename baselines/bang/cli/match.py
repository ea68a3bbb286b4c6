"""``bang match``: its report and its test of rates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.commands.match import MatchOptions

if TYPE_CHECKING:
    from cardkit.arena.match_result import MatchResult
    from cardkit.game import Game
    from cardkit.report.match_report import MatchReport
    from cardkit.statistics.sprt import DealTest, LastRateSprt


class BangMatchOptions(MatchOptions):
    """Counts the games that an agent's seats win: seats of a team win together, so none is ahead of all others."""

    def rate_test(self, game: Game) -> type[LastRateSprt]:
        """The test of how often the first agent wins, as a team or as a seat."""
        from cardkit.statistics.sprt import WinRateSprt

        return WinRateSprt

    def report(
        self, result: MatchResult, confidence: float, sprt: DealTest | None, most_failures: float
    ) -> MatchReport:
        """The report with rates of wins, by team where the agents play teams."""
        from cardkit.game import draws_parties
        from cardkit.report.win_report import WinReport

        if draws_parties(result.game):
            return super().report(result, confidence, sprt, most_failures)
        return WinReport(result, confidence, sprt, most_failures)
