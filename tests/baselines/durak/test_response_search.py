"""The exploitability of sampled solutions, found hand by hand."""

from __future__ import annotations

import re

import numpy as np
import pytest

from baselines.durak.solving.deals import Starts
from baselines.durak.solving.durak_tree import DurakTree, durak_tree
from baselines.durak.solving.response_search import search_responses
from baselines.durak.solving.sampled import Sampled, solve_by_sampling
from baselines.durak.solving.sampling import new_table
from cardkit.solving.best_response import nash_conv
from cardkit.solving.cfr import normalized
from durak_env import Rules
from tests.support.response_coverage import all_gains, covered
from tests.support.small_games import SMALLEST, run


def exploited_exactly(game: DurakTree, found: Sampled) -> float:
    """Compute the gain of best responses to a sampled strategy, the mean over both seats; in the whole tree at once."""
    first_weight = {entry["key"]: entry["first"] for entry in found.table if entry["key"]}
    total = np.ones(game.tree.actions)
    for key, begin, end in zip(game.keys, game.tree.first_action, game.tree.first_action[1:], strict=False):
        place = first_weight.get(key)
        if place is not None and (weights := found.weights["total"][place:][: end - begin]).any():
            total[begin:end] = weights
    return nash_conv(game.tree, normalized(total, game.tree.first_action)) / 2


def test_responses_hand_by_hand_win_what_they_win_in_the_whole_tree(smallest: DurakTree) -> None:
    """A solution without walks plays uniformly. Some hands give an estimate that depends on the seed alone."""
    unwalked = Sampled(SMALLEST, 0, 0, False, *new_table(10))
    exact = nash_conv(smallest.tree, smallest.tree.uniform()) / 2
    every = search_responses(unwalked, 60)
    assert every.exact
    assert every.half_width == 0
    assert every.won == pytest.approx(exact, abs=1e-12)
    some = [search_responses(unwalked, 20, seed) for seed in range(10)]
    assert some[0] == search_responses(unwalked, 20, 0) != some[1]
    assert not any(one.exact for one in some)
    assert sum(abs(one.won - exact) < one.half_width for one in some) >= 9
    assert np.mean([one.won for one in some]) == pytest.approx(exact, abs=some[0].half_width / 4)
    gains = all_gains(unwalked)
    assert gains.mean() == pytest.approx(exact, abs=1e-12)
    assert 0.97 < covered(gains, 40, 2000, seed=1) < 0.995


def test_the_hands_drawn_for_one_seat_do_not_follow_those_of_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alike hands win alike (correlation 0.56 after 500 walks), so the interval would be too narrow."""
    trumps: tuple[list[int], list[int]] = ([], [])

    def see(found: Sampled, deals: list[Starts], seat: int, most_nodes: int) -> float:
        trumps[seat].append(int(deals[0][0]["trump_card"]))
        return 0.0

    monkeypatch.setattr("baselines.durak.solving.response_search._gain", see)
    search_responses(Sampled(SMALLEST, 0, 0, False, *new_table(10)), 40, seed=1)
    assert len(trumps[0]) == len(trumps[1]) == 20
    assert sum(one == other for one, other in zip(*trumps, strict=True)) < 14


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "hand", "walks"), [(3, 2, 100), (3, 2, 20_000), (4, 3, 2000)])
def test_sampled_solutions_are_judged_exactly(ranks: int, hand: int, walks: int) -> None:
    rules = Rules(start_rank=15 - ranks, num_suits=2, hand_size=hand)
    found = solve_by_sampling(rules, walks, 16, seed=3)
    exact = exploited_exactly(durak_tree(rules), found)
    every, some = (search_responses(found, hands, seed=4) for hands in (1000, 40))
    assert every.won == pytest.approx(exact, abs=1e-12)
    assert some.won == pytest.approx(exact, abs=some.half_width)
    assert every.exact > some.exact


@pytest.mark.slow
def test_the_command_solves_by_sampling() -> None:
    said = run("solve", "--walks", "3000", "--table-bits", "12", "--response-hands", "20")
    assert re.search(r"MCCFR: 3,000 games, \d+ information sets met", said)
    assert "Best responses: with 20 of 60 dealt hands" in said
    assert re.search(r"Exploitability: 0\.\d{4} ±0\.\d{4} \(98 % interval\), an unbiased estimate", said)
    said = run("solve", "--walks", "3000", "--table-bits", "12", "--response-hands", "100")
    assert "Best responses: with all 60 dealt hands" in said
    assert re.search(r"Exploitability: 0\.\d{4}, exact", said)
