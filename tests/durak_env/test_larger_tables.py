"""Environments of larger tables: seats, rewards, opponents by place, batches and single games."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from cardkit.agents import choose_any
from durak_env import CompiledAgent, InformationSet, durak_v0
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.rules import Rules
from tests.support.opponents import Chancy, highest
from tests.support.tables import each_table
from tests.support.vandals import LastLegal
from tests.support.vector_play import each_mode
from tests.support.vector_singles import check_equal_to_singles

SMALL = Rules(num_players=4, start_rank=10, hand_size=3, transfer=True)


def compiled() -> CompiledAgent:
    return CompiledAgent(choose_any, any_table=True)


# Seat by seat


@each_table
def test_all_players_stay_to_the_end_and_who_is_out_is_not_selected(rules: Rules) -> None:
    env, rng = durak_v0.raw_env(rules), random.Random(1)
    players = [f"player_{seat}" for seat in range(rules.num_players)]
    outs = 0
    for seed in range(8):
        env.reset(seed=seed)
        assert env.agents == env.possible_agents == players
        out: set[str] = set()
        while not any(env.terminations.values()):
            assert env.agents == players
            assert set(env.rewards.values()) == {0}
            known = env.information_set(env.agent_selection)
            assert env.agent_selection == players[known.mover or 0]
            if known.talon_size == 0:
                out |= {player for player, size in zip(players, known.hand_sizes, strict=True) if size == 0}
            assert env.agent_selection not in out
            for player in players:
                mask = env.observe(player)["action_mask"]
                assert np.array_equal(mask, env.infos[player]["action_mask"])
                assert mask.any() == (player == env.agent_selection)
            env.step(rng.choice(known.legal_actions))
        outs += len(out)
        assert all(env.terminations.values())
        assert list(env.rewards.values()) == results(rules, env.information_set("player_0").hand_sizes)
        for _ in players:
            env.step(None)
        assert env.agents == []
    assert rules.num_players == 2 or outs > 5


def results(rules: Rules, hand_sizes: tuple[int, ...]) -> list[float]:
    """Compute the returns of a game that has ended with hands of these sizes."""
    left = {seat % rules.teams for seat, size in enumerate(hand_sizes) if size}
    if len(left) != 1:
        return [0.0] * rules.num_players
    return [-1.0 if seat % rules.teams in left else 1 / (rules.teams - 1) for seat in range(rules.num_players)]


@each_table
def test_an_illegal_action_costs_who_chose_it(rules: Rules) -> None:
    env = durak_v0.env(rules)
    env.reset(seed=1)
    chooser = env.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(rules.done)
    assert env.rewards == {player: -1 if player == chooser else 0 for player in env.possible_agents}
    assert all(env.terminations.values())


@each_table
def test_a_given_attacker_begins(rules: Rules) -> None:
    env = durak_v0.env(rules)
    deal = {"deck": list(rules.deck)} | ({} if rules.has_talon else {"trump_suit": "c"})
    for attacker in range(rules.num_players):
        env.reset(options={**deal, "attacker": attacker})
        assert env.agent_selection == f"player_{attacker}"
    with pytest.raises(ValueError, match=f"attacker.*{rules.num_players}"):
        env.reset(options={**deal, "attacker": rules.num_players})


# One learner


class Noting(Chancy):
    """An agent that notes the seats for which it was asked."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        self.seats.add(info.seat)
        return super().act(info, rng)


def test_opponents_sit_clockwise_from_the_learner_s_left() -> None:
    for seat in range(4):
        opponents = [Noting(), Noting(), Noting()]
        env = DurakEnv(opponents=opponents, rules=SMALL, seat=seat)
        for seed in range(4):
            _, info = env.reset(seed=seed)
            assert (info["seat"], info["opponent"]) == (seat, 0)
            assert env.opponent_names == ("Noting, Noting, Noting",)
            while info["action_mask"].any():
                info = env.step(env.sample_action())[4]
        assert [one.seats for one in opponents] == [{(seat + place) % 4} for place in (1, 2, 3)]


@pytest.mark.parametrize("make", [DurakEnv, DurakVectorEnv])
def test_opponents_are_given_in_one_way(make: Any) -> None:
    for opponent in ("greedy", "random", ["low"], LastLegal()):
        with pytest.raises(ValueError, match="opponent and opponents exclude each other"):
            make(opponent=opponent, opponents=["random", "low", "high"], rules=SMALL)
    make(opponent=None, opponents=["random", "low", "high"], rules=SMALL).reset(seed=1)


def test_one_opponent_plays_all_other_seats_and_the_learner_goes_round() -> None:
    opponent = Noting()
    env = DurakEnv(opponent, SMALL)
    seats = [env.reset(seed=1 if game == 0 else None)[1]["seat"] for game in range(8)]
    assert [(seat + 1) % 4 for seat in seats[:-1]] == seats[1:]
    assert opponent.seats == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"opponents": ["random", "random"]}, "opponents.* 3 "),
        ({"opponents": "random"}, "opponents.*'random'"),
        ({"opponents": [Chancy(), [Chancy()], Chancy()]}, r"opponents\[1\]"),
        ({"opponents": [Chancy(), None, Chancy()]}, "None"),
        ({"opponent": Chancy(), "seat": 4}, "seat.* 4"),
        ({"opponent": None, "seat": 0}, "seat|self-play"),
    ],
)
def test_impossible_seatings(given: dict[str, Any], match: str) -> None:
    for make in (DurakEnv, DurakVectorEnv):
        with pytest.raises(ValueError, match=match):
            make(rules=SMALL, **given)


# Many games


@each_mode
@pytest.mark.parametrize(
    "given",
    [
        {"opponent": compiled()},
        {"opponent": [Chancy(), compiled()]},
        {"opponents": [compiled(), compiled(), compiled()]},
        {"opponents": [highest, compiled(), Chancy()]},
    ],
    ids=["compiled", "mixed-pool", "compiled-line-up", "mixed-line-up"],
)
def test_batches_equal_single_environments(given: dict[str, Any], mode: AutoresetMode) -> None:
    settings: dict[str, Any] = {"opponent": None} | given
    assert check_equal_to_singles(mode=mode, rules=SMALL, illegal=0.05, **settings) > 3


@each_table
def test_batches_of_each_table_equal_single_environments(rules: Rules) -> None:
    ways: tuple[dict[str, Any], ...] = ({"encoding": "history", "history": 4}, {"open_world": True, "dtype": "uint8"})
    for settings in ways:
        check_equal_to_singles(compiled(), AutoresetMode.SAME_STEP, rules=rules, steps=120, **settings)


@each_table
def test_self_play_pays_who_acted_and_tells_all_returns(rules: Rules) -> None:
    env = DurakVectorEnv(32, None, rules, autoreset_mode="SameStep", dtype="uint8")
    _, infos = env.reset(seed=1)
    ended = 0
    for _ in range(400):
        actors = infos["seat"].copy()
        _, rewards, terminated, _, infos = env.step(env.sample_actions())
        returns = infos["returns"]
        assert np.array_equal(rewards, returns[np.arange(32), actors])
        assert np.allclose(returns.sum(axis=1), 0)
        assert not returns[~terminated].any()
        ended += int(terminated.sum())
    assert ended > 20


def test_a_deal_given_to_a_batch_is_dealt() -> None:
    env = DurakVectorEnv(2, None, SMALL)
    deck = list(SMALL.deck)
    _, infos = env.reset(options={"deck": deck, "attacker": 2})
    assert infos["seat"].tolist() == [2, 2]
    assert set(env.information_set(1).hand) == set(deck[6:9])
