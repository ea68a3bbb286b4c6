"""PPO learns Durak from the right signal, at tables of any size, and gets better."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines.durak.networks.network_input import action_orders, input_size
from cardkit.arena.match import play_match as play_match_of
from cardkit.learning.resuming.streams import CHECKS, seeds_of
from cardkit.playing_cards import SUITS, cards_of
from durak_env.durak import Durak
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from durak_env.observation.encoding import Encoding
from tests.support.ppo_runs import TINY, ppo, settings
from tests.support.training_runs import RULES, check_beats_greedy

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="training needs the extra train")

TABLE = {"skip_forced": True, "autoreset_mode": "SameStep"}
FOUR = {"start_rank": 11, "num_suits": 4, "hand_size": 3, "num_players": 4}


@pytest.mark.slow
def test_both_seats_are_paid_whoever_ends_the_game() -> None:
    """Over 300 games each seat's choices lead to its own return, also where the other seat played the last ply."""
    from cardkit.learning.self_play.batch import seat_advantages

    games, steps = 32, 900
    envs = DurakVectorEnv(games, opponent=None, skip_forced=True, autoreset_mode="SameStep")
    _, infos = envs.reset(seed=1)
    seats, ends = np.zeros((steps, games), np.int64), np.zeros((steps, games), bool)
    returns = np.zeros((steps, games, 2))
    for step in range(steps):
        seats[step] = infos["seat"]
        _, _, ends[step], _, infos = envs.step(envs.sample_actions())
        returns[step] = infos["returns"]
    signal, nothing = np.zeros((steps, games)), np.zeros((steps, games))
    seat_advantages(seats, ends, returns, nothing, np.zeros((games, 2)), 1.0, signal)

    seen = {-1: 0, 0: 0, 1: 0}
    ended_by_the_other = 0
    for game in range(games):
        began = 0
        for end in np.flatnonzero(ends[:, game]):
            paid, movers = returns[end, game], seats[began : end + 1, game]
            assert paid.sum() == 0
            assert (signal[began : end + 1, game] == paid[movers]).all()
            for seat in np.unique(movers):
                seen[int(paid[seat])] += 1
            ended_by_the_other += (movers != movers[-1]).any()
            began = end + 1
    assert ends.sum() > 300
    assert min(seen[-1], seen[1]) > 250
    assert ended_by_the_other > 250


def test_a_learner_of_one_seat_sees_its_wins_and_losses() -> None:
    """Over 300 games against an opponent inside, the seat left with cards has lost, even if the other played last."""
    from durak_env.sb3_env import DurakVecEnv

    games = DurakVecEnv(32, opponent="greedy", skip_forced=True)
    games.seed(1)
    games.reset()
    encoding: Any = games.games.encoding
    rewards = []
    while len(rewards) < 300:
        _, paid, dones, infos = games.step(games.games.sample_actions())
        assert (paid[~dones] == 0).all()
        for game in np.flatnonzero(dones):
            last = encoding.decode(infos[game]["terminal_observation"])
            own, other = last["own_hand_size"][0] > 0, last["other_hand_size"][0] > 0
            assert paid[game] == int(other) - int(own)
            rewards.append(float(paid[game]))
    assert {-1.0, 1.0} <= set(rewards)
    assert sum(rewards) < 0  # random play loses to greedy


def test_advantages_of_a_game_by_hand() -> None:
    from cardkit.learning.self_play.batch import seat_advantages

    column = {  # one game: seat 0 moves twice in a row, seat 1 ends it and wins; then another begins
        "seats": [0, 0, 1, 0],
        "ends": [False, False, True, False],
        "values": [0.1, 0.3, -0.2, 0.4],
    }
    seats, ends, values = (np.array(values)[:, None] for values in column.values())
    returns = np.zeros((4, 1, 2))
    returns[2, 0] = -1, 1
    advantages = np.zeros((4, 1))
    seat_advantages(seats, ends, returns, values, np.array([[-0.25, 0.25]]), 0.5, advantages)
    second = -1 - 0.3
    assert advantages[:, 0].tolist() == pytest.approx([0.3 - 0.1 + 0.5 * second, second, 1 + 0.2, -0.25 - 0.4])


