"""Card values for a seat: five heuristics over the cards that it has not seen.

::

    win       share of the unseen cards that the card beats if it leads
    same      share of the unseen cards of its suit that it beats; 1 if there are none
    follow    share of its suit among the unseen cards
    trump     share of trumps among the unseen cards; or, as ``safe``, of cards that are not trumps that beat it
    safety    share of its suit among the cards in hand

Source: W. Sarsfield, dissertation, Manchester 2024.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ZERO, popcount
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import Slot
from cardkit.compiled.records import record
from cardkit.playing_cards import Cards, higher_in_suit, suit_lane

HEURISTICS = ("win", "same", "follow", "trump", "safety")
WIN, SAME, FOLLOW, TRUMP, SAFETY = range(len(HEURISTICS))

WEIGHTS = record(
    [
        ("leads", np.float64, len(HEURISTICS)),
        ("bids", np.float64, len(HEURISTICS)),
        ("follows", np.float64, len(HEURISTICS)),
        ("safe", np.uint8),  # whether `trump` is what makes a card safe from trumps
    ]
)
"""Weights of the heuristics for leads, bids and cards that follow."""

Weights = Any
"""An array of weights, or a WEIGHTS record, as the parameter of a compiled function."""


@jit_inline
def beaten_if_led(card: Slot, trumps: Cards) -> Cards:
    """Return all places that a card beats if it leads: lower ones of its suit, and other suits that are not trumps."""
    lane = suit_lane(card)
    return (lane & ~higher_in_suit(card) & ~(np.uint64(1) << np.uint64(card))) | ~(lane | trumps)


@jit_inline
def win(card: Slot, unseen: Cards, trumps: Cards) -> float:
    """Compute the share of the unseen cards that a card beats if it leads; there are some."""
    return np.float64(popcount(beaten_if_led(card, trumps) & unseen)) / np.float64(popcount(unseen))


@jit_inline
def same(card: Slot, unseen: Cards) -> float:
    """Compute the share of the unseen cards of its suit that a card beats."""
    others = suit_lane(card) & unseen
    if others == ZERO:
        return 1.0
    return np.float64(popcount(others & ~higher_in_suit(card))) / np.float64(popcount(others))


@jit_inline
def trump(card: Slot, unseen: Cards, trumps: Cards, safe: Any) -> float:
    """Compute the share of trumps among the unseen cards; or the share of those that do not trump the card."""
    shares = np.float64(popcount(unseen))
    if not safe:
        return np.float64(popcount(unseen & trumps)) / shares
    higher = higher_in_suit(card) if suit_lane(card) & trumps != ZERO else trumps
    return 1.0 - np.float64(popcount(unseen & higher)) / shares


@jit_inline
def product(card: Slot, unseen: Cards, trumps: Cards) -> float:
    """Estimate the chance that a card wins the trick that it leads: ``win`` times ``same``."""
    return win(card, unseen, trumps) * same(card, unseen)


@jit_inline
def weighted(card: Slot, hand: Cards, unseen: Cards, trumps: Cards, weights: Weights, safe: Any) -> float:
    """Compute the weighted sum of the five heuristics."""
    lane = suit_lane(card)
    follow = np.float64(popcount(lane & unseen)) / np.float64(popcount(unseen))
    safety = np.float64(popcount(lane & hand)) / np.float64(popcount(hand))
    return (
        weights[WIN] * win(card, unseen, trumps)
        + weights[SAME] * same(card, unseen)
        + weights[FOLLOW] * follow
        + weights[TRUMP] * trump(card, unseen, trumps, safe)
        + weights[SAFETY] * safety
    )
