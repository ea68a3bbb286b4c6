"""The native vector environment equals single environments, game by game, in all modes and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from cardkit.envs.opponents import OpponentPool
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.rules import Rules
from tests.support.opponents import Chancy
from tests.support.vector_play import SMALL, choices, each_mode, each_opponent, same

TOLD = ("action_mask", "seat", "opponent")
Change = Callable[[OpponentPool], object]


def check_equal_to_singles(
    opponent: Any,
    mode: AutoresetMode,
    steps: int = 60,
    games: int = 4,
    seed: int = 0,
    illegal: float = 0.0,
    threads: int = 1,
    changes: Mapping[int, Change] | None = None,
    **settings: Any,
) -> int:
    """Step the native environment beside SyncVectorEnv of single ones; returns the games that ended.

    ``changes`` of the pool are made before the steps of their numbers.
    """
    native = DurakVectorEnv(games, opponent, autoreset_mode=mode, num_threads=threads, **settings)
    singles = SyncVectorEnv([lambda: DurakEnv(opponent, **settings)] * games, autoreset_mode=mode)
    assert native.metadata["autoreset_mode"] == mode
    check_equal_spaces(native, singles)
    rng = np.random.default_rng(seed)
    mine, my_infos = native.reset(seed=seed)
    theirs, their_infos = singles.reset(seed=seed)
    ended, count = np.zeros(games, bool), 0
    for number in range(steps):
        assert same(mine, theirs), number
        for name in (*TOLD, *(f"_{name}" for name in TOLD)):
            assert np.array_equal(my_infos[name], their_infos[name]), (number, name)
        assert np.array_equal(native.action_masks(), my_infos["action_mask"] == 1)
        if mode == AutoresetMode.DISABLED and ended.any():
            check_equal_resets(native, singles, ended)
        if changes and number in changes:
            for pool in (native.opponent_pool, *singles.get_attr("opponent_pool")):
                changes[number](pool)
        actions = choices(native.action_masks(), rng, illegal)
        mine, *my_flags, my_infos = native.step(actions)
        theirs, *their_flags, their_infos = singles.step(actions)
        assert all(map(same, my_flags, their_flags)), number  # rewards, terminated, truncated
        ended = my_flags[1]
        count += int(ended.sum())
        assert ("final_obs" in my_infos) == (mode == AutoresetMode.SAME_STEP and bool(ended.any()))
        if "final_obs" in my_infos:
            check_equal_ends(my_infos, their_infos, ended)
    native.close()
    singles.close()
    return count


def check_equal_spaces(native: DurakVectorEnv, singles: SyncVectorEnv) -> None:
    assert native.single_observation_space == singles.single_observation_space
    assert native.single_action_space == singles.single_action_space
    assert native.observation_space == singles.observation_space
    assert native.action_space == singles.action_space


def check_equal_resets(native: DurakVectorEnv, singles: SyncVectorEnv, ended: np.ndarray) -> None:
    """Begin the games that have ended anew, and no others."""
    mine, my_infos = native.reset(options={"reset_mask": ended.copy()})
    theirs, their_infos = singles.reset(options={"reset_mask": ended.copy()})
    assert same(mine, theirs)
    assert np.array_equal(my_infos["_action_mask"], ended)
    for name in TOLD:
        assert np.array_equal(my_infos[name][ended], their_infos[name][ended])
    assert native.action_masks().any(axis=1).all()


def check_equal_ends(mine: dict[str, Any], theirs: dict[str, Any], ended: np.ndarray) -> None:
    """The infos of a step that ended games and began others hold the same of the ends."""
    for name in ("_final_obs", "_final_info"):
        assert np.array_equal(mine[name], theirs[name])
    for row, is_over in enumerate(ended):
        my_last, their_last = mine["final_obs"][row], theirs["final_obs"][row]
        assert (my_last is None) == (their_last is None) == (not is_over)
        assert my_last is None or same(my_last, their_last)
    for name in (*TOLD, *(f"_{name}" for name in TOLD)):
        assert np.array_equal(mine["final_info"][name], theirs["final_info"][name])


@each_mode
@each_opponent
def test_equal_to_single_environments(opponent: Any, mode: AutoresetMode) -> None:
    assert check_equal_to_singles(opponent, mode, rules=SMALL) > 5


@each_mode
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"dtype": "uint8"},
        {"observation": "dict", "rules": SMALL},
        {"encoding": "history", "history": 5},
        {"open_world": True},
        {"seat": 1},
        {"skip_forced": True},
        {"rules": Rules(start_rank=2, hand_size=8), "skip_forced": True, "encoding": "history", "history": 64},
        {"rules": Rules(start_rank=14)},
        {"rules": Rules(start_rank=9, hand_size=3, include_trumps=False)},
    ],
    ids=str,
)
@pytest.mark.parametrize("opponent", [pytest.param("greedy", id="compiled"), pytest.param(Chancy(), id="object")])
def test_equal_to_single_environments_in_all_settings(
    opponent: Any, mode: AutoresetMode, settings: dict[str, Any]
) -> None:
    assert check_equal_to_singles(opponent, mode, steps=60, games=3, seed=1, **settings) > 0


@each_mode
@each_opponent
def test_illegal_actions_end_single_and_batched_games_alike(opponent: Any, mode: AutoresetMode) -> None:
    assert check_equal_to_singles(opponent, mode, illegal=0.3, seed=2) > 20


@pytest.mark.slow
@each_mode
@each_opponent
@pytest.mark.parametrize("encoding", ["closed", "history"])
def test_equal_to_single_environments_for_long(opponent: Any, mode: AutoresetMode, encoding: str) -> None:
    for seed in range(3):
        ended = check_equal_to_singles(
            opponent, mode, steps=600, games=5, seed=seed, illegal=0.01, encoding=encoding, skip_forced=seed == 1
        )
        assert ended > 50
