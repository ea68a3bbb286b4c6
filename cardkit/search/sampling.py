"""An agent for any game, which needs nothing but the game's functions."""

from __future__ import annotations

import numpy as np

from cardkit.checks import check_whole
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from
from cardkit.compiled.protocol import Slot, determinize, score, step
from cardkit.compiled.slots import first_slot, is_empty, legal_of, random_slot, without_first
from cardkit.known import Known

MOST_PLAYOUTS = 100_000


class Sampling:
    """An agent that plays the action after which random play from determinizations ends best.

    Args:
        playouts: of each legal action.

    Raises:
        ValueError: the number of playouts is out of range.
    """

    def __init__(self, playouts: int = 100) -> None:
        check_whole("playouts", playouts, 1, MOST_PLAYOUTS)
        self._playouts = playouts

    def act(self, info: Known, rng: np.random.Generator) -> int:
        """Choose the action, and return its id."""
        infos, states = np.array([info.record]), np.zeros(1, type(info).state_dtype(info.rules))
        return info.action_of(int(_best_slot(infos, states, streams_from(rng), self._playouts)))


@jit
def _best_slot(infos: np.ndarray, states: np.ndarray, streams: np.ndarray, playouts: int) -> Slot:
    info, state, stream = infos[0], states[0], streams[0]
    best, highest, left = 0, -1.0, legal_of(info)
    while not is_empty(left):
        slot = first_slot(left)
        left = without_first(left)
        total = 0.0
        for _ in range(playouts):
            determinize(info, stream, state)
            step(state, slot)
            while not is_empty(legal_of(state)):
                step(state, random_slot(legal_of(state), stream))
            total += score(state, info.seat)
        if total > highest:
            best, highest = slot, total
    return best
