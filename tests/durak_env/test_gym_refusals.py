"""What the Gymnasium environment refuses, and what it says then: illegal actions, calls out of order, settings."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from baselines.agents.heuristic import choose_greedy, greedy
from durak_env.envs.gym_env import DurakEnv
from durak_env.rules import Rules
from tests.support.opponents import Lowest, each_opponent, legal_of, play_out

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
        assert f"illegal action {illegal} " in after["illegal_action"]
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


@pytest.mark.parametrize("illegal", ["terminate", "raise"])
@pytest.mark.parametrize(
    "action", [-1, 38, 10**30, 1.0, float("nan"), "6c", None, [1], np.array([0, 1]), True], ids=str
)
def test_an_action_that_is_none(action: Any, illegal: str) -> None:
    env = DurakEnv(illegal=illegal)
    _, info = env.reset(seed=14)
    before = env.information_set()
    with pytest.raises(ValueError, match="action"):
        env.step(action)
    assert env.information_set() == before
    play_out(env, info, random.Random(14))


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.uint8, np.array], ids=lambda kind: kind.__name__)
def test_an_action_in_any_kind_of_whole_number(kind: Callable[[int], Any]) -> None:
    env = DurakEnv()
    _, info = env.reset(seed=15)
    env.step(kind(legal_of(info)[0]))


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


DECK = list(Rules().deck)
NO_TRUMP_DEALT = {"deck": DECK}  # spades are trumps and lie in the talon, and no attacker is named


@pytest.mark.parametrize(
    "options",
    [
        {"deck": "6c"},
        {"deck": np.array(3)},
        {"deck": set(DECK)},
        {"deck": dict.fromkeys(DECK)},
        {"deck": itertools.repeat("6c")},
        {"deck": DECK, "attacker": 1.0},
        {"deck": DECK, "attacker": np.True_},
        {"deck": DECK, "attacker": np.array([1])},
        {"attacker": 0},
        {"trump_suit": "c"},
        NO_TRUMP_DEALT,
        ["deck"],
        3,
    ],
)
def test_bad_options_leave_the_game_that_is_on(options: Any) -> None:
    env = DurakEnv()
    _, info = env.reset(seed=17)
    before = env.information_set()
    with pytest.raises(ValueError, match=r"deck|options|attacker"):
        env.reset(seed=18, options=options)
    assert env.information_set() == before
    play_out(env, info, random.Random(17))


@pytest.mark.parametrize("seed", [-1, 1.5, "1", float("nan"), True], ids=str)
def test_bad_seeds(seed: Any) -> None:
    env = DurakEnv()
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)
    env.reset(seed=0)


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"opponent": None}, "opponent"),
        ({"opponent": "nobody"}, "unknown agent 'nobody'"),
        ({"opponent": "greedy:depth=3"}, "'depth'"),
        ({"opponent": []}, "pool of opponents"),
        ({"opponent": ["greedy"] * 256}, "at most 255"),
        ({"opponent": ["greedy", 3]}, "3 is no opponent"),
        ({"opponent": 7}, "7 is no opponent"),
        ({"opponent": Lowest}, r"Lowest is a class .*Lowest\(\)"),
        ({"seat": 2}, "seat"),
        ({"seat": -1}, "seat"),
        ({"seat": True}, "seat"),
        ({"seat": "0"}, "seat"),
        ({"rules": "standart"}, "'standart' is no rule"),
        ({"open_world": "no"}, "open_world"),
        ({"skip_forced": "no"}, "skip_forced"),
        ({"observation": "image"}, "observation"),
        ({"encoding": "x-ray"}, "encoding"),
        ({"encoding": "open"}, "open_world"),
        ({"dtype": "int64"}, "dtype"),
        ({"history": 0}, "history"),
        ({"history": True}, "history"),
        ({"illegal": "ignore"}, "illegal"),
        ({"render_mode": "telepathy"}, "render_mode"),
    ],
    ids=str,
)
def test_bad_settings(settings: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        DurakEnv(**settings)


@pytest.mark.parametrize(
    ("opponent", "said"),
    [
        (greedy, r"greedy .*policy\(observation, action_mask\).* greedy\(\)"),
        (choose_greedy, r"choose_greedy .*CompiledAgent\(choose_greedy\)"),
    ],
    ids=["what makes an agent", "a compiled choice"],
)
def test_a_function_that_is_no_policy_is_named(opponent: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        DurakEnv(opponent=["random", opponent])
