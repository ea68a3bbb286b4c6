"""The statistics of a match of Durak, with those of the thesis."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cardkit.arena.match_result import MatchResult, outcomes
from cardkit.report import match_report
from cardkit.report.match_report import percent
from cardkit.statistics.intervals import Interval, wilson

if TYPE_CHECKING:
    from durak_env.durak import Durak

FIGURES = (
    *("agents", "games", "seed", "world", "rules", "wins", "draws", "confidence", "win_intervals", "scores"),
    *("score_intervals", "pairs", "illegal_actions", "crashes", "first_errors", "choices_a_game", "ms_a_choice"),
    *("bouts_a_game", "plies_a_game", "plies_a_bout", "first_mover_share"),
)
"""The names of the figures, in their order."""


class MatchReport(match_report.MatchReport):
    """The figures and tables of a match of Durak."""

    def values(self) -> dict[str, Any]:
        """The figures of any match and those of Durak, in the order of `FIGURES`."""
        result = self.result
        own = {
            "world": "open" if result.game.open_world else "closed",
            "rules": str(cast("Durak", result.game).rules),
            "draws": result.draws,
            "win_intervals": self._win_intervals(),
            "pairs": result.pairs,
            "plies_a_bout": plies_a_bout(result),
            "first_mover_share": first_mover_share(result),
        }
        values = super().values() | own
        return {name: values[name] for name in FIGURES}

    def agent_rows(self) -> Iterator[tuple[str, ...]]:
        """The rows for both agents, with the Wilson intervals of their wins."""
        wins, *others = super().agent_rows()
        yield wins
        spans = (f"{percent(low)} to {percent(high)}" for low, high in self._win_intervals())
        yield f"  {self.level} Wilson interval", *spans
        yield from others

    def game_rows(self) -> Iterator[tuple[str, str]]:
        """The lengths of games and bouts, and the share of games that the first attacker won."""
        result, share = self.result, first_mover_share(self.result)
        yield "bouts a game", f"{result.mean_count('bouts'):.1f}"
        yield "plies a bout", f"{plies_a_bout(result):.1f}"
        yield "plies a game", f"{result.mean_count('plies'):.1f}"
        yield "decided games won by the first attacker", "-" if math.isnan(share) else percent(share)

    def _win_intervals(self) -> tuple[Interval, ...]:
        """The Wilson intervals of the wins among all games, as in the thesis (figure 3.5)."""
        result = self.result
        return tuple(wilson(won, result.games, self.confidence) for won in (result.wins, result.losses))


def plies_a_bout(result: MatchResult) -> float:
    """The mean number of plies a bout, over all bouts of the match."""
    return result.mean_count("plies") / result.mean_count("bouts")


def first_mover_share(result: MatchResult) -> float:
    """The share of the decided games that the first attacker won; NaN if none was decided."""
    outcome = outcomes(result.results)
    first_began = result.results["seating"][:, 0] == result.results["first_attacker"]
    decided = outcome != 0
    return float(np.mean(((outcome == 1) == first_began)[decided])) if decided.any() else math.nan
