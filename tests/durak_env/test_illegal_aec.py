"""Illegal actions and calls out of order in the AEC environment: their errors, and their price."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from durak_env import durak_v0
from durak_env.rules import Rules
from tests.support.aec_play import SMALL, each_maker, first_illegal, first_legal, play_out


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
