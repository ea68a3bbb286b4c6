"""A transposition table: positions that a search has met, with bounds on their values.

A position is everything that the rest of the game can depend on within one search: both hands, the cards on the table
and how many of them attack and defend, the card to beat, attacker, phase and talon. The talon's size suffices, since
its order does not change during a search. Which card beat which does not matter, so different ways to the same cards
meet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import mix
from cardkit.compiled.protocol import Slot
from cardkit.compiled.records import record
from durak_env.cards import count
from durak_env.core.records import DEFENCE, NO_CARD, State

EXACT, AT_LEAST, AT_MOST = range(3)  # how a stored value relates to the true one
ENTRIES = 2**12
"""Enough for searches of a few thousand states, and small enough for a core's cache."""

POSITION = record(
    [
        ("hands", np.uint64, 2),
        ("cards", np.uint64),  # on the table
        ("rest", np.uint64),  # small numbers, a byte each; see `describe`
    ]
)
"""A position and its ply below the root; values are compared at equal depth only."""

ENTRY = record(
    [
        ("position", POSITION),
        ("search", np.uint64),  # number of the search that stored the entry; 0 if the entry was never used
        ("value", np.int16),  # for the seat to move
        ("bound", np.uint8),
        ("action", np.uint8),  # slot of the best action found; NO_ACTION at full depth
    ]
)
"""One stored position."""

TABLE = record([("search", np.uint64), ("entries", ENTRY, ENTRIES)])
"""The entries, and the number of the current search; entries of earlier searches count as empty."""

Position = Entry = Table = Any
"""The records of positions, as parameters of compiled functions; Numba infers the types."""


@jit
def forget(table: Table) -> None:
    """Begin a new search; the table's contents can no longer be found."""
    table.search += np.uint64(1)


@jit
def describe(state: State, ply: int, position: Position) -> None:
    """Fill in the POSITION record of a STATE ``ply`` plies below the root."""
    position.hands[0] = state.hands[0]
    position.hands[1] = state.hands[1]
    position.cards = state.attacks | state.defences
    to_beat = state.table[state.table_size - 1] if state.phase == DEFENCE else NO_CARD
    cards = packed(to_beat, state.talon_size, count(state.attacks), count(state.defences))
    position.rest = np.uint64(packed(cards, state.attacker, state.phase, ply))


@jit
def packed(first: int, second: int, third: int, fourth: int) -> Number:
    """Pack small numbers, all but the first below 256, into one."""
    return ((np.int64(first) << 8 | np.int64(second)) << 8 | np.int64(third)) << 8 | np.int64(fourth)


@jit
def entry_of(table: Table, position: Position) -> Entry:
    """Return the only entry that may hold a position."""
    word = mix(position.hands[0] ^ mix(position.hands[1] ^ mix(position.cards ^ mix(position.rest))))
    return table.entries[np.int64(word & np.uint64(ENTRIES - 1))]


@jit
def holds(entry: Entry, table: Table, position: Position) -> bool:
    """Return whether an entry holds this very position, stored in this search."""
    kept = entry.position
    return (
        entry.search == table.search
        and kept.rest == position.rest
        and kept.cards == position.cards
        and kept.hands[0] == position.hands[0]
        and kept.hands[1] == position.hands[1]
    )


@jit
def settles(entry: Entry, alpha: int, beta: int) -> bool:
    """Return whether the stored value tells everything that a search with this window could find out."""
    return (
        entry.bound == EXACT
        or (entry.bound == AT_LEAST and entry.value >= beta)
        or (entry.bound == AT_MOST and entry.value <= alpha)
    )


@jit
def store(table: Table, position: Position, value: int, alpha: int, beta: int, action: Slot) -> None:
    """Store the result of a search with the window (alpha, beta), overwriting the entry."""
    entry = entry_of(table, position)
    entry.position.hands[0] = position.hands[0]
    entry.position.hands[1] = position.hands[1]
    entry.position.cards = position.cards
    entry.position.rest = position.rest
    entry.search = table.search
    entry.value = value
    entry.bound = AT_LEAST if value >= beta else AT_MOST if value <= alpha else EXACT
    entry.action = action
