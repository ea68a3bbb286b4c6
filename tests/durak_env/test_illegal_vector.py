"""Illegal actions and calls out of order in the native vector environment, which change nothing."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from tests.support.opponents import Chancy
from tests.support.vandals import LastLegal
from tests.support.vector_play import SMALL


@pytest.mark.parametrize("opponent", ["greedy", None, Chancy()], ids=["compiled", "self-play", "object"])
def test_illegal_actions_are_refused_and_nothing_is_played(opponent: Any) -> None:
    env = DurakVectorEnv(3, opponent, illegal="raise")
    _, infos = env.reset(seed=14)
    for _ in range(5):
        actions = env.sample_actions()
        actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
        before = env.states.tobytes()
        with pytest.raises(ValueError, match=f"game 1: illegal action {actions[1]} "):
            env.step(actions)
        assert env.states.tobytes() == before
        assert np.array_equal(env.action_masks(), infos["action_mask"] == 1)
        _, _, _, _, infos = env.step(env.sample_actions())


@pytest.mark.parametrize("make", [DurakEnv, lambda **settings: DurakVectorEnv(2, **settings)], ids=["single", "vector"])
def test_an_environment_shared_by_threads_says_so(make: Any) -> None:
    """While a step waits for its opponent, other threads are refused, and the step ends as if they had not come."""
    asked, go_on = threading.Event(), threading.Event()

    class Slow(LastLegal):
        def act(self, info: InformationSet, rng: np.random.Generator) -> int:
            asked.set()
            assert go_on.wait(10)
            return super().act(info, rng)

    env, other = (make(opponent=agent, seat=0) for agent in (Slow(), LastLegal()))
    go_on.set()
    env.reset(seed=3)
    other.reset(seed=3)
    asked.clear()
    go_on.clear()
    action = other.sample_action() if isinstance(other, DurakEnv) else other.sample_actions()
    with ThreadPoolExecutor(1) as pool:
        step = pool.submit(env.step, action)
        assert asked.wait(10)
        for call in (lambda: env.step(action), env.reset):
            with pytest.raises(RuntimeError, match="another thread"):
                call()
        go_on.set()
        assert all(
            np.array_equal(left, right) for left, right in zip(step.result()[:3], other.step(action)[:3], strict=True)
        )
    env.step(env.sample_action() if isinstance(env, DurakEnv) else env.sample_actions())


def test_step_after_the_end_without_autoreset() -> None:
    env = DurakVectorEnv(3, rules=SMALL, autoreset_mode="Disabled")
    _, infos = env.reset(seed=15)
    terminated = np.zeros(3, bool)
    while not terminated.any():
        _, _, terminated, _, infos = env.step(env.sample_actions())
    assert not infos["action_mask"][terminated].any()
    named = ", ".join(str(row) for row in np.flatnonzero(terminated))
    with pytest.raises(RuntimeError, match=rf"games \[{named}\] have ended"):
        env.step(env.sample_actions())
    env.reset(options={"reset_mask": terminated})
    env.step(env.sample_actions())
