"""Equilibria by sampling, of games too large to hold as trees."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.durak.solving.durak_tree import DurakTree
from baselines.durak.solving.response_search import search_responses
from baselines.durak.solving.sampled import solve_by_sampling
from baselines.durak.solving.sampling import MOST_ACTIONS
from durak_env import Rules
from tests.support.small_games import SMALLEST


@pytest.mark.slow
def test_sampling_comes_near_an_equilibrium() -> None:
    """Best responses win much from a solution of few walks and little from one of many; the seed decides both."""
    won = []
    for walks in (100, 20_000):
        found, again = (solve_by_sampling(SMALLEST, walks, 12, seed=3) for _ in range(2))
        assert found.infosets == again.infosets <= 962
        assert found.weights.tobytes() == again.weights.tobytes()
        won.append(search_responses(found, 60).won)
    assert won[0] > 0.1
    assert won[1] < 0.02


@pytest.mark.slow
def test_a_walk_for_one_player_adds_to_the_mean_strategy_of_the_other(smallest: DurakTree) -> None:
    """A walk tries all actions of its own player, so it meets that player's information sets too often for a mean."""
    walked = solve_by_sampling(SMALLEST, 1, 10, seed=3)
    first_weight = {entry["key"]: entry["first"] for entry in walked.table if entry["key"]}
    shares: tuple[list[float], list[float]] = ([], [])
    tree = smallest.tree
    for key, player, actions in zip(smallest.keys, tree.player, np.diff(tree.first_action), strict=True):
        if (first := first_weight.get(key)) is not None:
            shares[player].append(walked.weights["total"][first:][:actions].sum())
    assert set(shares[0]) == {0}
    assert min(shares[1]) > 0


@pytest.mark.slow
def test_a_full_table_ends_the_walks_and_says_so() -> None:
    """A full table ends the walks and leaves as it is what was learnt before."""
    rules = Rules(start_rank=11, num_suits=2, hand_size=3)
    full = solve_by_sampling(rules, 2_000, 10, seed=3)
    assert full.full
    assert 0 < full.iterations < 1_000
    same = solve_by_sampling(rules, full.iterations, 11, seed=3)
    assert full.weights["regret"].sum() == pytest.approx(same.weights["regret"].sum(), rel=1e-5)


def test_there_is_room_for_every_action_of_the_largest_hand() -> None:
    """Compiled code does not check where it writes: a hand of 13 cards and more wrote beyond its array."""
    largest = Rules(start_rank=2)
    assert largest.num_cards - 1 + 1 <= MOST_ACTIONS  # all cards but the other seat's last one, and TAKE or DONE


@pytest.mark.slow
def test_endgames_that_are_too_large_end_the_walks() -> None:
    """Endgames too large to solve end the walks, instead of counting as two games won."""
    with pytest.raises(ValueError, match="an endgame of this game is too large to be solved"):
        solve_by_sampling(Rules(start_rank=10, hand_size=2), 3, 14, seed=1)
