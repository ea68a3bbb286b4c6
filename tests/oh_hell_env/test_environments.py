"""Features of Oh Hell's environments alone: rewards round by round, deals as options, one vector for many games."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from cardkit.agents import choose_any
from oh_hell_env import CompiledAgent, Deal, Rules, oh_hell_v0
from oh_hell_env.core.records import PAYMENTS
from oh_hell_env.core.scoring import returns
from oh_hell_env.deals import capture_deal
from oh_hell_env.envs.gym_env import OhHellEnv
from oh_hell_env.envs.vector_env import OhHellVectorEnv
from tests.support.game_kinds import OH_HELL, each_table_of_oh_hell
from tests.support.opponents import Chancy
from tests.support.vector_singles import check_equal_to_singles

ROUNDS = Rules(hand_sizes=(3, 1, 2))
each_payment = pytest.mark.parametrize("payment", PAYMENTS)


@each_payment
def test_the_ply_that_ends_a_round_rewards_all_players(payment: str) -> None:
    env = oh_hell_v0.raw_env(ROUNDS, payment)
    env.reset(seed=4)
    state, totals, paid = env._batch.arrays.states[0], dict.fromkeys(env.possible_agents, 0.0), []
    while not env.terminations[env.agent_selection]:
        number, played = int(state.round_number), int(state.plies)
        env.step(env.sample_action())
        for player, reward in env.rewards.items():
            totals[player] += reward
        if any(env.rewards.values()):
            assert state.round_number == number + 1 or env.terminations[env.agent_selection]
            paid.append(played + 1)
    ends = [4 * 4, 4 * 4 + 4 * 2, 4 * 4 + 4 * 2 + 4 * 3]
    assert paid == (ends[-1:] if payment == "win" else ends)
    assert list(totals.values()) == pytest.approx([float(returns(state, seat)) for seat in range(4)])
    if payment == "points":
        assert list(totals.values()) == state.scores.tolist()
    else:
        assert sum(totals.values()) == pytest.approx(0)


@each_payment
def test_a_learner_gets_its_returns_in_the_steps_in_which_rounds_end(payment: str) -> None:
    env: Any = gymnasium.make(
        OH_HELL.env_id, opponent=CompiledAgent(choose_any), rules=ROUNDS, returns=payment
    ).unwrapped
    for seed in range(5):
        env.reset(seed=seed)
        state, total, terminated = env._batch.arrays.states[0], 0.0, False
        info: dict[str, Any] = {}
        while not terminated:
            number = int(state.round_number)
            _, reward, terminated, _, info = env.step(env.sample_action())
            assert reward == 0 or terminated or state.round_number == number + 1
            total += reward
        assert total == pytest.approx(float(returns(state, info["seat"])))


def test_self_play_tells_what_each_seat_has_won_so_far() -> None:
    env = OhHellVectorEnv(5, None, ROUNDS, autoreset_mode=AutoresetMode.DISABLED)
    _, infos = env.reset(seed=1)
    totals, acted, ended = np.zeros((5, 4)), infos["seat"], np.zeros(5, bool)
    while not ended.all():
        _, rewards, ended, _, infos = env.step(env.sample_actions())
        totals[np.arange(5), acted] += rewards
        assert np.array_equal(
            infos["returns"], [[float(returns(state, seat)) for seat in range(4)] for state in env.states]
        )
        acted = infos["seat"]
    assert (totals <= infos["returns"]).all()
    assert infos["returns"].sum() > 0


@each_table_of_oh_hell
@pytest.mark.parametrize("mode", tuple(AutoresetMode), ids=lambda mode: mode.name)
def test_games_of_a_batch_equal_single_ones(rules: Rules, mode: AutoresetMode) -> None:
    for opponent, settings in (
        (CompiledAgent(choose_any), {"encoding": "history", "history": 60, "dtype": "uint8"}),
        (Chancy(), {"open_world": True, "returns": "margin", "skip_forced": True}),
        ([CompiledAgent(choose_any), Chancy()], {"observation": "dict", "illegal": 0.1, "returns": "win"}),
    ):
        check_equal_to_singles(opponent, mode, steps=40, games=3, game=OH_HELL, rules=rules, **settings)


def test_options_lay_out_every_round() -> None:
    rules = Rules(hand_sizes=(2, 1), trump="random")
    decks = [[str(card) for card in order] for order in (rules.deck, rules.deck[::-1])]
    options = {"decks": decks, "trumps": ["s", "c"]}
    env = oh_hell_v0.raw_env(rules)
    env.reset(seed=9, options=options)
    assert env.information_set("player_1").hand == ("4c", "5c")
    assert env.information_set("player_3").trump == "s"
    assert capture_deal(env._batch.arrays.states[0], rules) == Deal.from_options(rules, options)
    while env.information_set("player_0").round == 0:
        env.step(env.sample_action())
    assert [env.information_set(player).hand for player in env.possible_agents] == [("As",), ("Ks",), ("Qs",), ("Js",)]
    assert env.information_set("player_2").trump == "c"
    many = OhHellVectorEnv(2, Chancy(), rules, seat=0)
    many.reset(options=options)
    assert [many.information_set(game).hand for game in range(2)] == [("2c", "3c")] * 2


def test_all_rounds_of_a_game_are_dealt_anew() -> None:
    env = oh_hell_v0.raw_env(Rules(rounds=3, dynamic=False))
    env.reset(seed=1)
    first = capture_deal(env._batch.arrays.states[0], env.rules)
    assert len(set(first.decks)) == 3
    env.reset()
    assert capture_deal(env._batch.arrays.states[0], env.rules).decks != first.decks


def test_stable_baselines_checks_and_steps_it() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason="the extra 'train' is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for observation in ("flat", "dict"):
            checker.check_env(OhHellEnv(Chancy(), ROUNDS, observation=observation))
    from oh_hell_env.sb3_env import OhHellVecEnv

    env = OhHellVecEnv(3, opponent=Chancy(), rules=ROUNDS)
    env.seed(1)
    env.reset()
    episodes, paid = [], np.zeros(3)
    while len(episodes) < 4:
        masks = env.action_masks()
        _, rewards, dones, infos = env.step(masks.argmax(axis=1))
        paid += rewards
        for game in np.flatnonzero(dones):
            episodes.append(infos[game]["episode"])
            assert episodes[-1]["r"] == pytest.approx(paid[game])
            paid[game] = 0
    assert all(episode["l"] == 3 + 1 + 2 + 3 for episode in episodes)
    with pytest.raises(ValueError, match="opponent"):
        OhHellVecEnv(3, opponent=None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("policy", "settings"),
    [("MlpPolicy", {"rules": "hand_sizes=3-1"}), ("MultiInputPolicy", {"rules": ROUNDS, "observation": "dict"})],
    ids=["flat", "dict"],
)
def test_maskable_ppo_learns_in_it(policy: str, settings: dict[str, Any], tmp_path: Path) -> None:
    """MaskablePPO learns for a few hundred steps of games of several rounds; it is kept, loaded, and plays legally."""
    contrib = pytest.importorskip("sb3_contrib", reason="the extra 'train' is not installed")
    from oh_hell_env.sb3_env import OhHellVecEnv

    env = OhHellVecEnv(8, opponent=Chancy(), returns="margin", **settings)
    model = contrib.MaskablePPO(policy, env, n_steps=32, batch_size=64, seed=1, device="cpu")
    model.learn(512)
    assert len(model.ep_info_buffer) > 20
    model.save(tmp_path / "model.zip")
    model = contrib.MaskablePPO.load(tmp_path / "model.zip", env=env, device="cpu")
    observations = env.reset()
    for _ in range(20):
        masks = env.action_masks()
        actions, _ = model.predict(observations, action_masks=masks)
        assert masks[np.arange(8), actions].all()
        observations, _, _, _ = env.step(actions)
