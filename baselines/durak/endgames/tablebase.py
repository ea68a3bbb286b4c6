"""The endgame tablebase: who wins each bout start of few cards, two bits each, read through one address.

A tablebase is one block of bytes::

    HEADER                        which sizes it holds, and where
    directory   uint64 each       open addressing: shape << 24 | number of the shape; 0 if empty
    outcomes    2 bits each       of the positions of a shape in a row: LOSS, DRAW, WIN for the attacker, or UNKNOWN

A *shape* is the canonical set of all cards of a position (`baselines.durak.endgames.position`), regardless of who holds
them. The attacker's cards, gathered to n bits, distinguish the positions of a shape of n cards.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, Number, gather_bits
from cardkit.compiled.jit import jit, jit_wrapping
from cardkit.compiled.memory import Address, load_byte, record_reader
from cardkit.compiled.records import record
from cardkit.playing_cards import Cards
from durak_env.cards import count

UNKNOWN, LOSS, DRAW, WIN = range(4)
SMALLEST, LARGEST = 2, 10
"""Cards of the smallest positions, and of the largest ones that a tablebase may hold."""
CARDS = 8
"""Cards of the largest positions by default."""

HEADER = record(
    [
        ("magic", np.uint64),
        ("cards", np.int64),  # of the largest positions
        ("directory_bits", np.int64),  # binary logarithm of the places of the directory
        ("starts", np.int64, LARGEST + 1),  # by cards n: the byte where shape 0 would begin if all had n cards
    ]
)
"""The head of a tablebase."""

HEADER_BYTES = HEADER.itemsize
_header_at = record_reader(HEADER)
_directory_at = record_reader(record([("entry", np.uint64)]))
_24 = np.uint64(24)
_NUMBER = np.uint64((1 << 24) - 1)
_MIX = np.uint64(0x9E3779B97F4A7C15)


@jit_wrapping
def place_of(shape: Cards, directory_bits: int) -> Number:
    """Return the place in the directory where the search for a shape begins."""
    return np.int64(((shape ^ (shape >> _24)) * _MIX) >> np.uint64(64 - directory_bits))


@jit
def number_of(tablebase: Address, shape: Cards) -> Number:
    """Return the number of a shape, or -1."""
    directory_bits = _header_at(tablebase, 0).directory_bits
    place = place_of(shape, directory_bits)
    while True:
        entry = _directory_at(tablebase + HEADER_BYTES, place).entry
        if entry >> _24 == shape:
            return np.int64(entry & _NUMBER)
        if entry == ZERO:
            return np.int64(-1)
        place = (place + 1) & ((1 << directory_bits) - 1)


@jit
def index_of(tablebase: Address, cards: Cards, mine: Cards) -> int:
    """Return the number of a canonical position's pair of bits, counted from the address of the tablebase."""
    size = count(cards)
    start = _header_at(tablebase, 0).starts[size]
    number = number_of(tablebase, cards)
    return 4 * start + (number << size) + np.int64(gather_bits(mine, cards))


@jit
def probe(tablebase: Address, cards: Cards, mine: Cards) -> Number:
    """Look up a canonical position: LOSS, DRAW or WIN for its attacker; UNKNOWN if it is not built."""
    index = index_of(tablebase, cards, mine)
    return np.int64(load_byte(tablebase + (index >> 2)) >> np.uint8(2 * (index & 3))) & 3
