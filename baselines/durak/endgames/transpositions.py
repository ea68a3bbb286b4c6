"""The transposition table of the endgame solver: bounds on the values of bout starts.

A search ignores entries with another stamp than its own, so it never depends on earlier searches. A new entry replaces
the old one in its place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_wrapping
from cardkit.compiled.memory import record_reader
from cardkit.compiled.records import record
from cardkit.playing_cards import Cards

ENTRY = record(
    [
        ("cards", np.uint64),  # all cards, rank-major, canonical
        ("mine", np.uint64),  # the attacker's
        ("stamp", np.uint32),  # of the search
        ("lower", np.int16),  # bounds
        ("upper", np.int16),
    ]
)
"""A position, and bounds on its value."""

Entry = Any
"""An ENTRY record, as the parameter of a compiled function; Numba infers the types."""

entry_at = record_reader(ENTRY)
_29 = np.uint64(29)
_MIX_1, _MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


@jit_wrapping
def hash_of(cards: Cards, mine: Cards) -> Any:
    """Hash a position: uint64 whose high bits are well mixed."""
    word = cards * _MIX_1 ^ (cards >> _29)
    word = (word ^ mine) * _MIX_2
    return (word ^ (word >> _29)) * _MIX_1


@jit
def entry_number(bits: int, cards: Cards, mine: Cards) -> Number:
    """Return the number of a position's entry in a table of ``2**bits``."""
    return np.int64(hash_of(cards, mine) >> np.uint64(64 - bits))


@jit
def read_bounds(entry: Entry, stamp: int, cards: Cards, mine: Cards, most: int) -> tuple[Number, Number]:
    """Read the bounds kept in an entry for a position; ``-most`` and ``most`` if there are none."""
    if entry.stamp != stamp or entry.cards != cards or entry.mine != mine:
        return -most, most
    return np.int64(entry.lower), np.int64(entry.upper)


@jit
def write_bounds(entry: Entry, stamp: int, cards: Cards, mine: Cards, lower: int, upper: int) -> None:
    """Store the bounds of a position in an entry."""
    entry.cards = cards
    entry.mine = mine
    entry.stamp = stamp
    entry.lower = lower
    entry.upper = upper
