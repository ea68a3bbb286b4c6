"""Registers a game's environments with Gymnasium and, where it has a registry, with PettingZoo."""

from __future__ import annotations

import gymnasium


def register_environments(env_id: str, single: str, vector: str, aec: str) -> None:
    """Register an id with `gymnasium.make`, `gymnasium.make_vec` and `pettingzoo.make`; each gets a ``module:name``."""
    gymnasium.register(id=env_id, entry_point=single, vector_entry_point=vector)
    try:
        from pettingzoo.env_registry.registration import register
    except ImportError:  # before PettingZoo 1.27
        return
    register("aec", env_id, entry_point=aec)
