"""Analyses of Durak for the table's page: searches, exact endgames, and where the hidden cards may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from baselines.durak.agents.exact import growing
from baselines.durak.endgames.solution import Score, solve
from baselines.durak.table.determinizations import determinizations
from cardtable.analyses.beliefs import SAMPLES, beliefs_of
from cardtable.analyses.by_search import SearchAnalysis
from cardtable.view import Json
from durak_env.action_errors import action_text
from durak_env.information import InformationSet
from durak_env.rules import Rules

NODES = 2_000_000
"""The most nodes of an endgame's search: a fraction of a second for each of its two questions."""


@dataclass(frozen=True)
class DurakAnalysis(SearchAnalysis):
    """Agents' judgements of positions of Durak."""

    opposed: ClassVar[bool] = True
    analysts: ClassVar[Sequence[str]] = ("ismcts", "champion-search", "mcts", "minimax")

    def steps(self, agent: Any) -> Sequence[Any]:
        """Make agents that search longer and longer, the given one last, with exact endgames if it has them."""
        return _steps(agent)

    def solve(self, info: InformationSet) -> Json | None:
        """Find value, distance and best line of an endgame of two seats."""
        try:
            solution = solve(info, NODES)
        except ValueError:  # there is a talon, or the nodes do not suffice
            return None
        return {
            **asdict(Score(solution.value, solution.distance)),
            "actions": {str(action): asdict(score) for action, score in solution.moves.items()},
            "line": [_action(action, info.rules) for action in solution.line],
        }

    def beliefs(self, info: InformationSet) -> Json | None:
        """Return, by other seat and card, the share of determinizations with the card in that hand."""
        hands, weighted = determinizations(info, SAMPLES, np.random.default_rng(0))
        return beliefs_of(hands, info.seat, weighted)


@lru_cache(4)
def _steps(agent: Any) -> list[Any]:
    return growing(agent)


def _action(action: int, rules: Rules) -> Json:
    return {"action": action, "text": action_text(action, rules)}
