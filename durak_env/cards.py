"""Cards: their text, their slots, and sets of cards as 64-bit words.

A set of cards is a uint64 with one lane per suit; a card's *slot* is the number of its bit::

      slot = 16 * suit + rank                       suits: clubs 0, diamonds 1, hearts 2, spades 3
                                                    ranks: 2..14 (J=11 Q=12 K=13 A=14)
      bit 63          48 47          32 31          16 15           0
          +-------------+--------------+--------------+-------------+
          |   spades    |    hearts    |   diamonds   |    clubs    |
          +-------------+--------------+--------------+-------------+
                                                      /              \\
                                   | > A K Q J T 9 8 7 6 5 4 3 2 D T |
                                     15 14 ...                 2 1 0

No card has rank 0 or 1, so these two bits of the clubs lane stand for the actions TAKE (T, slot 0) and DONE (D,
slot 1), and one of the diamonds lane for SHOW (slot 17). No card has rank 15 either: that bit stands for the transfer
(>) with the lane's card of the attack's rank. So a set of actions is a word of the same form. The same masks serve
decks of every size.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from cardkit.compiled.bits import ONE, Bits, lowest, popcount
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot
from cardkit.wording import shortened

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
LOWEST_RANK, HIGHEST_RANK = 2, 14
MAX_CARDS = 52

TAKE_SLOT, DONE_SLOT, SHOW_SLOT = 0, 1, 17
TAKE_BIT, DONE_BIT, SHOW_BIT = np.uint64(1 << TAKE_SLOT), np.uint64(1 << DONE_SLOT), np.uint64(1 << SHOW_SLOT)
TRANSFER_RANK = HIGHEST_RANK + 1
TRANSFER_SLOTS = tuple(16 * suit + TRANSFER_RANK for suit in range(len(SUITS)))
ALL_CARDS = np.uint64(sum(1 << 16 * suit + rank for suit in range(4) for rank in range(LOWEST_RANK, HIGHEST_RANK + 1)))
"""The slots of cards, as a set; those of all other actions lie outside."""

Cards = Bits
"""A set of cards, as a name for parameters of compiled functions; Numba infers the types."""
Suit = Any
"""0..3, or 4 for none."""

_LANES = np.uint64(0x0001_0001_0001_0001)
_LANE = np.uint64(0xFFFF)
_15, _16, _32, _48 = np.uint64(15), np.uint64(16), np.uint64(32), np.uint64(48)


class Card(str):
    """A card as text, rank then suit: ``Card("6c")``, ``Card("10h") == "Th"``, ``Card("Q♠") == "Qs"``.

    Raises ValueError for text that is not a card.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Card:
        if isinstance(text, Card):
            return text
        if not isinstance(text, str):
            raise ValueError(f"a card must be text such as '7c', got {text!r}")
        rank, suit = text.strip()[:-1].upper().replace("10", "T"), text.strip()[-1:].lower()
        if suit in SUIT_SYMBOLS and suit:
            suit = SUITS[SUIT_SYMBOLS.index(suit)]
        if len(rank) != 1 or rank not in RANKS or len(suit) != 1 or suit not in SUITS:
            raise ValueError(
                f"{shortened(repr(text))} is not a card: write a rank of {RANKS} (or 10), then a suit of {SUITS}"
            )
        return super().__new__(cls, rank + suit)

    @property
    def rank(self) -> int:
        """2..14."""
        return RANKS.index(self[0]) + LOWEST_RANK

    @property
    def suit(self) -> int:
        """0..3: clubs, diamonds, hearts, spades."""
        return SUITS.index(self[1])

    @property
    def slot(self) -> int:
        """The card's bit in a set of cards."""
        return 16 * self.suit + self.rank

    @property
    def symbol(self) -> str:
        """The card with its suit's symbol: ``6♣``."""
        return self[0] + SUIT_SYMBOLS[self.suit]


def card_of(slot: int) -> Card:
    """The card of a slot."""
    suit, rank = divmod(int(slot), 16)
    return Card(RANKS[rank - LOWEST_RANK] + SUITS[suit])


def cards_of(mask: int | np.uint64) -> tuple[Card, ...]:
    """The cards of a set, suit by suit, in ascending rank; other actions are left out."""
    value = int(mask) & int(ALL_CARDS)
    return tuple(card_of(slot) for slot in range(64) if value >> slot & 1)


def mask_of(cards: Iterable[str]) -> np.uint64:
    """The set of the given cards."""
    return np.uint64(sum({1 << Card(card).slot for card in cards}))


@jit
def bit(slot: Slot) -> Cards:
    """The set that holds only the card (or action) of ``slot``."""
    return ONE << np.uint64(slot)


@jit
def rank_lanes(slot: Slot) -> Cards:
    """All four slots of a slot's rank."""
    return _LANES << (np.uint64(slot) & _15)


@jit
def suit_lane(slot: Slot) -> Cards:
    """All slots of a slot's suit."""
    return _LANE << (np.uint64(slot) & _48)


@jit
def same_ranks(mask: Cards) -> Cards:
    """All slots of the ranks that occur in a set."""
    folded = mask | (mask >> _32)
    return ((folded | (folded >> _16)) & _LANE) * _LANES


@jit
def higher_in_suit(slot: Slot) -> Cards:
    """All slots above a slot in its own suit."""
    above = (~np.uint64(0) << np.uint64(slot)) << ONE
    return above & suit_lane(slot)


@jit
def lowest_rank_card(mask: Cards) -> Slot:
    """The slot of the lowest rank in a non-empty set; among equal ranks, of the first suit."""
    folded = mask | (mask >> _32)
    rank = lowest((folded | (folded >> _16)) & _LANE)
    return lowest(mask & rank_lanes(rank))


@jit
def count(mask: Cards) -> int:
    """Number of cards in a set."""
    return popcount(mask)
