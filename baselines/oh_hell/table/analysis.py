"""Analyses of Oh Hell! for the table's page: its search, and where the hidden cards may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from baselines.oh_hell.search.agent import SearchAgent
from cardtable.beliefs import SAMPLES, beliefs_of
from cardtable.line import Chance
from cardtable.view import Json
from oh_hell_env.actions import texts_of_actions
from oh_hell_env.information import InformationSet, determinize
from oh_hell_env.rules import Rules


@dataclass(frozen=True)
class OhHellAnalysis:
    """How agents judge positions of Oh Hell!"""

    adviser: ClassVar[str] = "ismcts"
    opposed: ClassVar[bool] = False
    analysts: ClassVar[Sequence[str]] = ("ismcts",)

    def explain(self, agent: Any, info: InformationSet, chance: Chance, step: int) -> tuple[Json, bool]:
        """The analysis of a search, step by step longer, and whether this was the last step."""
        if not isinstance(agent, SearchAgent):
            raise ValueError("it cannot explain its choices: only ismcts can")
        steps = agent.growing()
        analysis = steps[min(step, len(steps) - 1)].analyse_from(info, chance.stream())
        told = {
            "chosen": analysis.chosen,
            "positions": analysis.positions,
            "depth": analysis.depth,
            "seconds": round(analysis.seconds, 6),
            "actions": [_action(one, info.rules) | found._asdict() for one, found in analysis.found.items()],
            "line": [_action(one, info.rules) for one in analysis.line],
        }
        return told, step >= len(steps) - 1

    def solve(self, info: InformationSet) -> Json | None:
        """Nothing is solved."""
        return None

    def beliefs(self, info: InformationSet) -> Json | None:
        """By other seat and card, the share of determinizations with the card in that hand."""
        rng = np.random.default_rng(0)
        return beliefs_of(np.array([determinize(info, rng)["hands"] for _ in range(SAMPLES)]), info.seat)


def _action(action: int, rules: Rules) -> Json:
    return {"action": action, "text": texts_of_actions(rules)[action]}
