"""The kit's environments on a game of three seats, compiled and not."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, seed_test

from cardkit.compiled.bits import ZERO
from cardkit.compiled.jit import JIT_OFF
from cardkit.compiled.protocol import mover, returns, step
from cardkit.envs.pettingzoo.aec_env import with_wrappers
from tests.support.herding import FIRST_CARD, NUM_ACTIONS, SEATS
from tests.support.herding_envs import ENCODING, GAME, aec, single, vector
from tests.support.herding_game import Random, compiled_random, ismcts


def last(observation: np.ndarray, mask: np.ndarray) -> Any:
    return np.flatnonzero(mask)[-1]


OPPONENTS = {
    "compiled": lambda: {"opponent": compiled_random()},
    "python": lambda: {"opponent": Random()},
    "callable": lambda: {"opponent": last},
    "pool": lambda: {"opponent": [ismcts(20), compiled_random()]},
    "mixed-pool": lambda: {"opponent": [Random(), compiled_random()]},
    "line-up": lambda: {"opponents": [ismcts(20), compiled_random()]},
    "mixed-line-up": lambda: {"opponents": [last, compiled_random()]},
}
each_opponent = pytest.mark.parametrize("opponent", OPPONENTS.values(), ids=OPPONENTS)
each_mode = pytest.mark.parametrize("mode", tuple(AutoresetMode), ids=lambda mode: mode.name)


def legal_of(mask: np.ndarray) -> list[int]:
    return np.flatnonzero(mask).tolist()


def choices(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Choose random legal actions, 0 where there is none."""
    return np.array([rng.choice(legal_of(mask)) if mask.any() else 0 for mask in masks])


# Seat by seat


@pytest.mark.parametrize("make", [aec, lambda: with_wrappers(aec())], ids=["raw", "wrapped"])
def test_pettingzoo_finds_no_fault(make: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make(), num_cycles=60)
        seed_test(make, num_cycles=60)


def test_seats_masks_and_rewards_are_those_of_the_game() -> None:
    env, rng = aec(), np.random.default_rng(1)
    early = 0
    for seed in range(5):
        env.reset(seed=seed)
        state, played = env._batch.arrays.states[0].copy(), []
        before = [0.0] * SEATS
        while state.legal != ZERO:
            seat = int(mover(state))
            assert env.agent_selection == f"player_{seat}"
            known = env.information_set(env.agent_selection)
            assert known.plies == tuple(played)
            for other, player in enumerate(env.possible_agents):
                seen = env.observe(player)
                expected = ENCODING.observe(GAME.information_set(state, other))
                assert np.array_equal(seen["observation"], expected[0])
                assert np.array_equal(seen["action_mask"], expected[1])
                assert np.array_equal(env.infos[player]["action_mask"], expected[1])
            assert legal_of(env.observe(env.agent_selection)["action_mask"]) == list(known.legal_actions)
            action = int(rng.choice(known.legal_actions))
            step(state, GAME.read_action(state, action))
            env.step(action)
            played.append((seat, action))
            now = [float(returns(state, other)) for other in range(SEATS)]
            assert list(env.rewards.values()) == [new - old for new, old in zip(now, before, strict=True)]
            early += now != before and state.legal != ZERO
            before = now
        assert all(env.terminations.values())
    assert early > 5


def test_what_players_are_told_to_have_won_adds_up() -> None:
    env, rng = aec(), np.random.default_rng(2)
    env.reset(seed=2)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for player in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        totals[player] += reward
        env.step(None if terminated else int(rng.choice(legal_of(info["action_mask"]))))
    assert list(totals.values()) == [float(returns(env._batch.arrays.states[0], seat)) for seat in range(SEATS)]
    assert totals["player_0"] == totals["player_2"] > 0


def test_an_id_of_another_kind_of_decision_is_illegal() -> None:
    env = aec()
    env.reset(seed=3)
    with pytest.raises(ValueError, match=f"action {FIRST_CARD + 5} "):
        env.step(FIRST_CARD + 5)
    env.step(5)


# One seat


def test_gymnasium_finds_no_fault() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(single(observation="dict"), skip_render_check=True)


