"""Playing cards: their text, their slots, and sets of cards as 64-bit words.

A set of cards is a uint64 with one lane per suit; a card's *slot* is the number of its bit::

      slot = 16 * suit + rank                       suits: clubs 0, diamonds 1, hearts 2, spades 3
                                                    ranks: 2..14 (J=11 Q=12 K=13 A=14)
      bit 63          48 47          32 31          16 15           0
          +-------------+--------------+--------------+-------------+
          |   spades    |    hearts    |   diamonds   |    clubs    |
          +-------------+--------------+--------------+-------------+
                                                      /              \\
                                   | . A K Q J T 9 8 7 6 5 4 3 2 . . |
                                     15 14 ...                 2 1 0

No card has rank 0, 1 or 15: a game may use these bits for other actions. The same masks serve decks of every size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from cardkit.checks import listed
from cardkit.compiled.bits import ONE, Bits, Number
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot
from cardkit.dealing.ranks import HIGHEST_RANK, LOWEST_RANK, MAX_CARDS, RANKS, SUITS
from cardkit.wording import quoted

SUIT_SYMBOLS = "♣♦♥♠"
SHOWN_AS = "\ufe0e\ufe0f"
"""Signs that phones write after a suit's symbol: whether it is shown as a letter or as a picture."""
_WITHOUT_THEM = str.maketrans("", "", SHOWN_AS)
_LETTERS = {str(rank): RANKS[rank - LOWEST_RANK] for rank in range(10, HIGHEST_RANK + 1)}
"""The ranks that some programs write in figures: ``10`` to ``14``."""
ALL_CARDS = np.uint64(sum(1 << 16 * suit + rank for suit in range(4) for rank in range(LOWEST_RANK, HIGHEST_RANK + 1)))
"""The slots of cards, as a set; those of all other actions lie outside."""

Cards = Bits
"""A set of cards, as a name for parameters of compiled functions; Numba infers the types."""
Suit = Number
"""0..3, or 4 for none."""

SETS_KEPT = 4096
"""Sets of cards of which the cards are kept: a scene has many, and the next one most of them again."""
_LANE = np.uint64(0xFFFF)
_48 = np.uint64(48)


class Card(str):
    """A card as text, rank then suit: ``Card("6c")``, ``Card("10h") == "Th"``, ``Card("12D") == "Qd"``,
    ``Card("Q♠") == "Qs"``.

    Raises ValueError for text that is not a card.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Card:
        if isinstance(text, Card):
            return text
        if not isinstance(text, str):
            raise ValueError(f"a card must be text such as '7c', got {quoted(text)}")
        plain = text.translate(_WITHOUT_THEM).strip()
        rank, suit = plain[:-1].upper(), plain[-1:].lower()
        rank = _LETTERS.get(rank, rank)
        if suit in SUIT_SYMBOLS and suit:
            suit = SUITS[SUIT_SYMBOLS.index(suit)]
        if len(rank) != 1 or rank not in RANKS or len(suit) != 1 or suit not in SUITS:
            raise ValueError(
                f"{quoted(text)} is not a card: write a rank of {RANKS} (or 10 to 14), then a suit of {SUITS}"
            )
        return super().__new__(cls, rank + suit)

    @property
    def rank(self) -> int:
        """The rank, 2..14."""
        return RANKS.index(self[0]) + LOWEST_RANK

    @property
    def suit(self) -> int:
        """The suit, 0..3: clubs, diamonds, hearts, spades."""
        return SUITS.index(self[1])

    @property
    def slot(self) -> int:
        """The card's bit in a set of cards."""
        return 16 * self.suit + self.rank

    @property
    def symbol(self) -> str:
        """The card with its suit's symbol: ``6♣``."""
        return self[0] + SUIT_SYMBOLS[self.suit]


C = TypeVar("C", Card, Card | None)


@lru_cache
def card_of(slot: int) -> Card:
    """Return the card of a slot."""
    suit, rank = divmod(int(slot), 16)
    return Card(RANKS[rank - LOWEST_RANK] + SUITS[suit])


def cards_of(mask: int | np.uint64) -> tuple[Card, ...]:
    """Return the cards of a set, suit by suit, in ascending rank; other actions are left out."""
    return _cards_in(int(mask) & int(ALL_CARDS))


@lru_cache(SETS_KEPT)
def _cards_in(mask: int) -> tuple[Card, ...]:
    return tuple(card_of(slot) for slot in range(64) if mask >> slot & 1)


def by_suit(cards: Iterable[C], trump_suit: str | None) -> tuple[C, ...]:
    """Sort the cards as in a hand: by suit, trumps last, and by rank; then those that are not known, None."""
    return tuple(sorted(cards, key=_places(trump_suit).__getitem__))


@lru_cache
def _places(trump_suit: str | None) -> dict[Card | None, int]:
    """Return the place of each card in a hand."""
    deck = sorted(deck_of(LOWEST_RANK, len(SUITS)), key=lambda card: (card[1] == trump_suit, card.suit, card.rank))
    return {card: place for place, card in enumerate((*deck, None))}


def mask_of(cards: Iterable[str]) -> np.uint64:
    """Return the set of the given cards."""
    return np.uint64(sum({1 << Card(card).slot for card in cards}))


@lru_cache
def deck_of(start_rank: int, num_suits: int) -> tuple[Card, ...]:
    """Return the deck of the first suits, with ranks from ``start_rank`` to the ace: suit by suit, ranks ascending."""
    ranks = RANKS[start_rank - LOWEST_RANK :]
    return tuple(Card(rank + suit) for suit in SUITS[:num_suits] for rank in ranks)


def cards_in_order(name: str, cards: Any) -> tuple[Card, ...]:
    """Return the cards of a list, or of a text such as ``7c Th``.

    Of a list that is too long, return one more than any deck has.

    Raises:
        ValueError: it is not a list of cards; the error names it.
    """
    try:
        in_order = cards.split() if isinstance(cards, str) else cards
        return tuple(map(Card, listed(name, in_order, MAX_CARDS, "cards in drawing order")))
    except TypeError:  # an entry is no text
        raise ValueError(f"{name} must be a list of cards in drawing order, got {quoted(cards)}") from None


def check_deck(name: str, cards: Sequence[Card], deck: Sequence[Card]) -> None:
    """Raise ValueError, naming the cards, unless ``cards`` holds each card of the deck once."""
    wanted, given = set(deck), set(cards)
    repeated = sorted({card for card in cards if cards.count(card) > 1})
    faults = [
        ("repeated", repeated),
        ("missing", sorted(wanted - given)),
        ("not in the deck of these rules", sorted(given - wanted)),
    ]
    found = [f"{fault}: {' '.join(found)}" for fault, found in faults if found]
    if found:
        raise ValueError(f"{name} must hold each of the {len(deck)} cards once; " + "; ".join(found))


@jit
def suit_lane(slot: Slot) -> Cards:
    """Return all slots of a slot's suit."""
    return _LANE << (np.uint64(slot) & _48)


@jit
def higher_in_suit(slot: Slot) -> Cards:
    """Return all slots above a slot in its own suit."""
    above = (~np.uint64(0) << np.uint64(slot)) << ONE
    return above & suit_lane(slot)
