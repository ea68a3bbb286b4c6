"""Registers the environments with Gymnasium and, where it has a registry, with PettingZoo."""

from __future__ import annotations

from cardkit.envs import registration

ENV_ID = "bang_env/Bang-v0"


def register_environments() -> None:
    """Register ENV_ID with `gymnasium.make`, `gymnasium.make_vec` and `pettingzoo.make`."""
    registration.register_environments(
        ENV_ID,
        single="bang_env.envs.gym_env:BangEnv",
        vector="bang_env.envs.vector_env:BangVectorEnv",
        aec="bang_env.bang_v0:env",
    )
