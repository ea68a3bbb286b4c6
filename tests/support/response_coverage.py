"""The rate at which the interval of an exploitability, found by searching some dealt hands, holds the exact one.

All hands of a solution are searched once, which gives the exact figure. Then as many as asked are drawn from them, many
times. Prints a line: ``python -m tests.support.response_coverage start_rank=11,num_suits=2,hand_size=3 10000 60``, with
the rules, the walks and the dealt hands of each draw.
"""

from __future__ import annotations

import sys

import numpy as np

from baselines.durak.solving.deals import all_deals, by_dealt_hand
from baselines.durak.solving.durak_tree import MOST_NODES
from baselines.durak.solving.response_search import _gain, _searched
from baselines.durak.solving.sampled import Sampled, solve_by_sampling
from durak_env.rules import Rules


def all_gains(found: Sampled) -> np.ndarray:
    """Return the gains of best responses over the solution, by seat and dealt hand."""
    deals = all_deals(found.rules)
    return np.array(
        [[_gain(found, hand, seat, MOST_NODES) for hand in by_dealt_hand(deals, seat)] for seat in range(2)]
    )


def covered(gains: np.ndarray, hands: int, draws: int, seed: int) -> float:
    """Return the share of draws of so many hands whose interval holds the mean of all."""
    rng, exact, every = np.random.default_rng(seed), gains.mean(), gains.shape[1]
    held = 0
    for _ in range(draws):
        one = _searched([list(rng.choice(seat, hands // 2, replace=False)) for seat in gains], [every, every])
        held += abs(one.won - exact) <= one.half_width
    return held / draws


if __name__ == "__main__":
    rules, walks, hands = Rules.of(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    table_bits = int(sys.argv[4]) if len(sys.argv) > 4 else 22
    gains = all_gains(solve_by_sampling(rules, walks, table_bits, seed=1))
    print(f"exact {gains.mean():.4f}; {hands} hands hold it {100 * covered(gains, hands, 4000, seed=1):.1f} %")
