"""Rules as a mapping or a text, wherever rules are given; environments by their JSON."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
from gymnasium.envs.registration import EnvSpec

from baselines import play_match
from baselines.durak.arena.tournament import play_tournament
from durak_env import Encoding, Rules, durak_v0, format_action, parse_action
from durak_env.durak import Durak
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv

NINE = Rules(start_rank=9, hand_size=4, max_attack_cards=None)
GIVEN = {
    "rules": NINE,
    "mapping": {"start_rank": 9, "hand_size": 4},
    "text": "start_rank=9, hand_size=4,max_attack_cards=None",
}
DURAK = "durak_env/Durak-v0"


def inside(env: Any) -> Any:
    """Return the environment without its wrappers."""
    return env.unwrapped


def rules_of(match: Any) -> Any:
    """Return the rules of a match of a tournament, whose type is the kit's."""
    return match.rules


each_form = pytest.mark.parametrize("rules", GIVEN.values(), ids=GIVEN)
TAKERS = {
    "Rules.of": Rules.of,
    "env": lambda rules: inside(durak_v0.env(rules=rules)).rules,
    "raw_env": lambda rules: durak_v0.raw_env(rules).rules,
    "DurakEnv": lambda rules: DurakEnv(rules=rules).rules,
    "DurakVectorEnv": lambda rules: DurakVectorEnv(2, rules=rules).rules,
    "make": lambda rules: inside(gymnasium.make(DURAK, rules=rules)).rules,
    "make_vec": lambda rules: inside(gymnasium.make_vec(DURAK, num_envs=2, rules=rules)).rules,
    "Encoding": lambda rules: Encoding(rules).rules,
    "play_match": lambda rules: play_match("greedy", "random", games=2, rules=rules).rules,
    "Durak": lambda rules: Durak(rules).rules,
    "play_tournament": lambda rules: rules_of(play_tournament(["greedy", "random"], games=2, rules=rules).matches[0]),
}


@each_form
@pytest.mark.parametrize("taker", TAKERS.values(), ids=TAKERS)
def test_rules_are_taken_in_every_form(taker: Any, rules: Any) -> None:
    assert taker(rules) == NINE


@each_form
def test_words_are_read_by_rules_in_every_form(rules: Any) -> None:
    assert parse_action("9c", rules) == 0
    assert format_action(0, rules) == "9c"


def test_stable_baselines_environment_takes_them() -> None:
    sb3_env = pytest.importorskip("durak_env.sb3_env", reason="the extra 'train' is not installed")
    assert sb3_env.DurakVecEnv(2, rules="start_rank=9,hand_size=4").games.rules == NINE


@pytest.mark.parametrize("rules", [Rules(), NINE, Rules(include_trumps=False, max_attack_cards=3)], ids=str)
def test_the_text_of_rules_stands_for_them(rules: Rules) -> None:
    assert Rules.of(str(rules)) == rules


def test_the_standard_rules() -> None:
    assert Rules.of(None) == Rules.of("standard") == Rules.of({}) == Rules()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"ranks": 9}, "unknown rule 'ranks'; the rules are start_rank, .*max_attack_cards"),
        ({3: 9}, "unknown rule 3"),
        ({"start_rank": "9"}, "start_rank .*'9'"),
        ("ranks=9", "unknown rule 'ranks'"),
        ("start_rank", "'start_rank'"),
        ("start_rank=1", "start_rank .*got 1"),
        ("include_trumps=1", "include_trumps .*got '1'"),
        ("hand_size=3,hand_size=3", "hand_size.* twice"),
        (9, "rules .*got 9"),
        ([("start_rank", 9)], "rules .*got"),
    ],
    ids=str,
)
def test_rules_that_are_none(rules: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Rules.of(rules)


# Environments by their JSON


@each_form
@pytest.mark.parametrize("opponent", ["greedy", ["greedy", "random"]], ids=["one", "pool"])
def test_the_json_of_a_spec_makes_the_same_environment(rules: Any, opponent: Any) -> None:
    env = gymnasium.make(DURAK, rules=rules, opponent=opponent, seat=1, observation="dict")
    assert env.spec is not None
    twin = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert inside(twin).rules == NINE
    assert inside(twin).opponent_pool.names == inside(env).opponent_pool.names
    assert twin.observation_space == env.observation_space
    first, again = (one.reset(seed=3) for one in (env, twin))
    assert first[0]["observation"].tobytes() == again[0]["observation"].tobytes()
    assert {**first[1], "action_mask": 0} == {**again[1], "action_mask": 0}


@each_form
def test_the_json_of_a_vector_spec_makes_the_same_environment(rules: Any) -> None:
    env = gymnasium.make_vec(DURAK, num_envs=3, rules=rules, autoreset_mode="SameStep")
    assert env.spec is not None
    twin = gymnasium.make_vec(EnvSpec.from_json(env.spec.to_json()))
    assert inside(twin).rules == NINE
    assert twin.metadata == env.metadata
    assert twin.reset(seed=3)[0].tobytes() == env.reset(seed=3)[0].tobytes()


@pytest.mark.parametrize("name", ["start_rank", "hand_size", "num_players", "first_discard_limit", "num_teams"])
def test_a_number_too_long_to_be_written_is_named(name: str) -> None:
    for number in (10**5000, -(10**5000)):
        if name in ("hand_size", "first_discard_limit") and number > 0:
            continue  # no limit
        with pytest.raises(ValueError, match=f"{name} must be"):
            Rules(**{name: number})
