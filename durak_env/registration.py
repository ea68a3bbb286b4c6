"""The environments by name, in Gymnasium's registry and, where it has one, in PettingZoo's."""

from __future__ import annotations

import gymnasium

ENV_ID = "durak_env/Durak-v0"


def register_environments() -> None:
    """Make `gymnasium.make`, `gymnasium.make_vec` and `pettingzoo.make` find the environments by ENV_ID."""
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
