"""The games that learners play step by step: many at once, seen as a policy network sees them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import torch
from gymnasium.vector import AutoresetMode

from baselines.endgames.solver import UNSOLVED, endgame_memory, outcome
from baselines.networks.network_input import action_orders, fill_inputs, input_orders, input_size, trump_rows
from baselines.training.settings import RunSettings
from cardkit.compiled.bits import ONE
from cardkit.compiled.jit import jit
from cardkit.envs.opponents import OpponentPool
from durak_env.actions import slots_of_actions
from durak_env.envs.vector_env import DurakVectorEnv

NODES = 500
"""Search limit, in positions, for finding who wins a game."""


class SelfPlayGames:
    """Many games of self-play, or against built-in opponents; the trump suit comes first in all arrays.

    Attributes:
        seats: the seat to move in each game, int8 array of shape (games,); overwritten by the next step.
        infos: the environment's infos for the last observations.
    """

    def __init__(self, settings: RunSettings) -> None:
        self.rules = settings.rules
        self._orders, self._actions = input_orders(self.rules), action_orders(self.rules)
        self._slots = slots_of_actions(self.rules).astype(np.uint64)
        self._inputs = np.zeros((settings.games, input_size(self.rules)), np.float32)
        self._games = np.arange(settings.games)
        self._env = DurakVectorEnv(
            settings.games,
            opponent=settings.against or None,
            rules=settings.rules,
            skip_forced=True,
            autoreset_mode=AutoresetMode.SAME_STEP,
            copy=False,
            num_threads=settings.threads,
        )
        self.begin(settings.seed)  # lets a critic look at the games once to learn its input size

    def begin(self, seed: int) -> None:
        """Restart all games."""
        observations, infos = self._env.reset(seed=seed)
        self._take(observations, infos)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Play actions (trump suit first); returns which games ended, and both seats' returns, (games, 2)."""
        acted = self.seats.astype(np.int64)
        observations, rewards, ends, _, infos = self._env.step(self._actions[self._rows, actions])
        returns = np.zeros((len(acted), 2))
        returns[self._games, acted] = rewards
        returns[self._games, 1 - acted] = -rewards
        self._take(observations, infos)
        return ends, returns

    @property
    def opponent_pool(self) -> OpponentPool:
        """The built-in opponents, of which each game draws one."""
        return self._env.opponent_pool

    def observe(self) -> torch.Tensor:
        """The policy's inputs, float32 array of shape (games, entries); overwritten by the next step."""
        return torch.from_numpy(self._inputs)

    def other_hands(self) -> torch.Tensor:
        """The hands hidden from the seats to move: float32 array of shape (games, cards), 1 for each card held."""
        hands = self._env.states["hands"][self._games, 1 - self.seats.astype(np.int64)]
        slots = self._slots[self._actions[self._rows, : self.rules.num_cards]]
        return torch.from_numpy((hands[:, None] >> slots & ONE).astype(np.float32))

    @cached_property
    def _endgames(self) -> np.ndarray:
        """A solver's work space, made on first use; it holds the tablebase's address."""
        return endgame_memory(nodes=NODES)

    def outcomes(self) -> torch.Tensor:
        """Who wins under best play: float32 array of shape (games, 2).

        The first column is 1 if the seat to move wins, -1 if it loses, 0 for a draw; the second is 1 if that is known.
        With an empty talon it is known unless the search would take too long. If unknown, both are 0.
        """
        found = np.zeros((len(self._games), 2), np.float32)
        fill_outcomes(self._env.states, self._endgames, found)
        return torch.from_numpy(found)

    def _take(self, observations: np.ndarray, infos: dict[str, Any]) -> None:
        self.infos, self.seats = infos, infos["seat"]
        self._rows = trump_rows(observations, self.rules)
        fill_inputs(observations, infos["action_mask"], self._orders, self._rows, self._inputs)


@jit
def fill_outcomes(states: Any, memory: Any, found: Any) -> None:
    """Write what `SelfPlayGames.outcomes` returns for each STATE; ``memory`` is that of `endgame_memory`."""
    for game in range(len(states)):
        value = outcome(states[game], memory)
        if value != UNSOLVED:
            found[game, 0], found[game, 1] = value, 1
