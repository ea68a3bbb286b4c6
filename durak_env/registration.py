"""Registers the environments with Gymnasium and, where it has a registry, with PettingZoo."""

from __future__ import annotations

import gymnasium

ENV_ID = "durak_env/Durak-v0"


def register_environments() -> None:
    """Register ENV_ID with `gymnasium.make`, `gymnasium.make_vec` and `pettingzoo.make`."""
    gymnasium.register(
        id=ENV_ID,
        entry_point="durak_env.envs.gym_env:DurakEnv",
        vector_entry_point="durak_env.envs.vector_env:DurakVectorEnv",
    )
    try:
        from pettingzoo.env_registry.registration import register
    except ImportError:  # before PettingZoo 1.27
        return
    register("aec", ENV_ID, entry_point="durak_env.durak_v0:env")
