"""What the native vector environment refuses, changing nothing: actions, masks, seeds, options, settings."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.support.opponents import Chancy
from tests.support.vandals import LastLegal
from tests.support.vector_play import SMALL, each_mode

BAD_ACTIONS = {
    "too few": (np.zeros(2, int), "shape"),
    "too many": (np.zeros(4, int), "shape"),
    "two axes": (np.zeros((3, 1), int), "shape"),
    "a scalar": (0, "shape"),
    "nothing": (None, "shape"),
    "floats": (np.zeros(3), "whole numbers"),
    "nan": (np.array([0, np.nan, 0]), "whole numbers"),
    "bools": (np.zeros(3, bool), "whole numbers"),
    "texts": (["6c", "7c", "8c"], "whole numbers"),
    "negative": (np.array([0, -1, 0]), "game 1: action -1 is out of range"),
    "too high": (np.array([0, 0, 38]), "game 2: action 38 is out of range"),
}


@pytest.mark.parametrize("opponent", ["greedy", None, Chancy()], ids=["compiled", "self-play", "object"])
@pytest.mark.parametrize(("actions", "match"), BAD_ACTIONS.values(), ids=BAD_ACTIONS)
def test_actions_that_are_none(actions: Any, match: str, opponent: Any) -> None:
    env = DurakVectorEnv(3, opponent)
    env.reset(seed=13)
    before = env.states.tobytes()
    with pytest.raises(ValueError, match=match):
        env.step(actions)
    assert env.states.tobytes() == before
    env.step(env.sample_actions())


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


@pytest.mark.parametrize("game", [None, -1, 3, 2**63, True, 0.0, "0", np.array([0, 1])], ids=str)
def test_games_that_are_not_there(game: Any) -> None:
    env = DurakVectorEnv(3)
    env.reset(seed=20)
    with pytest.raises(ValueError, match=r"game is a whole number from 0 to 2, not "):
        env.information_set(game)
    assert env.information_set(np.int64(2)).to_move


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
            np.array_equal(left, right) for left, right in zip(step.result()[:3], other.step(action), strict=False)
        )
    env.step(env.sample_action() if isinstance(env, DurakEnv) else env.sample_actions())


@each_mode
def test_step_before_reset(mode: AutoresetMode) -> None:
    env = DurakVectorEnv(2, autoreset_mode=mode)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(2, int))
    for call in (env.action_masks, env.sample_actions, lambda: env.information_set(0)):
        with pytest.raises(RuntimeError, match="reset"):
            call()
    with pytest.raises(RuntimeError, match="reset"):
        env.reset(options={"reset_mask": np.array([True, False])})
    env.reset(seed=0)
    env.step(env.sample_actions())


def test_step_after_the_end_without_autoreset() -> None:
    env = DurakVectorEnv(3, rules=SMALL, autoreset_mode="Disabled")
    env.reset(seed=15)
    terminated = np.zeros(3, bool)
    while not terminated.any():
        _, _, terminated, _, infos = env.step(env.sample_actions())
    assert not infos["action_mask"][terminated].any()
    named = ", ".join(str(row) for row in np.flatnonzero(terminated))
    with pytest.raises(RuntimeError, match=rf"games \[{named}\] have ended"):
        env.step(env.sample_actions())
    env.reset(options={"reset_mask": terminated})
    env.step(env.sample_actions())


@pytest.mark.parametrize(
    "mask",
    [np.zeros(3, bool), np.ones(2, bool), np.ones(3, int), [1, 0, 1], "all", 3],
    ids=["none", "short", "int", "list", "text", "number"],
)
def test_bad_reset_masks(mask: Any) -> None:
    env = DurakVectorEnv(3)
    env.reset(seed=16)
    before = env.states.tobytes()
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": mask})
    assert env.states.tobytes() == before


@pytest.mark.parametrize("seed", [-1, 1.5, "123", [1, 2], [1, 2, -3], [1, 2, 0.5], float("nan")], ids=str)
def test_bad_seeds_change_nothing(seed: Any) -> None:
    env = DurakVectorEnv(3)
    env.reset(seed=17)
    before = env.states.tobytes()
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)
    assert env.states.tobytes() == before
    env.step(env.sample_actions())


NO_TRUMP_DEALT = {"deck": list(Rules().deck)}  # spades are trumps and lie in the talon, and no attacker is named


@pytest.mark.parametrize(
    "options",
    [{"deck": "6c"}, {"attacker": 1}, NO_TRUMP_DEALT, ["deck"] * 3, 3, [{}, {"attacker": 1}, {}]],
    ids=lambda options: str(options)[:20],
)
def test_bad_options_change_nothing(options: Any) -> None:
    env = DurakVectorEnv(3)
    env.reset(seed=18)
    before = env.states.tobytes()
    with pytest.raises(ValueError, match=r"deck|attacker"):
        env.reset(seed=19, options=options)
    assert env.states.tobytes() == before
    env.step(env.sample_actions())


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"num_envs": -3}, "num_envs"),
        ({"num_envs": 2.0}, "num_envs"),
        ({"num_envs": True}, "num_envs"),
        ({"num_threads": 0}, "num_threads"),
        ({"num_threads": 1.5}, "num_threads"),
        ({"render_mode": "human"}, "render_mode .*'human'"),
        ({"autoreset_mode": "Never"}, "autoreset_mode"),
        ({"autoreset_mode": None}, "autoreset_mode"),
        ({"opponent": "nobody"}, "unknown agent 'nobody'"),
        ({"opponent": []}, "pool of opponents"),
        ({"opponent": 7}, "7 is no opponent"),
        ({"opponent": None, "seat": 0}, "self-play"),
        ({"seat": 2}, "seat"),
        ({"rules": {"start": 9}}, "unknown rule 'start'"),
        ({"rules": 9}, "rules .*9"),
        ({"open_world": "no"}, "open_world"),
        ({"skip_forced": 1.5}, "skip_forced"),
        ({"copy": "no"}, "copy"),
        ({"observation": "image"}, "observation"),
        ({"encoding": "open"}, "open_world"),
        ({"dtype": "int64"}, "dtype"),
        ({"history": 65}, "history"),
        ({"illegal": "ignore"}, "illegal"),
    ],
    ids=str,
)
def test_bad_settings(settings: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        DurakVectorEnv(**{"num_envs": 2, **settings})
