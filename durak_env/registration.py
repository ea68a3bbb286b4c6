"""Registers the environments with Gymnasium and, where it has a registry, with PettingZoo."""

from __future__ import annotations

from cardkit.envs import registration

ENV_ID = "durak_env/Durak-v0"


def register_environments() -> None:
    """Register ENV_ID with `gymnasium.make`, `gymnasium.make_vec` and `pettingzoo.make`."""
    registration.register_environments(
        ENV_ID,
        single="durak_env.envs.gym_env:DurakEnv",
        vector="durak_env.envs.vector_env:DurakVectorEnv",
        aec="durak_env.durak_v0:env",
    )
