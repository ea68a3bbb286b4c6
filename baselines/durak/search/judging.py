"""Durak's judge of exported choices: the endgame solver where it knows the values, else a searching agent."""

from __future__ import annotations

import numpy as np

from baselines.durak.endgames.solution import solve
from cardkit.agents import Analyst
from cardkit.export.judging import Judgement, search_values
from durak_env.information import InformationSet

NODES = 2_000_000
"""The most nodes of an endgame's search: a fraction of a second."""


def action_values(agent: Analyst, info: InformationSet, rng: np.random.Generator) -> Judgement:
    """Judge each action: a win counts 1, a draw 0.5."""
    try:
        moves = solve(info, NODES).moves
    except ValueError:  # there is a talon, or the nodes do not suffice
        return search_values(agent, info, rng)
    return Judgement({action: 0.5 + 0.5 * score.value for action, score in moves.items()}, exact=True)
