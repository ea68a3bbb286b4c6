"""The agents that grade puzzles, and those that only check the grades."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from baselines.durak.arena.roster import make_agent
from durak_env.information import InformationSet

ROSTER = (
    "uniform",
    "high",
    "random",
    "hvalue",
    "strategy",
    "advisor",
    "champion:generation=1,endgame=policy,temperature=1",
    "ismcts:simulations=10,endgame=search",
    "low",
    "greedy",
    "openfool",
    "smart",
    "evolved",
    "expert",
    "mcts:limit=50,samples=5",
    "minimax:depth=2,samples=5",
    "ismcts:simulations=100,endgame=search",
    "champion:generation=1,endgame=policy",
    "champion:generation=3,endgame=policy",
    "champion:generation=2,endgame=policy",
)
"""Agents that do not solve endgames, from the weakest to the strongest in matches against each other."""
GRADING, CHECKING = ROSTER[::2], ROSTER[1::2]
"""The half that grades, and the half that never sees a puzzle before its grade is fixed."""
ASKS = 4
"""Answers of each agent to each puzzle: some agents choose by chance."""


def missed(info: InformationSet, best: int, agents: Sequence[str], seed: tuple[int, ...]) -> np.ndarray:
    """Find for each agent the share of its answers that is not the best action.

    Args:
        info: what the seat to move knows.
        best: the best action's id.
        agents: specs from the roster.
        seed: numbers that decide the agents' randomness.
    """
    shares = np.zeros(len(agents))
    for number, spec in enumerate(agents):
        agent, key = _agent(spec), (*seed, ROSTER.index(spec))
        answers = [agent.act(info.copy(), np.random.default_rng((*key, ask))) for ask in range(ASKS)]
        shares[number] = np.mean([answer != best for answer in answers])
    return shares


_agent = cache(make_agent)