@each_opponent
def test_a_learner_sits_in_each_seat_in_turn_and_is_paid_what_its_seat_wins(opponent: Any) -> None:
    env, rng = single(**opponent(), illegal="raise"), np.random.default_rng(3)
    seats, early = [], 0
    for game in range(6):
        _, info = env.reset(seed=4 if game == 0 else None)
        seats.append(info["seat"])
        assert legal_of(info["action_mask"]) == [5, 10, 15]
        total, terminated = 0.0, False
        while not terminated:
            _, reward, terminated, _, info = env.step(int(rng.choice(legal_of(info["action_mask"]))))
            total += reward
            early += reward != 0 and not terminated
        assert total == returns(env._batch.arrays.states[0], info["seat"])
    assert early > 3
    assert sorted(seats[:3]) == [0, 1, 2]
    assert [(seat + 1) % SEATS for seat in seats[:-1]] == seats[1:]


def test_illegal_actions_end_a_game_or_are_refused() -> None:
    env = single(seat=0)
    env.reset(seed=6)
    _, reward, terminated, _, info = env.step(FIRST_CARD)
    assert info["illegal_action"] is True
    assert (reward, terminated) == (env.game.return_range[0], True)
    assert f"action {FIRST_CARD} " in str(env.why_illegal)
    strict = single(seat=0, illegal="raise")
    strict.reset(seed=6)
    for action in (FIRST_CARD, NUM_ACTIONS):
        with pytest.raises(ValueError, match=f"action {action} "):
            strict.step(action)
    strict.step(5)


@pytest.mark.parametrize("seat", [True, 1.0, -1, SEATS, "player_0"])
def test_whose_view_is_drawn_is_a_seat(seat: Any) -> None:
    env = aec()
    with pytest.raises(ValueError, match="render_seat"):
        env.render_seat = seat
    assert env.render_seat is None


def test_a_game_without_pictures_and_options_says_so() -> None:
    with pytest.raises(ValueError, match="render_mode 'ansi'"):
        single(render_mode="ansi")
    with pytest.warns(UserWarning, match="'deck'"):
        single().reset(options={"deck": "any"})
    with pytest.raises(ValueError, match="seat must be 0, 1, 2 or None"):
        single(seat=3)


# Many games


@each_opponent
@each_mode
def test_games_of_a_batch_are_those_of_single_environments(opponent: Any, mode: AutoresetMode) -> None:
    games, rng = 4, np.random.default_rng(8)
    env = vector(games, **opponent(), autoreset_mode=mode)
    singles = [single(**opponent()) for _ in range(games)]
    observations, infos = env.reset(seed=9)
    given = [one.reset(seed=9 + row) for row, one in enumerate(singles)]
    over = np.zeros(games, bool)
    for _ in range(40):
        for row in range(games):
            assert np.array_equal(observations[row], given[row][0])
            assert np.array_equal(infos["action_mask"][row], given[row][1]["action_mask"])
            assert infos["seat"][row] == given[row][1]["seat"]
        if mode == AutoresetMode.DISABLED and over.any():
            observations, infos = env.reset(options={"reset_mask": over.copy()})
            given = [one.reset() if over[row] else given[row] for row, one in enumerate(singles)]
            over[:] = False
            continue
        actions = choices(infos["action_mask"], rng)
        observations, rewards, terminated, _, infos = env.step(actions)
        for row, one in enumerate(singles):
            if over[row]:
                given[row] = one.reset()
                over[row] = False
                assert (rewards[row], terminated[row]) == (0.0, False)
                continue
            observation, reward, over[row], _, info = one.step(int(actions[row]))
            given[row] = observation, info
            assert (reward, over[row]) == (rewards[row], terminated[row])
            if over[row] and mode == AutoresetMode.SAME_STEP:
                assert np.array_equal(infos["final_obs"][row], observation)
                given[row] = one.reset()
                over[row] = False


