"""The agent inside an environment: an agent object, a spec string, a callable, or a pool of these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cardkit.specs import load_agent
from durak_env.compiled_agents import CompiledAgent
from durak_env.information import InformationSet
from durak_env.observation import Encoding


class CallableAgent:
    """A function ``policy(observation, action_mask) -> action`` as an agent; it sees the environment's encoding."""

    def __init__(self, policy: Callable[[np.ndarray, np.ndarray], Any], encoding: Encoding) -> None:
        self.policy = policy
        self.encoding = encoding

    def act(self, info: InformationSet, rng: np.random.Generator) -> Any:
        """The policy's action; the policy brings its own randomness."""
        return self.policy(*self.encoding.observe(info))


def opponent_pool(opponent: Any, encoding: Encoding) -> list[Any]:
    """The agents that ``opponent`` stands for, one or several.

    Raises:
        ValueError: an unknown agent, an empty pool, or something that can be no agent.
    """
    if isinstance(opponent, Sequence) and not isinstance(opponent, str):
        if not opponent:
            raise ValueError("the pool of opponents is empty")
        return [agent for member in opponent for agent in opponent_pool(member, encoding)]
    if isinstance(opponent, str):
        return [load_agent(opponent)]
    if isinstance(opponent, CompiledAgent) or callable(getattr(opponent, "act", None)):
        return [opponent]
    if callable(opponent):
        return [CallableAgent(opponent, encoding)]
    raise ValueError(
        f"{opponent!r} is no opponent: give a spec such as 'greedy', an agent with act(info, rng), "
        "a callable policy(observation, action_mask), or a list of these"
    )


def compiled_pool(pool: Sequence[Any]) -> bool:
    """Whether all agents of a pool can play inside compiled loops."""
    return all(isinstance(agent, CompiledAgent) for agent in pool)