def test_illegal_actions_have_no_probability() -> None:
    import torch

    from cardkit.learning.networks import masked_log_probabilities

    logits = torch.tensor([[5.0, 1.0, 2.0], [0.0, 0.0, 9.0]])
    masks = torch.tensor([[False, True, True], [True, True, False]])
    chances = masked_log_probabilities(logits, masks).exp().numpy()
    assert chances.sum(1) == pytest.approx(1)
    assert (chances[~masks.numpy()] == 0).all()
    assert chances[0, 2] / chances[0, 1] == pytest.approx(np.e)


def test_choices_of_past_selves_are_not_learnt_from(tmp_path: Path) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer

    trainer = Trainer(settings(tmp_path, plies=16 * 8 * 3, past_share=0.5, past_every=1))
    trainer.begin()
    trainer.improve()
    games = np.arange(TINY["games"])
    theirs = (games < len(games) // 2) & (trainer.batch.seats == games % 2)
    assert theirs.any()
    assert (trainer.batch.own.numpy() == ~theirs).all()


def test_the_table_pays_and_shows_what_the_games_say() -> None:
    """The table agrees with the games, also against an agent inside, whose seat changes from game to game."""
    from baselines.durak.learning.self_play_games import SelfPlayGames

    for against in ("", "smart"):
        table = SelfPlayGames(settings(Path(), against=against))
        envs = DurakVectorEnv(16, opponent=against or None, rules=RULES, **TABLE)
        table.begin(5)
        observations, infos = envs.reset(seed=5)
        ended, seats, encoding = 0, set(), envs.encoding
        assert isinstance(encoding, Encoding)
        trump_suit = encoding.slices["trump_suit"]
        for _ in range(200):
            trumps = np.argmax(observations[:, trump_suit], axis=1)
            inputs, hands = table.observe().numpy(), table.other_hands().numpy()
            assert inputs.shape == (16, input_size(RULES))
            for game in range(16):
                state, seat = envs.states[game], infos["seat"][game]
                held = set(cards_of(state.hands[1 - seat]))
                shown = {with_trumps_first(RULES.deck[number], trumps[game]) for number in np.flatnonzero(hands[game])}
                assert shown == held
            actions = inputs[:, -RULES.num_actions :].argmax(axis=1)
            chosen = action_orders(RULES)[trumps, actions]
            acted = infos["seat"].copy()
            observations, rewards, ends, _, infos = envs.step(chosen)
            table_ends, received = table.step(actions)
            assert (table_ends == ends).all()
            assert (received[np.arange(16), acted] == rewards).all()
            assert (received[np.arange(16), 1 - acted] == (0 if against else -rewards)).all()
            ended += int(ends.sum())
            seats |= set(acted[ends])
        assert ended > 50
        assert seats == {0, 1}


def test_a_batch_that_ends_before_the_game_knows_both_seats_outlook() -> None:
    from baselines.durak.learning.self_play_games import SelfPlayGames

    table, values = SelfPlayGames(settings(Path())), np.linspace(-1, 1, 16, dtype=np.float32)
    outlook = table.outlook(values)
    assert (outlook[np.arange(16), table.seats] == values).all()
    assert (outlook[np.arange(16), 1 - table.seats] == -values).all()


def test_the_table_tells_who_wins() -> None:
    """The table tells the winner of every position without a talon, and of no other; a small deck keeps this quick."""
    from baselines.durak.endgames.solution import solve
    from baselines.durak.learning.self_play_games import SelfPlayGames

    table = SelfPlayGames(settings(Path()))
    found = set()
    for _ in range(12):
        states, outcomes = table._env.states.copy(), table.outcomes().numpy()
        for state, seat, (value, known) in zip(states, table.seats, outcomes, strict=True):
            assert known == (state.talon_size == 0)
            assert known or value == 0
            if known:
                assert value == solve(InformationSet.of(state, RULES, int(seat), open_world=True)).value
                found.add(float(value))
        table.step(table.observe().numpy()[:, -RULES.num_actions :].argmax(axis=1))
    assert found >= {-1.0, 1.0}


def with_trumps_first(card: str, trumps: int) -> str:
    """Put the trump suit and the first suit in each other's places in a card."""
    suits = {SUITS[0]: SUITS[trumps], SUITS[trumps]: SUITS[0]}
    return card[0] + suits.get(card[1], card[1])


@pytest.mark.slow
def test_a_frozen_opponent_is_learnt_against(tmp_path: Path) -> None:
    """A response beats the agent that it was trained against, whether or not it starts from a policy's file."""
    sizes = {"games": 256, "steps": 16, "hidden": 64, "critic_hidden": 64, "batch": 1024, "check_every": 1000}
    shared = {"against": "smart", "ladder": "random", "check_games": 2000, **sizes}
    first = ppo(settings(tmp_path / "first", plies=300_000, **shared))
    assert set(first.log[-1]["scores"]) == {"random", "smart"}
    assert first.log[-1]["scores"]["smart"][1] > 0.5
    file = str(tmp_path / "first" / "policy.safetensors")
    second = ppo(settings(tmp_path / "second", plies=1, start=file, learning_rate=0.0, **shared))
    assert second.log[-1]["scores"] == first.log[-1]["scores"]


def test_the_critic_of_a_larger_table_sees_the_other_hands_clockwise() -> None:
    from baselines.durak.learning.self_play_games import SelfPlayGames

    table = SelfPlayGames(settings(Path(), **FOUR))
    rules, states = table.rules, table._env.states
    hands = table.other_hands().numpy().reshape(16, 3, rules.num_cards)
    for game, seat in enumerate(table.seats.astype(int)):
        for place in range(3):
            shown = {
                with_trumps_first(rules.deck[number], states[game]["trump_suit"])
                for number in np.flatnonzero(hands[game, place])
            }
            assert shown == set(cards_of(states[game]["hands"][(seat + 1 + place) % 4]))


def test_the_endgame_critic_is_for_two_seats(tmp_path: Path) -> None:
    from baselines.durak.learning.ppo_selfplay import Trainer

    for table in ({"num_players": 4}, {"transfer": True}):
        with pytest.raises(ValueError, match="critic=endgame"):
            Trainer(settings(tmp_path, critic="endgame", **table))


@pytest.mark.slow
def test_a_table_of_four_learns_on_a_small_deck(tmp_path: Path) -> None:
    sizes = {"games": 128, "steps": 16, "hidden": 32, "critic_hidden": 32, "batch": 512, "check_every": 1000}
    run = ppo(settings(tmp_path, plies=100_000, ladder="random", check_games=2000, **FOUR, **sizes))
    figures = run.log[-1]
    assert figures["scores"]["random"][1] > 0.5
    assert figures["fool rate v random"] < 0.2
    file = f"policy:path={tmp_path}/policy.safetensors"
    (deals,) = seeds_of(run.settings.seed, CHECKS)
    again = play_match_of(Durak(run.settings.rules), [file, *["random"] * 3], 2000, seed=deals)
    assert [again.score, *again.interval()] == figures["scores"]["random"]


@pytest.mark.slow
def test_a_table_of_three_with_transfers_learns_to_beat_greedy(tmp_path: Path) -> None:
    sizes = {"games": 256, "steps": 32, "hidden": 64, "critic_hidden": 64, "batch": 1024, "check_every": 1000}
    table = {**FOUR, "num_players": 3, "transfer": True, "passport": True}
    run = ppo(settings(tmp_path, plies=700_000, ladder="random;greedy", check_games=4000, **table, **sizes))
    assert run.log[-1]["scores"]["greedy"][1] > 0.5
    assert run.log[-1]["fool rate v greedy"] < 1 / 3


@pytest.mark.slow
def test_it_learns_on_a_small_deck(tmp_path: Path) -> None:
    sizes = {"games": 256, "steps": 16, "hidden": 64, "critic_hidden": 64, "batch": 1024, "check_every": 1000}
    ppo(settings(tmp_path, plies=400_000, **sizes))
    check_beats_greedy(tmp_path)
