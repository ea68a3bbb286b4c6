"""Analyses of a game whose searches explain their choices, and of which no position is solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cardkit.agents import Analyst
from cardkit.notation.analysis import Analysis
from cardkit.search.analyst import CompiledAnalyst, SearchAnalyst
from cardtable.line import Chance
from cardtable.view import Json


@dataclass(frozen=True)
class SearchAnalysis:
    """Judgements of positions by searches."""

    adviser: ClassVar[str] = "ismcts"
    opposed: ClassVar[bool] = False
    analysts: ClassVar[Sequence[str]] = ("ismcts",)

    def steps(self, agent: Any) -> Sequence[Any]:
        """Make agents that search longer and longer, the given one last; it alone if it does not search."""
        return agent.growing() if isinstance(agent, SearchAnalyst) else (agent,)

    def explain(self, agent: Any, info: Any, chance: Chance, step: int) -> tuple[Json, bool]:
        """Analyse by a search, step by step longer; return also whether this was the last step."""
        if not isinstance(agent, Analyst):
            raise ValueError(f"it cannot explain its choices, as {', '.join(self.analysts)} can")
        steps = self.steps(agent)
        searching = steps[min(step, len(steps) - 1)]
        if isinstance(searching, CompiledAnalyst):
            analysis = searching.analyse_from(info, chance.stream())
        else:
            analysis = searching.analyse(info, chance.generator)
        return _told(analysis), step >= len(steps) - 1

    def solve(self, info: Any) -> Json | None:
        """Return None: the search solves nothing."""
        return None

    def beliefs(self, info: Any) -> Json | None:
        """Return None: the search says nothing of hidden cards."""
        return None


def _told(analysis: Analysis) -> Json:
    def action(number: int) -> Json:
        return {"action": number, "text": analysis.texts[number]}

    return {
        "chosen": analysis.chosen,
        "positions": analysis.positions,
        "depth": analysis.depth,
        "seconds": round(analysis.seconds, 6),
        "actions": [action(number) | found._asdict() for number, found in analysis.found.items()],
        "line": [action(number) for number in analysis.line],
    }
