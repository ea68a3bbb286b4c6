"""Analyses of a game whose searches explain their choices, and of which no position is solved."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cardkit.search.analyst import SearchAnalyst
from cardtable.line import Chance
from cardtable.view import Json


@dataclass(frozen=True)
class SearchAnalysis:
    """How searches judge positions."""

    adviser: ClassVar[str] = "ismcts"
    opposed: ClassVar[bool] = False
    analysts: ClassVar[Sequence[str]] = ("ismcts",)

    @abstractmethod
    def text(self, info: Any, action: int) -> str:
        """An action's text."""

    def explain(self, agent: Any, info: Any, chance: Chance, step: int) -> tuple[Json, bool]:
        """The analysis of a search, step by step longer, and whether this was the last step."""
        if not isinstance(agent, SearchAnalyst):
            raise ValueError(f"it cannot explain its choices: only {' and '.join(self.analysts)} can")
        steps = agent.growing()
        analysis = steps[min(step, len(steps) - 1)].analyse_from(info, chance.stream())
        told = {
            "chosen": analysis.chosen,
            "positions": analysis.positions,
            "depth": analysis.depth,
            "seconds": round(analysis.seconds, 6),
            "actions": [self._told(info, one) | found._asdict() for one, found in analysis.found.items()],
            "line": [self._told(info, one) for one in analysis.line],
        }
        return told, step >= len(steps) - 1

    def solve(self, info: Any) -> Json | None:
        """None: the search solves nothing."""
        return None

    def beliefs(self, info: Any) -> Json | None:
        """None: the search says nothing of hidden cards."""
        return None

    def _told(self, info: Any, action: int) -> Json:
        return {"action": action, "text": self.text(info, action)}
