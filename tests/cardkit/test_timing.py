"""Quick choices are timed on one deal in several, which stands for the others."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.arena.result_rows import new_results
from cardkit.arena.timing import ALL_TIMED, SAMPLED, SLOW, fill_seconds, is_timed
from durak_env.durak import Durak

TOGETHER = 2


def timed_games(first: int, games: int, ticks: float) -> list[int]:
    """Return the games of a rotation that are timed, by number, where each choice takes so many ticks."""
    results, found, was_timed = new_results(Durak(), games), [], True
    for row in range(0, games, TOGETHER):
        was_timed = is_timed(results, row, TOGETHER, first, was_timed)
        results[row].choices[:] = 3
        if was_timed:
            found.append(first + row)
            results[row].seconds[:] = 3 * ticks
    return found


@pytest.mark.parametrize("first", [0, 5 * TOGETHER])
def test_quick_choices_are_timed_in_some_deals_and_slow_ones_in_all(first: int) -> None:
    """Deals are sampled by their numbers, however a match's games are shared out."""
    every = list(range(first, first + 2 * ALL_TIMED, TOGETHER))
    assert timed_games(first, 2 * ALL_TIMED, 2 * SLOW) == every
    sampled = [game for game in every if game // TOGETHER % SAMPLED == 0]
    assert timed_games(first, 2 * ALL_TIMED, SLOW / 2) == sorted({first, *sampled})
    assert timed_games(first, ALL_TIMED - TOGETHER, 1.0) == every[: ALL_TIMED // TOGETHER - 1]


def test_a_game_that_was_not_timed_takes_the_mean_of_those_that_were() -> None:
    results = new_results(Durak(), 4)
    results["choices"] = [[2, 1], [4, 1], [3, 5], [1, 0]]
    results["seconds"] = [[2.0, 5.0], [10.0, 3.0], [0.0, 0.0], [0.0, 0.0]]
    fill_seconds(results)
    assert np.allclose(results["seconds"], [[2.0, 5.0], [10.0, 3.0], [6.0, 20.0], [2.0, 0.0]])
