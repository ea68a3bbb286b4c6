"""A sample of a match's games is timed: where choices are quick, one deal in several stands for the others.

Reading the clock twice a choice takes nearly as long as the choices of fast agents.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit

ALL_TIMED = 256  # results of which each is timed
SAMPLED = 16  # of quick choices the deals are timed whose number is a multiple of it, however the games are shared out
SLOW = 4000.0  # ticks of a choice beside which those of the clock do not count


@jit
def is_timed(results: np.ndarray, row: Number, together: Number, first: Number, was_timed: bool) -> bool:
    """Return whether a game is timed: it is of a sampled deal, begins a rotation, or follows a timed slow choice.

    Args:
        results: of all games; those up to ``row`` are filled, with ticks for seconds.
        row: of the game, which follows the game in row ``row - together``.
        together: how many games play the same deal.
        first: the number of the game in row 0.
        was_timed: whether the game before was timed.
    """
    if len(results) < ALL_TIMED or row < together or (first + row) // together % SAMPLED == 0:
        return True
    if not was_timed:
        return False
    before, is_slow = results[row - together], False
    for agent in range(len(before.seating)):
        is_slow |= before.seconds[agent] > SLOW * before.choices[agent]
    return is_slow


def fill_seconds(results: np.ndarray) -> None:
    """Give games that were not timed the mean time of a choice of the same agent in those that were."""
    seconds, choices = results["seconds"], results["choices"]
    timed = seconds.any(axis=1)
    for agent in range(seconds.shape[1]):
        if counted := choices[timed, agent].sum():
            seconds[~timed, agent] = choices[~timed, agent] * (seconds[timed, agent].sum() / counted)
