"""The numbers of worlds that contradict the game seen, drawn without the plan of the evidence and with it.

Positions after 0 to 59 plies of the standard game in which cards are hidden, as one of the seats sees them, with one
world of either kind for each. A world is contradicted if no order of the deck leads to it and shows the seat the same
game. Prints a line for random plies, and one for greedy's with one in ten at random:
``python -m tests.support.contradicted_worlds 600``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np

from durak_env.agents.heuristic import greedy
from durak_env.information import InformationSet, determinize
from durak_env.rules import Rules
from tests.support.replays import Seen


class SeenOfGreedy(Seen):
    """A game of greedy with itself in which one ply of ten is random."""

    def _chosen(self, info: InformationSet, rng: np.random.Generator) -> int:
        return super()._chosen(info, rng) if rng.random() < 0.1 else int(greedy().act(info, rng))


def positions(game: type[Seen], count: int, rng: np.random.Generator) -> Iterator[Seen]:
    """Yield positions in which cards are hidden."""
    while count > 0:
        seen = game(Rules(), rng, int(rng.integers(2)), int(rng.integers(60)))
        if seen.info.record.unseen != 0:
            count -= 1
            yield seen


def contradicted(game: type[Seen], count: int, seed: int) -> tuple[float, float]:
    """Return the shares of worlds that no deck explains, without the plan and with it."""
    rng = np.random.default_rng(seed)
    found = [
        [seen.deck_of(determinize(info, rng)) is None for info in (seen.info, seen.info.with_evidence())]
        for seen in positions(game, count, rng)
    ]
    without, with_plan = np.mean(found, axis=0)
    return float(without), float(with_plan)


if __name__ == "__main__":
    for name, game in (("random plies", Seen), ("greedy, one ply in ten at random", SeenOfGreedy)):
        without, with_plan = contradicted(game, int(sys.argv[1]), seed=1)
        print(f"{name}: {100 * without:.1f} % without the plan, {100 * with_plan:.1f} % with it")
