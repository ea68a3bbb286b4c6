"""Settings and play of the tests of the AEC environment."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np
import pytest

from durak_env import durak_v0
from durak_env.rules import Rules

PLAYERS = ("player_0", "player_1")
MAKERS = {"env": durak_v0.env, "raw_env": durak_v0.raw_env}
SMALL = Rules(start_rank=11, hand_size=3)
NO_TALON = Rules(start_rank=13, num_suits=2)

each_kind = pytest.mark.parametrize(
    "make",
    [
        pytest.param(functools.partial(maker, open_world=open_world), id=f"{name}-{'open' if open_world else 'closed'}")
        for name, maker in MAKERS.items()
        for open_world in (False, True)
    ],
)
each_maker = pytest.mark.parametrize("make", [pytest.param(maker, id=name) for name, maker in MAKERS.items()])


def play_out(env: Any, rng: random.Random) -> list[tuple[str, int]]:
    """Play masked random actions to the end of the present game; return who played what."""
    played = []
    for agent in env.agent_iter(20_000):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        action = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
        played.append((agent, action))
        env.step(action)
    assert env.agents == []
    return played


def opening(env: Any) -> bytes:
    return env.state().tobytes()


def first_legal(env: Any) -> int:
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])


def first_illegal(env: Any) -> int:
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


def same(first: Any, second: Any) -> bool:
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    return np.array_equal(first, second)
