"""The protocol of Durak's agents that prepare for their games."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from cardkit.agents import Agent
from durak_env.rules import Rules


@runtime_checkable
class PreparedAgent(Agent, Protocol):
    """An agent that prepares before its first game, knowing what it will play."""

    def prepare(self, rules: Rules, open_world: bool) -> None:
        """Prepare for games by these rules; raises ValueError if the agent cannot play them."""
        ...
