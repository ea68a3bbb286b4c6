"""Registers the environments with Gymnasium and, where it has a registry, with PettingZoo."""

from __future__ import annotations

from cardkit.envs import registration

ENV_ID = "oh_hell_env/OhHell-v0"


def register_environments() -> None:
    """Register ENV_ID with `gymnasium.make`, `gymnasium.make_vec` and `pettingzoo.make`."""
    registration.register_environments(
        ENV_ID,
        single="oh_hell_env.envs.gym_env:OhHellEnv",
        vector="oh_hell_env.envs.vector_env:OhHellVectorEnv",
        aec="oh_hell_env.oh_hell_v0:env",
    )
