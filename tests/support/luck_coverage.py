"""The rate at which the interval of a score freed from luck misses the true score, in matches of many played games.

The played games stand for all games there are: each match draws mirrored pairs from them, with replacement, so the true
score is known. Prints a table: ``python -m tests.support.luck_coverage champion greedy``.
"""

from __future__ import annotations

import sys
from functools import cache

import numpy as np

from baselines.durak.luck.variance import luck_of_games
from cardkit.statistics.control import controlled
from cardkit.statistics.intervals import clustered_interval

CONFIDENCE = 0.98

games_of = cache(luck_of_games)
"""Played once for all that is asked of them."""


def missed(agent: str, other: str, games: int, pairs: int, matches: int, seed: int) -> tuple[float, float, float]:
    """Return the shares of matches whose plain and whose freed interval miss the true score, and the mean gain."""
    found = games_of(agent, other, games, seed)
    points = ((1 + found.returns) / 2).reshape(-1, 2).sum(axis=1)
    luck = found.luck["draws"].reshape(-1, 2).sum(axis=1)
    true, sizes = points.mean() / 2, np.full(pairs, 2)
    # The control's mean in these games is not quite 0, as it is in all that chance may deal.
    luck = luck - luck.mean()
    rng, plain, freed, gains = np.random.default_rng(seed), 0, 0, 0.0
    for _ in range(matches):
        chosen = rng.integers(len(points), size=pairs)
        low, high = clustered_interval(points[chosen], sizes, CONFIDENCE)
        plain += not low <= true <= high
        one = controlled(points[chosen], luck[chosen], sizes, CONFIDENCE)
        if one.is_worth_it:
            low, high = one.interval
        freed += not low <= true <= high
        gains += one.gain
    return plain / matches, freed / matches, gains / matches


if __name__ == "__main__":
    for number in (50, 200, 1000):
        without, with_it, gain = missed(sys.argv[1], sys.argv[2], 12_000, number, 3000, 7)
        print(f"{number:5} pairs: missed {100 * without:.1f} % plain, {100 * with_it:.1f} % freed; gain {gain:.2f}")
