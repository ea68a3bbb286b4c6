"""Observation encodings: turns an information set into a vector, and keeps the latest plies.

The compiled side of an encoding is `cardkit.compiled.protocol.write_observation`.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import address_of
from cardkit.compiled.protocol import Info, Seat, Slot, write_observation
from cardkit.compiled.records import FIELD, Record, record
from cardkit.compiled.slots import MOST_SLOTS
from cardkit.known import Known

MAX_HISTORY = 64
PAST_FIELDS = [
    ("codes", np.uint16, MAX_HISTORY)
]  # the last plies: number p, from 0, at p % MAX_HISTORY; see `ply_code`
PAST = record(PAST_FIELDS)
"""The last plies of a game."""


class Past(Record):
    """A PAST record, or another with its field."""

    codes = FIELD


class Encoding(Protocol):
    """An encoding of a game's observations. Frozen and picklable."""

    @property
    def writer(self) -> np.ndarray:
        """The record by which compiled code writes observations, work space included, in a new array of one.

        `cardkit.compiled.protocol.write_observation` is implemented for it.
        """
        ...

    @property
    def vector_space(self) -> Any:
        """The Gymnasium space of the vector."""
        ...

    @property
    def dict_space(self) -> Any:
        """The Gymnasium space of ``observation`` and ``action_mask`` together."""
        ...

    def new_rows(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Make arrays for ``count`` observations: vectors (count, size), int8 masks (count, actions)."""
        ...

    def observe(self, info: Known) -> tuple[np.ndarray, np.ndarray]:
        """Return the vector and the action mask of a seat's knowledge."""
        ...


NO_PLY = -1
LEAVING = MOST_SLOTS - 1
"""In the place of a slot, in a `PAST` record: the seat has left. No action of a game that can go on without a seat."""
UNSEEN = MOST_SLOTS - 2
"""In the place of a slot: that of a secret action of another seat. No action of a game that has secret ones."""
SECRET = 2**15
"""Added to the code of a ply that its mover alone sees."""


@jit
def ply_code(seat: Seat, slot: Slot) -> Any:
    """Write a ply as one number."""
    return slot + MOST_SLOTS * seat


@jit_inline
def remember(past: Past, number: Number, seat: Seat, slot: Slot, mark: Number) -> None:
    """Write a ply down in a PAST record, or another with its field; ``mark`` is SECRET or 0."""
    past.codes[number % MAX_HISTORY] = ply_code(seat, slot) + mark


@jit
def ply_back(past: Past, info: Info, back: Number) -> Any:
    """Return the code of the ply before the last ``back`` ones, as an INFO's seat sees it; NO_PLY before the first."""
    number = np.int64(info.plies) - 1 - back
    if number < 0:
        return NO_PLY
    code = np.int64(past.codes[number % MAX_HISTORY])
    if code < SECRET:
        return code
    seat = player_of(code - SECRET)
    return code - SECRET if seat == info.seat else ply_code(seat, UNSEEN)


@jit_inline
def player_of(code: Number) -> Seat:
    """Return the seat of a ply."""
    return code // MOST_SLOTS


@jit_inline
def slot_of(code: Number) -> Slot:
    """Return the slot of a ply."""
    return code % MOST_SLOTS


@jit
def write_first(
    writers: np.ndarray, infos: np.ndarray, pasts: np.ndarray, vectors: np.ndarray, masks: np.ndarray
) -> None:
    """Write the observation of the first information set, and its action mask, into the first rows."""
    write_observation(writers[0], infos[0], pasts[0], address_of(vectors), address_of(masks))
