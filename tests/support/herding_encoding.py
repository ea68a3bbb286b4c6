"""Herding for the kit's environments: a seat's knowledge as a vector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces

from cardkit.compiled.bits import ZERO
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import store_bits, store_number
from cardkit.compiled.protocol import implement, write_observation
from cardkit.compiled.records import record
from cardkit.encoding import PAST, write_first
from tests.support.herding import CALLS, CARDS, MOST_PLIES, NUM_ACTIONS, SEATS, Info

SIZE = 2 * CARDS + 1
WRITER = record([("scale", np.float64)], "herding")


@jit
def write(writer: Any, info: Info, past: Any, vector: Any, mask: Any) -> None:
    """Write the own hand, the cards not seen, and how far the game is; as a mask calls, then cards."""
    store_bits(vector, CARDS, info.hands[info.seat], True)
    store_bits(vector + 4 * CARDS, CARDS, info.unseen, True)
    store_number(vector + 8 * CARDS, info.plies, writer.scale, True)
    calling = info.plies < SEATS
    store_bits(mask, CALLS, info.legal if calling else ZERO, False)
    store_bits(mask + CALLS, CARDS, ZERO if calling else info.legal, False)


implement(write_observation, WRITER, write)


@dataclass(frozen=True)
class HerdingEncoding:
    """The one encoding of Herding."""

    vector_space = spaces.Box(0, 1, (SIZE,), np.float32)
    dict_space = spaces.Dict({"observation": vector_space, "action_mask": spaces.Box(0, 1, (NUM_ACTIONS,), np.int8)})

    @property
    def writer(self) -> np.ndarray:
        return np.array([(1 / MOST_PLIES,)], WRITER)

    def new_rows(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros((count, SIZE), np.float32), np.zeros((count, NUM_ACTIONS), np.int8)

    def observe(self, info: Any) -> tuple[np.ndarray, np.ndarray]:
        vectors, masks = self.new_rows(1)
        write_first(self.writer, np.array([info.record], info.record.dtype), np.zeros(1, PAST), vectors, masks)
        return vectors[0], masks[0]


def encoding_of(rules: None, name: str, dtype: str) -> HerdingEncoding:
    """Return the encoding, whatever a command asks for."""
    return HerdingEncoding()