@each_mode
def test_in_self_play_rewards_belong_to_the_seat_that_acted(mode: AutoresetMode) -> None:
    games, rng = 5, np.random.default_rng(10)
    env = vector(games, None, autoreset_mode=mode)
    _, infos = env.reset(seed=10)
    paid, over, rewarded = np.zeros((games, SEATS)), np.zeros(games, bool), 0
    for _ in range(60):
        if mode == AutoresetMode.DISABLED and over.any():
            _, infos = env.reset(options={"reset_mask": over.copy()})
            paid[over] = 0
            over[:] = False
        actors = infos["seat"].copy()
        _, rewards, terminated, _, infos = env.step(choices(infos["action_mask"], rng))
        for row in range(games):
            if over[row]:
                paid[row] = rewards[row] = 0
                continue
            assert rewards[row] == infos["returns"][row, actors[row]] - paid[row, actors[row]]
            paid[row, actors[row]] += rewards[row]
            rewarded += rewards[row] != 0 and not terminated[row]
        over = terminated.copy()
        if mode == AutoresetMode.SAME_STEP:
            paid[over] = 0
            over[:] = False
    assert rewarded > 10


def test_masks_and_samples_name_what_is_legal() -> None:
    env = vector(6, compiled_random(), autoreset_mode=AutoresetMode.SAME_STEP)
    _, infos = env.reset(seed=11)
    assert legal_of(infos["action_mask"][0]) == [5, 10, 15]
    for _ in range(30):
        assert np.array_equal(env.action_masks(), infos["action_mask"] == 1)
        actions = env.sample_actions()
        assert infos["action_mask"][np.arange(6), actions].all()
        infos = env.step(actions)[4]
    with pytest.raises(ValueError, match=f"action {NUM_ACTIONS} "):
        env.step(np.full(6, NUM_ACTIONS))


@pytest.mark.skipif(JIT_OFF, reason="without compilation there are no threads")
def test_threads_and_copies_change_nothing() -> None:
    envs = [vector(7, compiled_random(), num_threads=threads) for threads in (1, 3)]
    given = [env.reset(seed=12) for env in envs]
    envs.append(pickle.loads(pickle.dumps(envs[0])))
    for _ in range(30):
        given = [env.step(env.sample_actions()) for env in envs]
        for other in given[1:]:
            assert all(np.array_equal(one, two) for one, two in zip(given[0][:3], other[:3], strict=True))
    for env in envs:
        env.close()


def test_stable_baselines_is_told_what_a_whole_game_has_won() -> None:
    sb3_env = pytest.importorskip("cardkit.envs.sb3_env", exc_type=ImportError)
    env = sb3_env.GameVecEnv(vector(4, compiled_random(), autoreset_mode=AutoresetMode.SAME_STEP))
    env.seed(15)
    env.reset()
    totals, ended = np.zeros(4), 0
    for _ in range(20):
        _, rewards, dones, infos = env.step(env.games.sample_actions())
        totals += rewards
        for row in np.flatnonzero(dones):
            assert infos[row]["episode"]["r"] == totals[row]
            totals[row] = 0
            ended += 1
    assert ended > 4


def rollout() -> str:
    """Return a digest of the outputs of all environments, for a comparison with the JIT off."""
    digest = hashlib.sha256()
    env = aec()
    for seed in range(2):
        env.reset(seed=seed)
        while (action := env.sample_action()) is not None:
            seen = env.observe(env.agent_selection)
            env.step(action)
            digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes() + repr(env.rewards).encode())
    for opponent in ({}, {"opponent": compiled_random()}, *(OPPONENTS[name]() for name in ("mixed-pool", "line-up"))):
        many = vector(3, **opponent)
        many.reset(seed=14)
        for _ in range(20):
            observations, rewards, terminated, _, infos = many.step(many.sample_actions())
            digest.update(observations.tobytes() + rewards.tobytes() + terminated.tobytes())
            digest.update(infos["action_mask"].tobytes() + infos["seat"].tobytes())
    return digest.hexdigest()


@pytest.mark.slow
@pytest.mark.skipif(JIT_OFF, reason="it is off already")
def test_without_the_jit_all_is_the_same() -> None:
    code = "from tests.cardkit.test_envs import rollout; print(rollout())"
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True)
    assert done.stdout.split() == [rollout()]


COMPILED = """
from cardkit.envs import batch_step
from tests.support.herding_envs import vector

env = vector(4)
env.reset(seed=1)
env.step(env.sample_actions())
env.reset()
print(*(name for name in vars(batch_step) if name.endswith("_rows") and getattr(batch_step, name).overloads))
"""


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_a_reset_of_all_games_needs_no_code_but_that_of_a_step() -> None:
    done = subprocess.run([sys.executable, "-c", COMPILED], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["step_rows", "sample_rows"]
