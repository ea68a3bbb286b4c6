"""What the AEC environment refuses, and what it says then: actions, calls out of order, agents, settings."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from durak_env import durak_v0
from durak_env.rules import Rules
from tests.support.aec_play import (
    SMALL,
    each_kind,
    each_maker,
    first_illegal,
    first_legal,
    opening,
    play_out,
)


def test_an_illegal_action_names_card_and_rule_and_changes_nothing() -> None:
    env, rng = durak_v0.raw_env(), random.Random(12)
    seen = set()
    for seed in range(25):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            agent = env.agent_selection
            mask = env.infos[agent]["action_mask"]
            illegal = rng.choice(np.flatnonzero(mask == 0).tolist())
            before = env.state().tobytes(), env.information_set(agent), env.agent_selection
            with pytest.raises(ValueError, match=f"illegal action {illegal} ") as caught:
                env.step(illegal)
            text = str(caught.value)
            name = ["take", "done"][illegal - env.rules.take] if illegal >= env.rules.take else None
            assert f"({name or env.rules.deck[illegal]})" in text
            reason = text.split(": ")[1].split("; ")[0]
            seen.add(reason.replace(str(env.rules.deck[illegal]), "X") if name is None else reason)
            assert (env.state().tobytes(), env.information_set(agent), env.agent_selection) == before
            env.step(rng.choice(np.flatnonzero(mask).tolist()))
    words = " | ".join(seen)
    for rule in (
        "X is not in the hand of seat",
        "X does not beat",
        "no card on the table has the rank of X",
        "only the defender may take",
        "the attacker must open the bout",
        "the defender must beat or take",
    ):
        assert rule in words


def test_no_room_on_the_table_is_named() -> None:
    env = durak_v0.raw_env(Rules(start_rank=13, hand_size=3, max_attack_cards=1))
    env.reset(options={"deck": "Kc Kd Ah Ac As Ks Ad Kh", "attacker": 0})
    ids = {str(card): number for number, card in enumerate(env.rules.deck)}
    env.step(ids["Kc"])
    env.step(ids["Ac"])
    with pytest.raises(ValueError, match="no room"):
        env.step(ids["Kd"])


def test_in_env_an_illegal_action_loses() -> None:
    env = durak_v0.env()
    for seed in range(10):
        env.reset(seed=seed)
        for _ in range(seed):
            env.step(first_legal(env))
        loser = env.agent_selection
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env.step(first_illegal(env))
        assert all(env.terminations.values())
        assert env.rewards[loser] == -1
        while env.agents:
            env.step(None)
    env.reset(seed=0)
    assert play_out(env, random.Random(0))


BAD_ACTIONS = [-1, 38, 10**30, float("nan"), float("inf"), 1.0, "6c", None, [3], np.array([1, 2]), np.float32(2), True]


@each_kind
@pytest.mark.parametrize("action", BAD_ACTIONS, ids=str)
def test_an_action_that_is_none(make: Callable[..., Any], action: Any) -> None:
    env = make()
    env.reset(seed=13)
    before = opening(env)
    with pytest.raises((ValueError, AssertionError, OverflowError)) as caught:  # the last from Gymnasium before 1.4
        env.step(action)
    assert "action" in str(caught.value) or caught.type is OverflowError
    assert opening(env) == before
    assert play_out(env, random.Random(0))


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int64, np.array], ids=lambda kind: kind.__name__)
def test_an_action_in_any_kind_of_whole_number(kind: Callable[[int], Any]) -> None:
    env = durak_v0.raw_env()
    env.reset(seed=14)
    env.step(kind(first_legal(env)))
    assert env.information_set("player_0").plies


@each_maker
def test_step_before_reset_and_after_the_end(make: Callable[..., Any]) -> None:
    env = make()
    before = [
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        lambda: env.state(),
        lambda: env.render(),
    ]
    for call in before:
        with pytest.raises((RuntimeError, AssertionError, AttributeError), match="reset"):
            call()
    env.reset(seed=15)
    play_out(env, random.Random(0))
    if make is durak_v0.raw_env:
        with pytest.raises(RuntimeError, match="reset"):
            env.step(0)
    env.reset()
    assert play_out(env, random.Random(0))


def test_a_player_whose_game_is_over_plays_none_only() -> None:
    env = durak_v0.raw_env(SMALL)
    env.reset(seed=16)
    while not any(env.terminations.values()):
        env.step(env.sample_action())
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    env.step(None)
    env.step(None)
    assert env.agents == []


@each_maker
@pytest.mark.parametrize("agent", ["player_2", "", None, 0])
def test_unknown_agents(make: Callable[..., Any], agent: Any) -> None:
    env = make()
    env.reset(seed=17)
    calls = [env.observe, env.observation_space, env.action_space, env.unwrapped.information_set]
    for call in calls:
        with pytest.raises(ValueError, match="unknown agent"):
            call(agent)
    assert play_out(env, random.Random(0))


@each_maker
@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"render_mode": "telepathy"}, "render_mode"),
        ({"encoding": "x-ray"}, "encoding"),
        ({"encoding": "open"}, "open_world"),
        ({"dtype": "float64"}, "dtype"),
        ({"history": 0}, "history"),
        ({"history": 65}, "history"),
        ({"history": 2.5}, "history"),
        ({"observation": "image"}, "observation .*'image'"),
        ({"rules": "standart"}, "'standart'"),
        ({"open_world": "no"}, "open_world"),
    ],
    ids=str,
)
def test_bad_settings(make: Callable[..., Any], settings: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        make(**settings)
