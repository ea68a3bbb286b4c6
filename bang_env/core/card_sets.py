"""Sets of cards: two words in a row of words, those of set number ``place`` at ``2 * place``."""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.cards import KIND_HIGH, KIND_LOW, NO_CARD
from cardkit.compiled.bits import ONE, ZERO, Bits, lowest, nth_bit, popcount
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.prng import Stream, below

Sets = Any
"""A row of words that holds sets."""
Card = Any
"""A card's number, or NO_CARD."""
ONLY: Any = np.int64(0)
"""The place of a set that stands alone."""
_LAST, _WORD = 63, 64


@jit_inline
def card_bit(card: Card) -> Bits:
    """Return the bit of a card in its word."""
    return ONE << np.uint64(card & _LAST)


@jit_inline
def add_card(sets: Sets, place: Any, card: Card) -> None:
    """Put a card into a set."""
    sets[2 * place + (card >> 6)] |= card_bit(card)


@jit_inline
def drop_card(sets: Sets, place: Any, card: Card) -> None:
    """Take a card out of a set; nothing happens if it is not there."""
    sets[2 * place + (card >> 6)] &= ~card_bit(card)


@jit_inline
def has_card(sets: Sets, place: Any, card: Card) -> bool:
    """Return whether a set has a card."""
    return sets[2 * place + (card >> 6)] & card_bit(card) != ZERO


@jit_inline
def clear_set(sets: Sets, place: Any) -> None:
    """Empty a set."""
    sets[2 * place] = ZERO
    sets[2 * place + 1] = ZERO


@jit_inline
def first_card(sets: Sets, place: Any) -> Card:
    """Return the lowest card of a set, NO_CARD if it is empty."""
    if sets[2 * place] != ZERO:
        return lowest(sets[2 * place])
    return _WORD + lowest(sets[2 * place + 1]) if sets[2 * place + 1] != ZERO else NO_CARD


@jit_inline
def first_of_kind(sets: Sets, place: Any, kind: Any) -> Card:
    """Return the lowest card of a kind in a set, NO_CARD if there is none."""
    low, high = sets[2 * place] & KIND_LOW[kind], sets[2 * place + 1] & KIND_HIGH[kind]
    if low != ZERO:
        return lowest(low)
    return _WORD + lowest(high) if high != ZERO else NO_CARD


@jit_inline
def how_many_of_kind(sets: Sets, place: Any, kind: Any) -> int:
    """Count the cards of a kind in a set."""
    return popcount(sets[2 * place] & KIND_LOW[kind]) + popcount(sets[2 * place + 1] & KIND_HIGH[kind])


@jit_inline
def random_card(sets: Sets, place: Any, stream: Stream) -> Card:
    """Draw a card of a set that is not empty, each with the same probability."""
    low = popcount(sets[2 * place])
    number = below(stream, low + popcount(sets[2 * place + 1]))
    return nth_bit(sets[2 * place], number) if number < low else _WORD + nth_bit(sets[2 * place + 1], number - low)
