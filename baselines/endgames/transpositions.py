"""The transposition table of the endgame solver: bounds on the values of bout starts, in words of a shared memory.

An entry is three words::

    word 0    all cards, rank-major, canonical
    word 1    the attacker's cards
    word 2    63 .. 32 stamp | 31 .. 16 lower bound + 2**15 | 15 .. 0 upper bound + 2**15

Entries with another stamp than the search's do not exist for it, so a search never depends on those before it. A new
entry takes the place of the one that was there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.jit import jit, jit_wrapping
from cardkit.compiled.memory import load_word, store_word

ENTRY_BYTES = 24
BIAS = 1 << 15
_16, _29, _32 = np.uint64(16), np.uint64(29), np.uint64(32)
_LOW_16 = np.uint64(0xFFFF)
_MIX_1, _MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


@jit_wrapping
def hash_of(cards: Any, mine: Any) -> Any:
    """A uint64 whose high bits tell two positions apart."""
    word = cards * _MIX_1 ^ (cards >> _29)
    word = (word ^ mine) * _MIX_2
    return (word ^ (word >> _29)) * _MIX_1


@jit
def entry_address(table: Any, bits: Any, cards: Any, mine: Any) -> Any:
    """Where the entry of a position is, in a table of ``2**bits`` entries that begins at the address ``table``."""
    return table + ENTRY_BYTES * np.int64(hash_of(cards, mine) >> np.uint64(64 - bits))


@jit
def read_bounds(entry: Any, stamp: Any, cards: Any, mine: Any, most: Any) -> Any:
    """The bounds kept in an entry for a position; ``-most`` and ``most`` if there are none."""
    last = load_word(entry + 16)
    if last >> _32 != stamp or load_word(entry) != cards or load_word(entry + 8) != mine:
        return -most, most
    return np.int64((last >> _16) & _LOW_16) - BIAS, np.int64(last & _LOW_16) - BIAS


@jit
def write_bounds(entry: Any, stamp: Any, cards: Any, mine: Any, lower: Any, upper: Any) -> None:
    """Keep the bounds of a position in an entry."""
    store_word(entry, cards)
    store_word(entry + 8, mine)
    store_word(entry + 16, (stamp << _32) | (np.uint64(lower + BIAS) << _16) | np.uint64(upper + BIAS))
