"""The statistics of a match of Durak, with those of the thesis."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from baselines.durak.arena.match_result import MatchResult
from cardkit.report import match_report
from cardkit.report.match_report import percent
from cardkit.report.text_table import span
from cardkit.statistics.intervals import Interval

FIGURES = (
    *("agents", "games", "seed", "world", "rules", "wins", "draws", "confidence", "win_intervals", "scores"),
    *("score_intervals", "pairs", "illegal_actions", "crashes", "first_errors", "choices_a_game", "ms_a_choice"),
    *("bouts_a_game", "plies_a_game", "plies_a_bout", "first_mover_share"),
)
"""The names of the figures, in their order."""


class MatchReport(match_report.MatchReport):
    """The figures and tables of a match of Durak."""

    def values(self) -> dict[str, Any]:
        """Return the figures of any match and those of Durak, in the order of `FIGURES`."""
        result = self._of_durak
        own = {
            "world": "open" if result.open_world else "closed",
            "rules": str(result.rules),
            "draws": result.draws,
            "win_intervals": self._win_intervals(),
            "pairs": result.pairs,
            "plies_a_bout": result.plies_per_bout,
            "first_mover_share": result.first_mover_share,
        }
        values = super().values() | own
        return {name: values[name] for name in FIGURES}

    def agent_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows for both agents, with the Wilson intervals of their wins."""
        wins, *others = super().agent_rows()
        yield wins
        yield f"  {self.level} Wilson interval", *(span(one, percent) for one in self._win_intervals())
        yield from others

    def game_rows(self) -> Iterator[tuple[str, str]]:
        """Yield the lengths of games and bouts, and the share of games that the first attacker won."""
        result = self._of_durak
        share = result.first_mover_share
        yield "bouts a game", f"{result.bouts:.1f}"
        yield "plies a bout", f"{result.plies_per_bout:.1f}"
        yield "plies a game", f"{result.plies:.1f}"
        yield "decided games won by the first attacker", "-" if math.isnan(share) else percent(share)

    @property
    def _of_durak(self) -> MatchResult:
        """The result, with the figures of Durak; a match that the kit played has it without them."""
        return MatchResult.of(self.result)

    def _win_intervals(self) -> tuple[Interval, Interval]:
        result = self._of_durak
        return result.win_interval(self.confidence), result.loss_interval(self.confidence)
