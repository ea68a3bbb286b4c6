"""Registers a game's environments with Gymnasium and, where it has a registry, with PettingZoo."""

from __future__ import annotations

from cardkit.lazy import after_import


def register_environments(env_id: str, single: str, vector: str, aec: str, parallel: str) -> None:
    """Register an id with `gymnasium.make`, `gymnasium.make_vec` and `pettingzoo.make`; each gets a ``module:name``.

    Imports neither library: where one is not imported yet, the id is registered as soon as it is.
    """

    def with_gymnasium() -> None:
        import gymnasium

        gymnasium.register(id=env_id, entry_point=single, vector_entry_point=vector)

    def with_pettingzoo() -> None:
        from pettingzoo.env_registry.registration import register

        register("aec", env_id, entry_point=aec)
        register("parallel", env_id, entry_point=parallel)

    after_import("gymnasium", with_gymnasium)
    after_import("pettingzoo.env_registry.registration", with_pettingzoo)  # which PettingZoo has since 1.27
