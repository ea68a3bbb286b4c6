"""Bang! for Stable-Baselines3: the vector environment as a VecEnv with batched action masks.

Needs the extra ``train``.
"""

from __future__ import annotations

from typing import Any

from bang_env.envs.vector_env import BangVectorEnv
from cardkit.envs.sb3_env import GameVecEnv


class BangVecEnv(GameVecEnv):
    """Many games against built-in opponents, for Stable-Baselines3 and sb3-contrib's MaskablePPO.

    Args:
        num_envs: number of games.
        **settings: arguments of `bang_env.envs.vector_env.BangVectorEnv` except ``autoreset_mode`` and self-play.

    Raises:
        ValueError: an argument is out of its range, or ``opponent=None``.
    """

    def __init__(self, num_envs: int, **settings: Any) -> None:
        super().__init__(BangVectorEnv(num_envs, autoreset_mode="SameStep", **settings))
