"""Our agents as bots of OpenSpiel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from cardkit.agents import as_agent, name_of, prepare
from cardkit.checks import check_whole
from durak_env.action_errors import action_id, illegal_action
from durak_env.durak import Durak
from durak_env.openspiel.state import DurakState
from durak_env.rules import Rules


class AgentBot(pyspiel.Bot):
    """An agent at a seat of OpenSpiel's table. It receives its information set, never the state.

    Args:
        agent: anything with ``act(info, rng)``, or its spec.
        player: its seat, 0 or 1.
        seed: of its chance.

    Raises:
        ValueError: it is not an agent, or the seat or the seed is out of range.
    """

    def __init__(self, agent: Any, player: int, seed: int = 0) -> None:
        super().__init__()
        check_whole("player", player, 0, 1)
        check_whole("seed", seed, 0)
        self._agent, self._player, self._name = as_agent(agent, Durak()), player, name_of(agent)
        self._prepared: Rules | None = None
        self._rng = np.random.default_rng((seed, player))

    def player_id(self) -> int:
        """Return the agent's seat."""
        return self._player

    def provides_policy(self) -> bool:
        """Return False: the bot tells no probabilities."""
        return False

    def restart_at(self, state: DurakState) -> None:
        """Begin a game; agents remember nothing between plies."""

    def restart(self) -> None:
        """Begin a new game."""

    def step(self, state: DurakState) -> int:
        """Return the agent's action.

        Raises:
            ValueError: the agent does not play these rules or chooses an illegal action, or it is not its turn.
        """
        game = state.variant.game
        if state.current_player() != self._player:
            raise ValueError(f"agent {self._name!r} sits at seat {self._player}, which is not to move")
        if self._prepared != game.rules:
            prepare(self._agent, game, f"agent {self._name!r}")
            self._prepared = game.rules
        info = game.information_set(state.record, self._player, state.plies)
        chosen = action_id(self._agent.act(info.copy(), self._rng), game.rules)
        if chosen not in info.legal_actions:
            raise ValueError(f"agent {self._name!r}: {illegal_action(info, chosen)}")
        return chosen

    def inform_action(self, state: DurakState, player_id: int, action: int) -> None:
        """Ignore the ply: all plies stand in the next information set."""
