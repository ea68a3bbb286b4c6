"""Durak's cards: those of the kit, and its other actions, whose slots lie beside those of the cards.

::

      bit 63          48 47          32 31          16 15           0
          +-------------+--------------+--------------+-------------+
          |   spades    |    hearts    |   diamonds   |    clubs    |
          +-------------+--------------+--------------+-------------+
                                                      /              \\
                                   | > A K Q J T 9 8 7 6 5 4 3 2 D T |
                                     15 14 ...                 2 1 0

No card has rank 0 or 1, so these two bits of the clubs lane stand for the actions TAKE (T, slot 0) and DONE (D,
slot 1), and one of the diamonds lane for SHOW (slot 17). No card has rank 15 either: that bit stands for the transfer
(>) with the lane's card of the attack's rank. So a set of actions is a word of the same form.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ONE, lowest, popcount
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot
from cardkit.playing_cards import HIGHEST_RANK, SUITS, Cards

TAKE_SLOT, DONE_SLOT, SHOW_SLOT = 0, 1, 17
TAKE_BIT, DONE_BIT, SHOW_BIT = np.uint64(1 << TAKE_SLOT), np.uint64(1 << DONE_SLOT), np.uint64(1 << SHOW_SLOT)
TRANSFER_RANK = HIGHEST_RANK + 1
TRANSFER_SLOTS = tuple(16 * suit + TRANSFER_RANK for suit in range(len(SUITS)))

_LANES = np.uint64(0x0001_0001_0001_0001)
_LANE = np.uint64(0xFFFF)
_15, _16, _32 = np.uint64(15), np.uint64(16), np.uint64(32)


@jit
def bit(slot: Slot) -> Cards:
    """Return the set that holds only the card (or action) of ``slot``."""
    return ONE << np.uint64(slot)


@jit
def rank_lanes(slot: Slot) -> Cards:
    """Return all four slots of a slot's rank."""
    return _LANES << (np.uint64(slot) & _15)


@jit
def same_ranks(mask: Cards) -> Cards:
    """Return all slots of the ranks that occur in a set."""
    folded = mask | (mask >> _32)
    return ((folded | (folded >> _16)) & _LANE) * _LANES


@jit
def lowest_rank_card(mask: Cards) -> Slot:
    """Find the slot of the lowest rank in a non-empty set; among equal ranks, of the first suit."""
    folded = mask | (mask >> _32)
    rank = lowest((folded | (folded >> _16)) & _LANE)
    return lowest(mask & rank_lanes(rank))


@jit
def count(mask: Cards) -> int:
    """Count the cards in a set."""
    return popcount(mask)
