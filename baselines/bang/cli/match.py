"""``bang match``: what it reports and tests where agents play seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.commands.match import MatchOptions

if TYPE_CHECKING:
    from cardkit.arena.match_result import MatchResult
    from cardkit.game import Game
    from cardkit.report.match_report import MatchReport
    from cardkit.statistics.sprt import DealTest


class BangMatchOptions(MatchOptions):
    """Counts the games that an agent's seats win: seats of a team win together, so none has more than all others."""

    def test(self, game: Game, h0: float, h1: float) -> DealTest:
        """The test of how often the agent wins, in per cent, as a team or as a seat."""
        from cardkit.statistics.sprt import WinRateSprt

        return WinRateSprt(h0 / 100, h1 / 100)

    def report(
        self, result: MatchResult, confidence: float, sprt: DealTest | None, most_failures: float
    ) -> MatchReport:
        """The report with rates of wins, by team where the agents play teams."""
        from cardkit.game import draws_parties
        from cardkit.report.party_report import PartyReport
        from cardkit.report.win_report import WinReport

        kind = PartyReport if draws_parties(result.game) else WinReport
        return kind(result, confidence, sprt, most_failures)
