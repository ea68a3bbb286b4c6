"""Durak for Stable-Baselines3: the native vector environment as its VecEnv, with batched action masks.

Needs the extra ``train``.
"""

from __future__ import annotations

from typing import Any

from gymnasium.vector import AutoresetMode

from cardkit.envs.sb3_env import GameVecEnv
from durak_env.envs.vector_env import DurakVectorEnv


class DurakVecEnv(GameVecEnv):
    """Many games against an opponent inside, as Stable-Baselines3 and sb3-contrib's MaskablePPO take them.

    A game that ends is followed by a new one in the same step; its last observation stands in
    ``infos[i]["terminal_observation"]``, its return and length in ``infos[i]["episode"]``, the opponent's name in
    ``infos[i]["opponent"]``. With ``render_mode="rgb_array"`` an image shows all games, and
    ``env_method("render", indices=3)`` one of them, with ``ansi`` as text.

    Args:
        num_envs: games.
        **settings: of `durak_env.envs.vector_env.DurakVectorEnv`, but for ``autoreset_mode`` and self-play.

    Raises:
        ValueError: an argument out of its range, or ``opponent=None``.
    """

    def __init__(self, num_envs: int, **settings: Any) -> None:
        if settings.get("opponent", "greedy") is None:
            raise ValueError("Stable-Baselines3 trains one seat: name an opponent")
        super().__init__(DurakVectorEnv(num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **settings))
