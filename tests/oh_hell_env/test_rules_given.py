"""The rules as users give them: ranges, contradictions, schedules, text."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
import pytest

from oh_hell_env import Rules


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"num_players": 1}, ["num_players", "1"]),
        ({"num_players": 8}, ["num_players", "8"]),
        ({"num_players": 4.0}, ["num_players", "4.0"]),
        ({"hand_size": 14}, ["hand_size", "14", "13"]),
        ({"hand_size": 0}, ["hand_size", "0"]),
        ({"hand_size": True}, ["hand_size", "True"]),
        ({"num_players": 7, "hand_size": 8}, ["hand_size", "8", "7"]),
        ({"rounds": 0}, ["rounds", "0"]),
        ({"rounds": 65}, ["rounds", "65"]),
        ({"dynamic": 1}, ["dynamic", "1"]),
        ({"hand_sizes": []}, ["hand_sizes", "0"]),
        ({"hand_sizes": [1] * 65}, ["hand_sizes", "65"]),
        ({"hand_sizes": [3, 14]}, ["hand_sizes", "14"]),
        ({"hand_sizes": [3, 2.0]}, ["hand_sizes", "2.0"]),
        ({"hand_sizes": "3-x"}, ["hand_sizes", "3-x"]),
        ({"hand_sizes": "9" * 5000}, ["hand_sizes", "999"]),
        ({"hand_sizes": [10**5000]}, ["hand_sizes", "int"]),
        ({"hand_sizes": {3}}, ["hand_sizes", "3"]),
        ({"hand_sizes": [3], "hand_size": 3}, ["hand_size", "hand_sizes"]),
        ({"hand_sizes": [3], "rounds": 1}, ["rounds", "hand_sizes"]),
        ({"hand_sizes": [3], "dynamic": False}, ["dynamic", "hand_sizes"]),
        ({"trump": "spades"}, ["trump", "spades"]),
        ({"trump_order": ""}, ["trump_order", "''"]),
        ({"trump_order": "hx"}, ["trump_order", "hx"]),
        ({"trump_order": "hs", "num_suits": 2}, ["trump_order", "hs"]),
        ({"hook": "no"}, ["hook", "no"]),
        ({"scoring": "harsh"}, ["scoring", "harsh"]),
        ({"bonus": -1}, ["bonus", "-1"]),
        ({"points_per_trick": 0.5}, ["points_per_trick", "0.5"]),
        ({"bonus": 0, "points_per_trick": 0}, ["bonus", "points_per_trick"]),
        ({"blind": "all"}, ["blind", "all"]),
        ({"blind": "half"}, ["blind", "rotation"]),
        ({"first_dealer": 4}, ["first_dealer", "4"]),
        ({"start_rank": 15}, ["start_rank", "15"]),
        ({"num_suits": 5}, ["num_suits", "5"]),
        ({"start_rank": 14, "num_suits": 3}, ["3 cards", "4 seats"]),
    ],
)
def test_what_cannot_be_is_refused_by_name(given: dict[str, Any], named: list[str]) -> None:
    with pytest.raises(ValueError, match=named[0]) as error:
        Rules(**given)
    assert all(name in str(error.value) for name in named)


@pytest.mark.parametrize(
    ("given", "schedule"),
    [
        ({}, range(13, 0, -1)),
        ({"num_players": 2}, range(13, 0, -1)),
        ({"num_players": 5}, range(10, 0, -1)),
        ({"num_players": 6}, range(8, 0, -1)),
        ({"num_players": 7}, range(7, 0, -1)),
        ({"rounds": 25}, [*range(13, 0, -1), *range(2, 14)]),
        ({"rounds": 3, "dynamic": False}, [13, 13, 13]),
        ({"hand_size": 3, "rounds": 9}, [3, 2, 1, 2, 3, 2, 1, 2, 3]),
        ({"hand_size": 2, "rounds": 5}, [2, 1, 2, 1, 2]),
        ({"hand_size": 1, "rounds": 3}, [1, 1, 1]),
        ({"hand_size": 26, "num_players": 2, "rounds": 2}, [26, 25]),
        ({"hand_sizes": [5, 1, 13]}, [5, 1, 13]),
        ({"hand_sizes": np.array([5, 1]).tolist()}, [5, 1]),
        ({"hand_sizes": 7}, [7]),
        ({"hand_sizes": "3-2-1"}, [3, 2, 1]),
        ({"start_rank": 11, "num_suits": 2}, [2, 1]),
    ],
)
def test_the_schedule_of_rounds(given: dict[str, Any], schedule: Any) -> None:
    rules = Rules(**given)
    assert rules.schedule == tuple(schedule)
    assert rules.num_plies == sum(rules.num_players * (size + 1) for size in rules.schedule)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(num_players=6, trump="turn_up", blind="half"),
        Rules(hand_sizes=(3, 2, 1), trump_order="s-", hook=False),
        Rules(hand_sizes=(7,), scoring="penalty", bonus=5, points_per_trick=0, first_dealer=0),
        Rules(rounds=26, dynamic=False, start_rank=5, hand_size=10),
    ],
    ids=str,
)
def test_text_and_mappings_give_the_same_rules(rules: Rules) -> None:
    values = {name: getattr(rules, name) for name in Rules.__dataclass_fields__}
    assert Rules.of(str(rules)) == Rules.of(values) == Rules.of(rules) == copy(rules) == rules
    assert hash(Rules.of(str(rules))) == hash(rules)


def test_the_standard_rules_have_a_name() -> None:
    assert str(Rules()) == "standard"
    assert Rules.of("standard") == Rules.of(None) == Rules()
    assert str(Rules(num_players=3, hand_sizes=(2, 1))) == "num_players=3,hand_sizes=2-1"


def test_numbers_may_be_those_of_numpy() -> None:
    plain = Rules(num_players=3, hand_sizes=(9, 8, 7), bonus=200, points_per_trick=100)
    given = Rules(
        num_players=np.uint8(3),  # type: ignore[arg-type]
        hand_sizes=[np.int64(9), np.int64(8), np.int64(7)],  # type: ignore[arg-type]
        bonus=np.uint8(200),  # type: ignore[arg-type]
        points_per_trick=np.uint8(100),  # type: ignore[arg-type]
    )
    assert (given.num_plies, given.points_range) == (plain.num_plies, plain.points_range) == (81, (0, 3000))
    assert Rules(hand_size=np.int64(3)) == Rules(hand_size=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["hook", "hook=maybe", "hooks=True", "hook=True,hook=True"])
def test_text_that_is_not_rules_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="hook"):
        Rules.of(text)


def test_the_space_of_actions_does_not_depend_on_the_schedule() -> None:
    assert [Rules(num_players=seats).num_actions for seats in range(2, 8)] == [79, 70, 66, 63, 61, 60]
    assert [Rules(num_players=seats, hand_sizes=(1,)).num_actions for seats in range(2, 8)] == [79, 70, 66, 63, 61, 60]


def test_the_rotation_leaves_out_suits_that_the_deck_lacks() -> None:
    assert Rules(num_suits=2).rotation == "dc"
    assert Rules(num_suits=1, trump_order="hs-").rotation == "-"
    assert Rules(trump_order="ss-h").rotation == "ss-h"
