"""Solutions of games too large to hold as trees, found by sampling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from baselines.durak.endgames.solver import endgame_memory
from baselines.durak.solving import sampling
from baselines.durak.solving.deals import check_plain
from baselines.durak.solving.durak_tree import DurakTree
from baselines.durak.solving.sampling import WALK, new_table
from cardkit.checks import check_whole, whole
from cardkit.compiled.prng import streams_from_seed
from durak_env.core.dealing import new_states
from durak_env.rules import Rules

BITS = 22
_PORTION = 1000  # walks between two calls of progress


@dataclass(frozen=True, eq=False)
class Sampled:
    """A solution.

    Attributes:
        rules: of the game.
        iterations: random games walked.
        infosets: information sets met.
        full: whether the table had no room for more, which ended the work.
        table, weights: what is known of them; see `baselines.durak.solving.sampling`.
    """

    rules: Rules
    iterations: int
    infosets: int
    full: bool
    table: np.ndarray
    weights: np.ndarray

    def strategy(self, game: DurakTree) -> np.ndarray:
        """Return the solution in a tree of the game, float64 by action; uniform where the walks have not been."""
        return sampling.mean_strategy(self.table, self.weights, game.keys, game.tree.first_action)


def solve_by_sampling(
    rules: Rules, walks: int, table_bits: int = BITS, seed: int = 0, progress: Callable[[int], object] | None = None
) -> Sampled:
    """Walk random games; endgames count with their exact value.

    Args:
        rules: of the plain game.
        walks: random games to walk, fewer if the table is full.
        table_bits: binary logarithm of the table's entries, of 48 bytes each.
        seed: of the random games.
        progress: called with the number of games walked.

    Raises:
        ValueError: the rules are not of the plain game, an argument is out of range, or the table needs more memory
            than there is.
    """
    whole("table_bits", table_bits, 10, 30, BITS)
    check_whole("walks", walks, 1)
    check_whole("seed", seed, 0)
    check_plain(rules)
    try:
        (table, weights), walk = new_table(table_bits), np.zeros(1, WALK)[0]
    except MemoryError as error:
        raise ValueError(f"a table with table_bits={table_bits} is too large, choose fewer: {error}") from None
    start, endgames, streams, done = new_states(rules)[0], endgame_memory(cards=0), streams_from_seed(seed, 0), 0
    while done < walks and not walk["full"]:
        portion = min(_PORTION, walks - done)
        done += sampling.improve(table, weights, walk, start, portion, streams[0], endgames)
        if progress is not None:
            progress(done)
    return Sampled(rules, done, int(walk["entries"]), bool(walk["full"]), table, weights)
