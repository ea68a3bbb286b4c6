"""Settings and play of the tests of the native vector environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from durak_env.agents import heuristic
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.rules import Rules
from tests.support.opponents import Chancy, highest

SMALL = Rules(start_rank=11, hand_size=3)
MODES = tuple(AutoresetMode)
each_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)

OPPONENTS = {
    "compiled": "uniform",
    "compiled-pool": ["greedy", "random", heuristic.smart()],
    "object": Chancy(),
    "callable": highest,
    "mixed-pool": ["uniform", Chancy(), highest],
}
each_opponent = pytest.mark.parametrize("opponent", OPPONENTS.values(), ids=OPPONENTS)


def same(first: Any, second: Any) -> bool:
    """Return whether arrays, or dicts of arrays, are equal, dtypes included."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[name], second[name]) for name in first)
    first, second = np.asarray(first), np.asarray(second)
    return first.dtype == second.dtype and np.array_equal(first, second)


def choices(masks: np.ndarray, rng: np.random.Generator, illegal: float = 0.0) -> np.ndarray:
    """Choose random legal actions, 0 where there is none; with the probability given any action."""
    actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
    return np.where(rng.random(len(masks)) < illegal, rng.integers(0, masks.shape[1], len(masks)), actions)


def record_of(env: DurakVectorEnv, steps: int, seed: int) -> list[bytes]:
    """Return all that an environment gives under sampled play."""
    observation, infos = env.reset(seed=seed)
    seen = [observation.tobytes(), infos["action_mask"].tobytes()]
    for _ in range(steps):
        observation, rewards, terminated, _, infos = env.step(env.sample_actions())
        seen += [observation.tobytes(), rewards.tobytes(), terminated.tobytes()]
        seen += [infos["action_mask"].tobytes(), infos["seat"].tobytes()]
        if "final_obs" in infos:
            seen += [part.tobytes() for part in infos["final_obs"] if part is not None]
    env.close()
    return seen
