"""The report on a match in which several seats may win together: how often each agent wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cardkit.report.lineup_report import LineupReport
from cardkit.report.match_report import percent


class WinReport(LineupReport):
    """Rates of wins, see `MatchResult.won`; deals are the clusters of their intervals.

    Attributes:
        rates: for each player, the share of its places that win their game.
        drawn: the share of the games that nobody wins.
    """

    def _find_figures(self) -> None:
        super()._find_figures()
        won = self.result.won
        self.rates = self.shares(won)
        self.drawn = float(np.mean(~won.any(axis=1)))

    def agent_rows(self) -> Iterator[tuple[str, ...]]:
        """Rates of wins, then faults, choices and times."""
        yield from self.mean_rows("won", self.rates, percent)
        yield from self.party_rows()
        yield from self.last_rows()

    def party_rows(self) -> Iterator[tuple[str, ...]]:
        """Rates of wins as each party, where agents play parties."""
        return iter(())

    def verdict(self) -> str:
        """How many games have no winner, and which agents lost games by faults."""
        faults = (one.no_verdict if one in self.unjudged else f"{one}." for one in self.result.fault_reports)
        return " ".join([f"Nobody wins {percent(self.drawn)} of the games.", *faults])

    def values(self) -> dict[str, Any]:
        """All figures by name."""
        return {
            **self.heading_values(),
            "win_rates": tuple(one.value for one in self.rates),
            "win_rate_intervals": tuple(one.interval for one in self.rates),
            "drawn": self.drawn,
            **self.agent_values(),
        }
