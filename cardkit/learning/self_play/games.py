"""The games that learners play step by step: many at once, of any number of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import torch
from gymnasium.vector import AutoresetMode

from cardkit.encoding import Encoding
from cardkit.envs.opponents import OpponentPool
from cardkit.envs.vector_env import GameVectorEnv
from cardkit.game import Game
from cardkit.learning.settings import RunSettings


class SeatGames:
    """Many games of which a learner plays every seat, or one seat against agents inside.

    A network's input is the observation of the seat to move, then its action mask. A subclass may write it otherwise,
    with the mask still last, and show more to critics.

    Args:
        game: that is played.
        encoding: of the observations.
        settings: of the run.
        opponent: the agents inside; None for self-play.
        unit: the winnings that count as 1, so that values stay about that size.

    Attributes:
        seats: the seat to move in each game, int8 array of shape (games,); overwritten by the next step.
        infos: the environment's infos for the last observations.
        num_seats: seats of the game.
        num_actions: outputs of a policy.
        input_size: entries of a network's input.
    """

    CRITICS: ClassVar[Mapping[str, Sequence[Callable[[Any], torch.Tensor]]]] = {"closed": ()}
    """The inputs of each kind of critic besides the policy's: float32 arrays of shape (games, entries)."""

    def __init__(
        self, game: Game, encoding: Encoding, settings: RunSettings, opponent: Any = None, unit: float = 1.0
    ) -> None:
        self.num_seats, self.num_actions = game.seats, game.num_actions
        self.input_size = encoding.vector_space.shape[0] + game.num_actions
        self._unit = unit
        self._inputs = np.zeros((settings.games, self.input_size), np.float32)
        self._games = np.arange(settings.games)
        self._self_play = opponent is None
        self._env = GameVectorEnv(
            game,
            encoding,
            settings.games,
            opponent,
            skip_forced=True,
            autoreset_mode=AutoresetMode.SAME_STEP,
            copy=False,
            num_threads=settings.threads,
        )
        self.begin(settings.seed)  # lets a critic look at the games once to learn its input size

    def begin(self, seed: int | Sequence[int]) -> None:
        """Restart all games, with a seed for each, or one from which they count up."""
        observations, infos = self._env.reset(seed=seed)
        self._won = np.zeros((len(self._games), self.num_seats))
        self._take(observations, infos)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Play outputs of the policy; return which games ended, and what each seat received: (games, seats).

        Against agents inside only the learner's seat receives anything.
        """
        acted = self.seats.astype(np.int64)
        observations, rewards, ends, _, infos = self._env.step(self.ids_of(actions))
        received = np.zeros_like(self._won)
        if self._self_play:
            received += infos["returns"] - self._won
            self._won[:] = np.where(ends[:, None], 0, infos["returns"])
        else:
            received[self._games, acted] = rewards
        self._take(observations, infos)
        return ends, received / self._unit

    @property
    def opponent_pool(self) -> OpponentPool:
        """The agents inside, of which each game draws one."""
        return self._env.opponent_pool

    def observe(self) -> torch.Tensor:
        """Return the policy's inputs, float32 array of shape (games, entries); the next step overwrites them."""
        return torch.from_numpy(self._inputs)

    def ids_of(self, actions: np.ndarray) -> np.ndarray:
        """Return the action ids of outputs of the policy."""
        return actions

    def write_inputs(self, observations: np.ndarray, masks: np.ndarray, inputs: np.ndarray) -> None:
        """Write the policy's inputs from observations and action masks."""
        width = observations.shape[1]
        inputs[:, :width], inputs[:, width:] = observations, masks

    def outlook(self, values: np.ndarray) -> np.ndarray:
        """Return each seat's outlook, given that of the seats to move: (games, seats), NaN where it is unknown."""
        outlook = np.full((len(values), self.num_seats), np.nan)
        outlook[self._games, self.seats] = values
        return outlook

    def _take(self, observations: np.ndarray, infos: dict[str, Any]) -> None:
        self.infos, self.seats = infos, infos["seat"]
        self.write_inputs(observations, infos["action_mask"], self._inputs)
