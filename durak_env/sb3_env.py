"""Durak for Stable-Baselines3: the vector environment as a VecEnv with batched action masks.

Needs the extra ``train``.
"""

from __future__ import annotations

from typing import Any

from cardkit.envs.sb3_env import GameVecEnv
from durak_env.envs.vector_env import DurakVectorEnv


class DurakVecEnv(GameVecEnv):
    """Many games against built-in opponents, for Stable-Baselines3 and sb3-contrib's MaskablePPO.

    When a game ends, the same step starts a new one; see `cardkit.envs.sb3_env.GameVecEnv`.

    Args:
        num_envs: number of games.
        **settings: arguments of `durak_env.envs.vector_env.DurakVectorEnv` except ``autoreset_mode`` and self-play.

    Raises:
        ValueError: an argument is out of its range, or ``opponent=None``.
    """

    def __init__(self, num_envs: int, **settings: Any) -> None:
        super().__init__(DurakVectorEnv(num_envs, autoreset_mode="SameStep", **settings))
