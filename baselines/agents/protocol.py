"""What an agent is: a choice made from an information set and a source of randomness, and from nothing else."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from cardkit.agents import Agent, BatchAgent
from durak_env.compiled_agents import CompiledAgent, compiled_choice
from durak_env.rules import Rules

__all__ = ["Agent", "BatchAgent", "CompiledAgent", "PreparedAgent", "compiled_choice"]


@runtime_checkable
class PreparedAgent(Agent, Protocol):
    """An agent that wants to know what it is to play before the first game."""

    def prepare(self, rules: Rules, open_world: bool) -> None:
        """Get ready for games by these rules; raises ValueError where the agent cannot play them."""
        ...
