"""Illegal actions and calls out of order in the Gymnasium environment: their errors, and their price."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from durak_env.envs.gym_env import DurakEnv
from durak_env.rules import Rules
from tests.support.opponents import each_opponent, legal_of, play_out

SMALL = Rules(start_rank=11, hand_size=3)


def illegal_of(info: dict[str, Any]) -> int:
    return int(np.flatnonzero(info["action_mask"] == 0)[0])


@each_opponent
def test_an_illegal_action_ends_the_game(opponent: Any) -> None:
    env = DurakEnv(opponent)
    for seed in range(10):
        _, info = env.reset(seed=seed)
        if not info["action_mask"].any():
            continue
        illegal, plies = illegal_of(info), env.information_set().plies
        observation, reward, terminated, truncated, after = env.step(illegal)
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert env.observation_space.contains(observation)
        assert not after["action_mask"].any()
        assert after["seat"] == info["seat"]
        assert f"illegal action {illegal} " in str(env.why_illegal)
        assert env.information_set().plies == plies
        with pytest.raises(RuntimeError, match="reset"):
            env.step(0)


def test_an_illegal_action_is_refused() -> None:
    env = DurakEnv(illegal="raise")
    rng = random.Random(13)
    _, info = env.reset(seed=13)
    terminated = False
    while not terminated:
        before = env.information_set()
        with pytest.raises(ValueError, match="illegal action"):
            env.step(illegal_of(info))
        assert env.information_set() == before
        assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
        _, _, terminated, _, info = env.step(rng.choice(legal_of(info)))


def test_step_before_reset_and_after_the_end() -> None:
    env = DurakEnv(render_mode="ansi")
    for call in (lambda: env.step(0), env.render, env.action_masks, env.sample_action, env.information_set):
        with pytest.raises(RuntimeError, match="reset"):
            call()
    _, info = env.reset(seed=16)
    play_out(env, info, random.Random(16))
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    _, info = env.reset()
    play_out(env, info, random.Random(16))
