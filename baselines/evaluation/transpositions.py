"""A transposition table: positions that a search has met before, with the bounds found for their values.

A position is everything that the rest of the game can depend on within one search: both hands, the cards on the table
and how many of them attack and defend, the card to be beaten, attacker, phase, and the talon, of which the size is
enough, as its order is the same all through a search. So two ways to the same cards meet, whichever card beat which.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import mix
from cardkit.compiled.protocol import Slot, State
from cardkit.compiled.records import record
from durak_env.cards import count
from durak_env.game import DEFENCE, NO_CARD

EXACT, AT_LEAST, AT_MOST = range(3)  # what a kept value says about the true one
ENTRIES = 2**12
"""Enough for searches of some thousand states, and small enough to stay in a core's cache."""

POSITION = record(
    [
        ("hands", np.uint64, 2),
        ("cards", np.uint64),  # on the table
        ("rest", np.uint64),  # the small numbers, a byte each; see `describe`
    ]
)
"""A position, and how many plies below the root it stands: values are compared at equal depth only."""

ENTRY = record(
    [
        ("position", POSITION),
        ("search", np.uint64),  # number of the search that it belongs to; 0 where the entry was never used
        ("value", np.int16),  # for the seat to move
        ("bound", np.uint8),
        ("action", np.uint8),  # slot of the best action found; NO_ACTION at the greatest depth
    ]
)
"""One position kept."""

TABLE = record([("search", np.uint64), ("entries", ENTRY, ENTRIES)])
"""The entries, and the number of the present search; entries of earlier ones count as empty."""

Position = Entry = Table = Any
"""These records, as parameters of compiled functions; Numba finds out the types."""


@jit
def forget(table: Table) -> None:
    """Begin a new search: what the table holds is no longer found."""
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
    """Small numbers, all but the first below 256, side by side in one."""
    return ((np.int64(first) << 8 | np.int64(second)) << 8 | np.int64(third)) << 8 | np.int64(fourth)


@jit
def entry_of(table: Table, position: Position) -> Entry:
    """The one entry in which a position may be kept."""
    word = mix(position.hands[0] ^ mix(position.hands[1] ^ mix(position.cards ^ mix(position.rest))))
    return table.entries[np.int64(word & np.uint64(ENTRIES - 1))]


@jit
def holds(entry: Entry, table: Table, position: Position) -> bool:
    """Whether an entry keeps this very position, met in this search."""
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
    """Whether the value kept is all that a search with this window could find out."""
    return (
        entry.bound == EXACT
        or (entry.bound == AT_LEAST and entry.value >= beta)
        or (entry.bound == AT_MOST and entry.value <= alpha)
    )


@jit
def keep(table: Table, position: Position, value: int, alpha: int, beta: int, action: Slot) -> None:
    """Keep what a search with the window (alpha, beta) found; what the entry held before is lost."""
    entry = entry_of(table, position)
    entry.position.hands[0] = position.hands[0]
    entry.position.hands[1] = position.hands[1]
    entry.position.cards = position.cards
    entry.position.rest = position.rest
    entry.search = table.search
    entry.value = value
    entry.bound = AT_LEAST if value >= beta else AT_MOST if value <= alpha else EXACT
    entry.action = action
