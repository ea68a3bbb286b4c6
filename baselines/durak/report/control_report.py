"""The statistics of a match whose score is freed from the luck of the draws."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from baselines.durak.report.match_report import MatchReport
from cardkit.arena.faults import MOST_FAILURES
from cardkit.arena.match_result import MatchResult, whatever_failed
from cardkit.report.text_table import span
from cardkit.statistics.control import WORTH_IT, Controlled, controlled


class ControlReport(MatchReport):
    """The figures and tables of a match of Durak, with a score freed from luck.

    Attributes:
        freed: the first agent's score, freed from luck.

    Args:
        result: of the match, with the luck of the first agent in each game as measured: a variable of mean zero.
        confidence: of the intervals.

    Raises:
        ValueError: too few deals.
    """

    def __init__(self, result: MatchResult, confidence: float, most_failures: float = MOST_FAILURES) -> None:
        super().__init__(result, confidence, most_failures=most_failures)
        self.freed: Controlled = self._free(result.points)

    def _free(self, points: np.ndarray) -> Controlled:
        """Free the mean of the first agent's points, array (games,), from its luck."""
        starts, sizes = self.result.deals
        by_deal, luck = (np.add.reduceat(each, starts) for each in (points, np.asarray(self.result.measured)))
        return controlled(by_deal, luck, sizes, self.confidence)

    def figures(self) -> dict[str, Any]:
        """Return all figures by name, and those of the control."""
        freed = self.freed
        return super().figures() | {
            "control": {
                "score": freed.mean,
                "score_interval": list(freed.interval),
                "gain": freed.gain,
                "share": freed.share,
                "used": freed.is_worth_it,
            }
        }

    def parts(self) -> Iterator[RenderableType]:
        """Yield the parts of any match, and what the control is worth."""
        yield from super().parts()
        yield Text(self.control_line())

    def control_line(self) -> str:
        """Describe the effect of the control, in a sentence or two."""
        freed, games = self.freed, self.result.games
        precision = f"as exact as {games * freed.gain:,.0f} games without it"
        if freed.is_worth_it and not self.unjudged:
            return f"That is the score less the luck of the draws, {precision}; the table shows it as played."
        if freed.is_worth_it:
            return (
                f"The luck of the draws taken off, {self.result.names[0]} scores {freed.mean:.3f}, {self.level} "
                f"interval {span(freed.interval)}: {precision}."
            )
        return (
            f"Less the luck of the draws, the score would be {precision}: a gain of under "
            f"{100 * (WORTH_IT - 1):.0f} %, so the plain score stands."
        )

    def verdict(self) -> str:
        """Write the verdict by the interval of the freed score, if it is worth it."""
        if not self.freed.is_worth_it:
            return super().verdict()
        result = self.result
        claimed = whatever_failed(lambda points: self._free(points).interval, result.points, result.failed, 0, 1)
        first = replace(self.standings[0], score=self.freed.mean, interval=self.freed.interval, claimed=claimed)
        freed = copy(self)
        freed.standings = [first, first.turned()]
        return super(ControlReport, freed).verdict()
