"""Calls with wrong types, ranges and orders: each works or is refused with a message, and the game plays on."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.support.game_kinds import GameKind, each_game

REFUSALS = (ValueError, RuntimeError, TypeError, AssertionError)
CALLS = 1_000
GAMES = 3
ODD: tuple[Any, ...] = (
    None,
    -1,
    0,
    1,
    2,
    7,
    37,
    38,
    2**31,
    2**64,
    10**30,
    -(2**63),
    0.0,
    1.5,
    float("nan"),
    float("inf"),
    True,
    "",
    "6c",
    "player_0",
    b"6c",
    [],
    [0],
    [0, 1, 2],
    [[0, 1, 2]],
    (0, 0, 0),
    {},
    {"deck": []},
    {"deck": "6c 7c"},
    {"deck": None, "attacker": 1},
    {"attacker": 5},
    {"decks": [["2c"]]},
    {"decks": [], "trumps": ["h"]},
    {"trumps": "h"},
    {"roles": "SORO"},
    {"roles": "SORO", "characters": [0, 1, 2, 3], "deck": range(80), "chance": [None]},
    {"roles": "SORO", "characters": [0, 1, 2, 3], "deck": range(80), "chance": [[7], 7]},
    {"trump_suit": 3},
    {"reset_mask": [True]},
    {"reset_mask": np.ones(GAMES, bool)},
    {"unheard-of": 1},
    {1: 2},
    set(),
    object(),
    len,
    np.int8(3),
    np.float32(3),
    np.array(4),
    np.array([0, 0, 0]),
    np.array([0.0, np.nan, 1.0]),
    np.array([5, 5, 5], np.uint8),
    np.array([2**62] * 3),
    np.array([None, 0, 1]),
    np.zeros(0),
    np.zeros((3, 3), int),
)


def refused_or_done(call: Callable[..., Any], *values: Any, **named: Any) -> bool:
    """Return whether the call was refused; any other end than by one of REFUSALS with a message is an error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call(*values, **named)
    except REFUSALS as error:
        said = str(error)
    else:
        return False
    assert said, (call, values, named)
    return True


def fuzz(env: Any, calls: dict[str, tuple[str, ...]], play: Callable[[], None], seed: int) -> None:
    """Call the methods with odd values; between the calls, from time to time, play a whole game."""
    rng = random.Random(seed)
    refused = 0
    for number in range(CALLS):
        method = rng.choice(sorted(calls))
        named = {name: rng.choice(ODD) for name in calls[method] if rng.random() < 0.9}
        if method == "step":
            refused += refused_or_done(env.step, rng.choice(ODD))
        else:
            refused += refused_or_done(getattr(env, method), **named)
        if number % 100 == 99:
            play()
    assert refused > CALLS // 5


@each_game
@pytest.mark.parametrize("seed", [1, 2])
def test_raw_env(game: GameKind, seed: int) -> None:
    env = game.raw_env(game.rules)

    def play() -> None:
        env.reset(seed=0)
        while env.agents:
            env.step(env.sample_action())

    calls = {
        "step": (),
        "reset": ("seed", "options"),
        "observe": ("agent",),
        "observation_space": ("agent",),
        "action_space": ("agent",),
        "information_set": ("agent",),
        "state": (),
        "sample_action": (),
        "render": (),
    }
    refused_or_done(env.step, 0)
    fuzz(env, calls, play, seed)
    play()


@each_game
@pytest.mark.parametrize("illegal", ["terminate", "raise"])
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "own"])
def test_gym_env(game: GameKind, compiled: bool, illegal: str) -> None:
    opponent = game.compiled() if compiled else lambda observation, mask: np.flatnonzero(mask)[0]
    env = game.single(opponent=opponent, rules=game.rules, illegal=illegal)

    def play() -> None:
        env.reset(seed=0)
        terminated = False
        while not terminated:
            _, _, terminated, _, _ = env.step(env.sample_action())

    calls = {"step": (), "reset": ("seed", "options"), "render": (), "action_masks": (), "sample_action": ()}
    refused_or_done(env.step, 0)
    fuzz(env, calls, play, seed=3)
    play()


@pytest.mark.parametrize("illegal", ["terminate", "raise"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("alone", [False, True], ids=["single-seat", "self-play"])
@each_game
def test_vector_env(game: GameKind, alone: bool, mode: str, illegal: str) -> None:
    env = game.vector(GAMES, None if alone else game.compiled(), rules=game.rules, autoreset_mode=mode, illegal=illegal)

    def play() -> None:
        env.reset(seed=0)
        terminated = np.zeros(GAMES, bool)
        while not terminated.any():
            _, _, terminated, _, _ = env.step(env.sample_actions())

    calls = {"step": (), "reset": ("seed", "options"), "action_masks": (), "sample_actions": ()}
    refused_or_done(env.step, [0] * GAMES)
    fuzz(env, calls, play, seed=4)
    play()


@each_game
@pytest.mark.parametrize("kind", ["raw_env", "single", "vector"])
def test_settings(game: GameKind, kind: str) -> None:
    make, rng = getattr(game, kind), random.Random(5)
    names = ["rules", "open_world", "render_mode", "encoding", "dtype", "history"]
    if kind != "raw_env":
        names += ["opponent", "seat", "observation", "illegal", "skip_forced"]
    if kind == "vector":
        names += ["num_envs", "autoreset_mode", "copy", "num_threads"]
    plain = {"open_world", "copy", "skip_forced", "rules", "num_threads"}  # flags, and what a type checker guards
    odd = [value for value in ODD if not isinstance(value, int) or abs(value) < 100]
    refused = 0
    for _ in range(300):
        chosen = rng.sample([name for name in names if name not in plain], 2)
        refused += refused_or_done(make, **{name: rng.choice(odd) for name in chosen})
    assert refused > 200
    make(rules=game.rules).reset(seed=0)


@each_game
def test_rules(game: GameKind) -> None:
    for name in game.rules_type.__dataclass_fields__:
        for value in ODD:
            refused_or_done(game.rules_type, **{name: value})
