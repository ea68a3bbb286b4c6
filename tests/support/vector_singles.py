"""Runs of the native vector environment beside single ones, game by game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from cardkit.envs.opponents import OpponentPool
from cardkit.envs.vector_env import GameVectorEnv
from tests.support.game_kinds import DURAK, GameKind
from tests.support.vector_play import choices, same

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
    game: GameKind = DURAK,
    **settings: Any,
) -> int:
    """Step the native environment beside SyncVectorEnv of single ones; return the games that ended.

    ``changes`` of the pool are made before the steps of their numbers.
    """
    native = game.vector(games, opponent, autoreset_mode=mode, num_threads=threads, **settings)
    singles = SyncVectorEnv([lambda: game.single(opponent, **settings)] * games, autoreset_mode=mode)
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


def check_equal_spaces(native: GameVectorEnv, singles: SyncVectorEnv) -> None:
    assert native.single_observation_space == singles.single_observation_space
    assert native.single_action_space == singles.single_action_space
    assert native.observation_space == singles.observation_space
    assert native.action_space == singles.action_space


def check_equal_resets(native: GameVectorEnv, singles: SyncVectorEnv, ended: np.ndarray) -> None:
    """Begin the games that have ended anew, and no others."""
    mine, my_infos = native.reset(options={"reset_mask": ended.copy()})
    theirs, their_infos = singles.reset(options={"reset_mask": ended.copy()})
    assert same(mine, theirs)
    assert np.array_equal(my_infos["_action_mask"], ended)
    for name in TOLD:
        assert np.array_equal(my_infos[name][ended], their_infos[name][ended])
    assert native.action_masks().any(axis=1).all()


def check_equal_ends(mine: dict[str, Any], theirs: dict[str, Any], ended: np.ndarray) -> None:
    """Check that the infos of a step that ended games and began others agree on the ends."""
    for name in ("_final_obs", "_final_info"):
        assert np.array_equal(mine[name], theirs[name])
    for row, is_over in enumerate(ended):
        my_last, their_last = mine["final_obs"][row], theirs["final_obs"][row]
        assert (my_last is None) == (their_last is None) == (not is_over)
        assert my_last is None or same(my_last, their_last)
    for name in (*TOLD, *(f"_{name}" for name in TOLD)):
        assert np.array_equal(mine["final_info"][name], theirs["final_info"][name])
