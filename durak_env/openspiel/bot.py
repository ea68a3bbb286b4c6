"""Our agents as bots of OpenSpiel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from durak_env.openspiel.state import DurakState


class AgentBot(pyspiel.Bot):
    """An agent at a seat of OpenSpiel's table. It receives its information set, never the state.

    Args:
        agent: anything with ``act(info, rng)``.
        player: its seat.
        seed: of its chance.
    """

    def __init__(self, agent: Any, player: int, seed: int = 0) -> None:
        super().__init__()
        self._agent, self._player = agent, player
        self._rng = np.random.default_rng((seed, player))

    def player_id(self) -> int:
        """Its seat."""
        return self._player

    def provides_policy(self) -> bool:
        """Whether it tells probabilities: no."""
        return False

    def restart_at(self, state: DurakState) -> None:
        """Begin a game; agents remember nothing between plies."""

    def restart(self) -> None:
        """Begin a new game."""

    def step(self, state: DurakState) -> int:
        """The agent's action."""
        return int(self._agent.act(state.information_set(self._player), self._rng))

    def inform_action(self, state: DurakState, player_id: int, action: int) -> None:
        """Nothing: all plies stand in the next information set."""
