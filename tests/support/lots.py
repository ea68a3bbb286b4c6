"""Chance during play of the games of the tests: cards drawn from sets, first those that were fed, then random ones.

The log in a STATE record: the first ``used`` entries of ``given`` are drawn, ``fed`` of them were fed; ``word`` is
the stream of later draws.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import random_bit
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import next_word
from cardkit.compiled.protocol import Stream


def log_fields(most: int) -> list[Any]:
    """List the fields of a log of so many draws at most."""
    return [("given", np.uint8, most), ("fed", np.int64), ("used", np.int64), ("word", np.uint64)]


@jit
def lot(state: Any, cards: Any) -> Any:
    """Return a card of a set: the one that was fed, else a random one; it is noted."""
    card = np.int64(state.given[state.used]) if state.used < state.fed else np.int64(random_bit(cards, state))
    state.given[state.used] = card
    state.used += 1
    return card


@jit
def reseed(state: Any, stream: Stream) -> None:
    """Begin another stream."""
    state.word = next_word(stream)


@jit
def feed(start: Any, state: Any) -> None:
    """Pass on the lots."""
    for place in range(len(start.given)):  # assigning arrays compiles an error about shapes too: 2 seconds
        start.given[place] = state.given[place]
    start.fed = state.used
