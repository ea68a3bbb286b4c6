"""What an agent is: a choice made from an information set and a source of randomness, and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from durak_env.compiled_agents import CompiledAgent, compiled_choice
from durak_env.information import InformationSet
from durak_env.rules import Rules

__all__ = ["Agent", "BatchAgent", "CompiledAgent", "PreparedAgent", "compiled_choice"]


@runtime_checkable
class Agent(Protocol):
    """Whoever can be asked for an action. A `CompiledAgent` is one that plays inside compiled loops too."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """The id of one of ``info.legal_actions``, of which there is at least one; all chance comes from ``rng``."""
        ...


@runtime_checkable
class BatchAgent(Agent, Protocol):
    """An agent that can be asked about many games at once, as a network is best asked."""

    def act_batch(self, infos: Sequence[InformationSet], rngs: Sequence[np.random.Generator]) -> Sequence[int]:
        """What `act` gives for each information set with its own source of randomness; all are of the same rules."""
        ...


@runtime_checkable
class PreparedAgent(Agent, Protocol):
    """An agent that wants to know what it is to play before the first game."""

    def prepare(self, rules: Rules, open_world: bool) -> None:
        """Get ready for games by these rules; raises ValueError where the agent cannot play them."""
        ...
