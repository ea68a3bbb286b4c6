"""Sums over the trees of a move: an action's mean score in each tree, added up.

The SEARCH record has a field ``sums``, float64, by slot.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.jit import jit
from cardkit.compiled.slots import how_many
from cardkit.search.memory import Search, node_at, num_slots, tried_of


@jit
def clear_sums(search: Search) -> None:
    """Forget the sums of the move before."""
    for slot in range(num_slots(search)):
        search.sums[slot] = 0.0


@jit
def add_means(search: Search) -> None:
    """Add the mean score of each action of the root to its sum."""
    root = node_at(search, 0)
    for place in range(how_many(tried_of(root))):
        child = node_at(search, np.int64(root.first) + place)
        search.sums[child.slot] += child.points / np.float64(child.visits)
