"""Parties that the deal draws and chance during play, in all environments and at the table."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test

from cardkit.arena.match import MatchPlay
from cardkit.envs.gym_env import GameEnv
from tests.support.heist import MOST_PLIES, ROLES, SEATS, UNKNOWN
from tests.support.heist_envs import GAME, HEIST, RANDOM, HeistEncoding, HeistView, aec, single, vector
from tests.support.heist_game import Anything, Talking, random_agent, talking
from tests.support.table_server import Page, at, serving


@pytest.mark.slow
def test_pettingzoo_and_gymnasium_find_no_fault() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(aec(), num_cycles=100)
        check_env(single(), skip_render_check=True)


def finished(seed: int, start: Any = None) -> tuple[Any, dict[str, float]]:
    """Play a game of lowest legal actions, and return the environment and the payments of the agents."""
    env, paid = aec(), dict.fromkeys(aec().possible_agents, 0.0)
    env.reset(seed=seed, options=None if start is None else {"state": start})
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        assert observation is not None
        paid[agent] += float(reward)
        env.step(None if ended or cut else int(np.argmax(observation["action_mask"])))
    return env, paid


def test_seats_of_a_party_are_paid_alike() -> None:
    won = set()
    for seed in range(8):
        env, paid = finished(seed)
        roles = GAME.information_set(env.unwrapped._batch.arrays.states[0], 0).record.roles
        state = env.unwrapped._batch.arrays.states[0]
        for seat in range(SEATS):
            mates = [one for one in range(SEATS) if state.roles[one] == state.roles[seat]]
            assert len({paid[f"player_{one}"] for one in mates}) == 1
        assert sorted(roles)[-1] == UNKNOWN  # what a seat knows does not tell the parties
        won.add(max(paid.values()))
    assert 1.0 in won


def test_chance_after_a_given_deal_follows_the_seed() -> None:
    start = MatchPlay(GAME, [Anything()] * 3, 1).play_one(0).start
    ends = []
    for seed in (1, 1, 2):
        env, _ = finished(seed, start)
        state = env.unwrapped._batch.arrays.states[0]
        assert state.roles.tolist() == start.roles.tolist()
        ends.append(state.given[: state.used].tolist())
    assert ends[0] == ends[1] != ends[2]


@pytest.mark.parametrize("opponent", [None, Anything(), random_agent()], ids=["self-play", "python", "compiled"])
def test_vector_environments_mask_and_pay(opponent: Any) -> None:
    envs = vector(6, opponent)
    _, infos = envs.reset(seed=1)
    paid = 0.0
    for _ in range(3 * MOST_PLIES):
        masks, actions = np.asarray(infos["action_mask"]), envs.sample_actions()
        going = masks.any(axis=1)
        assert masks[going, actions[going]].all()
        assert set(masks[going].sum(axis=1)) <= {3}  # cards of a hand
        _, rewards, _, _, infos = envs.step(actions)
        paid += float(np.abs(rewards).sum())
    assert paid > 0


@pytest.mark.parametrize("agent", [talking, Talking])
def test_an_opponent_for_each_seat_shares_nothing(agent: Any) -> None:
    """An opponent for each seat shares nothing, whereas one for all meets the knowledge of a second seat."""
    env = GameEnv(GAME, HeistEncoding(GAME), None, opponents=[agent() for _ in range(SEATS - 1)], seat=0)
    for seed in range(3):
        play_first(env, seed)
    with pytest.raises((ValueError, RuntimeError), match=r"slot 63 is not legal|the hands are"):
        play_first(GameEnv(GAME, HeistEncoding(GAME), agent(), seat=0), 1)


def play_first(env: GameEnv, seed: int) -> None:
    """Play a game by lowest legal actions."""
    _, infos = env.reset(seed=seed)
    ended = False
    while not ended:
        _, _, ended, _, infos = env.step(int(np.argmax(infos["action_mask"])))


def test_stable_baselines_gets_its_masks() -> None:
    sb3 = pytest.importorskip("cardkit.envs.sb3_env")
    envs = sb3.GameVecEnv(vector(4, random_agent(), autoreset_mode=AutoresetMode.SAME_STEP))
    envs.reset()
    assert set(np.array(envs.env_method("action_masks")).sum(axis=1)) == {3}


def test_a_game_at_the_table_shows_no_role_but_the_sheriffs() -> None:
    with serving(HEIST) as address, Page(address) as page:
        page.send("pace", seconds=0)
        state = page.settled(page.ask("new", seats=["human", *[RANDOM] * (SEATS - 1)], seed=1))
        while state["returns"] is None:
            roles = next(line for line in state["view"]["lines"] if line.startswith("roles"))
            assert roles.count(str(UNKNOWN)) in (SEATS - 1, SEATS - 2)  # all but the sheriff's and the own
            action = state["legal"][-1]["action"]
            state = page.settled(page.ask("act", action=action, **at(state)))
        assert state["plies"] == MOST_PLIES
        assert len(state["returns"]) == SEATS


def test_a_record_opens_at_the_table() -> None:
    played = MatchPlay(GAME, [Anything()] * 3, 1).play_one(3)
    (told,) = GAME.tell.read_records(played.record_text())
    line = HeistView().recorded(told).line()
    assert line.plies == played.plies
    assert line.returns() is not None
    assert sorted(line.start.roles.tolist()) == sorted(ROLES)
