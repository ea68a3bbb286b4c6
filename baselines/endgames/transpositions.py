"""The transposition table of the endgame solver: bounds on the values of bout starts.

Entries with another stamp than the search's do not exist for it, so a search never depends on those before it. A new
entry takes the place of the one that was there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_wrapping
from cardkit.compiled.memory import record_reader
from cardkit.compiled.records import record
from durak_env.cards import Cards

ENTRY = record(
    [
        ("cards", np.uint64),  # all cards, rank-major, canonical
        ("mine", np.uint64),  # the attacker's
        ("stamp", np.uint32),  # of the search
        ("lower", np.int16),  # bounds
        ("upper", np.int16),
    ]
)
"""A position, and what is known of its value."""

Entry = Any
"""An ENTRY record, as the parameter of a compiled function; Numba finds out the types."""

entry_at = record_reader(ENTRY)
_29 = np.uint64(29)
_MIX_1, _MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


@jit_wrapping
def hash_of(cards: Cards, mine: Cards) -> Any:
    """A uint64 whose high bits tell two positions apart."""
    word = cards * _MIX_1 ^ (cards >> _29)
    word = (word ^ mine) * _MIX_2
    return (word ^ (word >> _29)) * _MIX_1


@jit
def entry_number(bits: int, cards: Cards, mine: Cards) -> Number:
    """Which entry of a table of ``2**bits`` is that of a position."""
    return np.int64(hash_of(cards, mine) >> np.uint64(64 - bits))


@jit
def read_bounds(entry: Entry, stamp: int, cards: Cards, mine: Cards, most: int) -> tuple[Number, Number]:
    """The bounds kept in an entry for a position; ``-most`` and ``most`` if there are none."""
    if entry.stamp != stamp or entry.cards != cards or entry.mine != mine:
        return -most, most
    return np.int64(entry.lower), np.int64(entry.upper)


@jit
def write_bounds(entry: Entry, stamp: int, cards: Cards, mine: Cards, lower: int, upper: int) -> None:
    """Keep the bounds of a position in an entry."""
    entry.cards = cards
    entry.mine = mine
    entry.stamp = stamp
    entry.lower = lower
    entry.upper = upper
