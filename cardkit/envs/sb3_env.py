"""A game for Stable-Baselines3: the native vector environment as its VecEnv, with batched action masks.

Needs the extra ``train``.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from cardkit.envs.opponents import OpponentPool
from cardkit.envs.reset_options import check_seed
from cardkit.envs.vector_env import GameVectorEnv

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvIndices, VecEnvObs, VecEnvStepReturn
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "the environment for Stable-Baselines3 needs the extra train: pip install '.[train]' in the repository"
    ) from error


class GameVecEnv(VecEnv):
    """Many games against built-in opponents, for Stable-Baselines3 and sb3-contrib's MaskablePPO.

    When a game ends, the same step starts a new one. ``infos[i]["terminal_observation"]`` then holds the last
    observation, ``infos[i]["episode"]`` the return and length, ``infos[i]["opponent"]`` the opponent's name. With
    ``render_mode="rgb_array"`` an image shows all games, and ``env_method("render", indices=3)`` shows one; with
    ``ansi`` the latter gives text.

    Args:
        games: with an opponent and autoreset in the same step.

    Raises:
        ValueError: the games have no opponent, or another autoreset.
    """

    def __init__(self, games: GameVectorEnv) -> None:
        if games.is_self_play:
            raise ValueError("opponent must name an agent, got None: Stable-Baselines3 trains one seat")
        if (mode := games.metadata["autoreset_mode"]) is not AutoresetMode.SAME_STEP:
            raise ValueError(f"autoreset_mode must be SameStep, got {mode.value}: Stable-Baselines3 expects no other")
        self.games = games
        num_envs = games.num_envs
        self._actions = np.zeros(num_envs, np.int64)
        self._lengths = np.zeros(num_envs, np.int64)
        self._returns = np.zeros(num_envs)
        self._began = time.time()
        super().__init__(num_envs, games.single_observation_space, games.single_action_space)
        self.metadata["render_fps"] = games.metadata.get("render_fps", 1)

    def reset(self) -> VecEnvObs:
        """Start new games with the seeds and options given to `seed` and `set_options` since the last reset."""
        given = any(seed is not None for seed in self._seeds)
        observations, _ = self.games.reset(seed=self._seeds if given else None, options=self._options)
        self._lengths[:] = 0
        self._returns[:] = 0
        self._reset_seeds()
        self._reset_options()
        return observations

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed game i with ``seed + i`` from the next reset on; None draws a seed.

        Raises:
            ValueError: it is not an integer of at least 0.
        """
        return super().seed(None if seed is None else check_seed(seed))

    def step_async(self, actions: np.ndarray) -> None:
        """Store the actions for `step_wait`."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> VecEnvStepReturn:
        """Play the actions and return observations, rewards (float32), dones and infos."""
        observations, rewards, dones, _, batched = self.games.step(self._actions)
        self._lengths += 1
        self._returns += rewards
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(dones):
            infos[game] = {
                "terminal_observation": batched["final_obs"][game],
                "TimeLimit.truncated": False,
                "opponent": self.games.opponent_names[batched["final_info"]["opponent"][game]],
                "episode": {
                    "r": float(self._returns[game]),
                    "l": int(self._lengths[game]),
                    "t": round(time.time() - self._began, 6),
                },
            }
            self._lengths[game] = self._returns[game] = 0
        return observations, rewards.astype(np.float32), dones, infos

    @property
    def opponent_pool(self) -> OpponentPool:
        """The opponents, which may be changed; a change takes effect in the games that begin afterwards."""
        return self.games.opponent_pool

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of all games: bool array of shape (games, actions)."""
        return self.games.action_masks()

    def get_images(self) -> Sequence[np.ndarray | None]:
        """Return one image per game; `render` places them side by side."""
        return self.games.render()

    def close(self) -> None:
        """Stop the threads."""
        self.games.close()

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Return the attribute, repeated for each selected game."""
        source = self if attr_name == "action_masks" else self.games
        return [getattr(source, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refuse: all games of a batch share their settings."""
        raise AttributeError(f"{attr_name!r} cannot be set: all games of a batch share the settings given at creation")

    def env_method(self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any) -> Any:
        """Call ``action_masks``, ``information_set`` or ``render`` for each selected game."""
        return self.games.of_games(method_name, self._indices(indices), *args, **kwargs)

    def env_is_wrapped(self, wrapper_class: Any, indices: VecEnvIndices = None) -> list[bool]:
        """Return True for SB3's Monitor, whose episode infos these games supply themselves; False otherwise."""
        return [issubclass(wrapper_class, Monitor)] * len(self._indices(indices))

    def _indices(self, indices: VecEnvIndices) -> Sequence[int]:
        return list(self._get_indices(indices))
