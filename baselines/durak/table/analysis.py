"""Analyses of Durak for the table's page: searches, exact endgames, and where the hidden cards may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from baselines.durak.agents.exact import growing
from baselines.durak.endgames.solution import Score, solve
from baselines.durak.search.analysis import Analyst, Considered
from cardkit.agents import CompiledAnalyst
from cardtable.analyses.beliefs import SAMPLES, beliefs_of
from cardtable.line import Chance
from cardtable.view import Json
from durak_env.action_errors import action_text
from durak_env.information import InformationSet, determinize
from durak_env.rules import Rules

NODES = 2_000_000
"""Of an endgame's search: a fraction of a second for each of its two questions."""


@dataclass(frozen=True)
class DurakAnalysis:
    """How agents judge positions of Durak."""

    adviser: ClassVar[str] = "ismcts"
    opposed: ClassVar[bool] = True
    analysts: ClassVar[Sequence[str]] = ("ismcts", "champion-search", "mcts", "minimax")

    def explain(self, agent: Any, info: InformationSet, chance: Chance, step: int) -> tuple[Json, bool]:
        """The analysis of a search, step by step longer, and whether this was the last step."""
        if not isinstance(agent, Analyst):
            raise ValueError("it cannot explain its choices: only searching agents can")
        steps = _steps(agent)
        searching = steps[min(step, len(steps) - 1)]
        if isinstance(searching, CompiledAnalyst):
            analysis = searching.analyse_from(info, chance.stream())
        else:
            analysis = searching.analyse(info, chance.generator)
        told = {
            "chosen": analysis.chosen,
            "positions": analysis.positions,
            "depth": analysis.depth,
            "seconds": round(analysis.seconds, 6),
            "actions": [_considered(one, info.rules) for one in analysis.considered],
            "line": [_action(action, info.rules) for action in analysis.line],
        }
        return told, step >= len(steps) - 1

    def solve(self, info: InformationSet) -> Json | None:
        """Value, distance and best line of an endgame of two seats."""
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
        """By other seat and card, the share of determinizations with the card in that hand."""
        rng = np.random.default_rng(0)
        return beliefs_of(np.array([determinize(info, rng)["hands"] for _ in range(SAMPLES)]), info.seat)


@lru_cache(4)
def _steps(agent: Any) -> list[Any]:
    return growing(agent)


def _considered(one: Considered, rules: Rules) -> Json:
    return {
        **_action(one.action, rules),
        "value": one.value,
        "visits": one.visits,
        "interval": one.interval,
        "votes": one.votes,
    }


def _action(action: int, rules: Rules) -> Json:
    return {"action": action, "text": action_text(action, rules)}
