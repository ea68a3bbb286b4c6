"""The tables of a tournament, the thesis' table included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baselines.durak.arena.thesis_growth import THESIS_CONFIDENCE, THESIS_MOST, undecided
from cardkit.arena.faults import MOST_FAILURES
from cardkit.arena.match_result import MatchResult
from cardkit.arena.tournament_result import TournamentResult
from cardkit.report import tournament_tables
from cardkit.report.text_table import TextTable
from cardkit.statistics.intervals import wilson


class Standings(tournament_tables.Standings):
    """A tournament's agents in rating order, with all figures of its tables, the thesis' included.

    Args:
        with_thesis: whether the thesis' table is among the tables.
    """

    def __init__(
        self,
        result: TournamentResult,
        confidence: float,
        most_failures: float = MOST_FAILURES,
        with_thesis: bool = False,
    ) -> None:
        super().__init__(result, confidence, most_failures)
        self._with_thesis = with_thesis

    def tables(self, width: int | None = None) -> list[TextTable]:
        """List all tables with results."""
        return [*super().tables(width), *([self.thesis_table()] if self._with_thesis else [])]

    def thesis_table(self) -> TextTable:
        """Make the thesis' table: the interval of the decided games won, and the number of games; best agents last."""
        order = list(reversed(self.order))
        header = ["", *(self.result.names[agent] for agent in order)]
        rows = [
            (self.result.names[agent], *(self._wilson_interval(agent, other) for other in order)) for agent in order
        ]
        return TextTable("As in the thesis", header, rows, tuple(self._undecided_lines()), names=1)

    def csv(self) -> str:
        """Write the thesis' file: its table, then the pairs without a decision."""
        table = self.thesis_table()
        return table.csv() + "".join(f"{line}\n" for line in ("", *table.notes) if table.notes)

    def figures(self) -> dict[str, Any]:
        """Return all figures by name, and the matches that the thesis would call undecided."""
        return super().figures() | {"undecided": [match.names for match in self._undecided()]}

    def _undecided(self) -> list[MatchResult]:
        return [match for match in self.result.matches if undecided(match.results)]

    def _wilson_interval(self, agent: int, other: int) -> str:
        comparison = self.result.comparison(agent, other)
        if comparison is None:
            return ""
        won, _, lost = comparison.counts
        low, high = wilson(won, won + lost, THESIS_CONFIDENCE)
        return f"{100 * low:.1f}%-{100 * high:.1f}% ({len(comparison.tallies) * 2})"

    def _undecided_lines(self) -> Sequence[str]:
        left = self._undecided()
        if not left:
            return []
        at_bound = all(match.games >= THESIS_MOST for match in left)  # as --thesis leaves them
        head = f"Equally Strong Agents (Upper bound: {THESIS_MOST}):" if at_bound else "Undecided so far:"
        return [head, *(f"{match.names[0]} - {match.names[1]}" for match in left)]
