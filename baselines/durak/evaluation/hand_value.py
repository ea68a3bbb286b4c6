"""Values of cards, hands and states, after E. Lipin, B. Tang and S. Worthy (2023), sections 3.1.2 and 3.1.3."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot
from cardkit.playing_cards import RANKS, Cards, suit_lane
from durak_env.cards import bit, count, rank_lanes

if TYPE_CHECKING:
    from durak_env.information import InformationSet

TRUMP_WEIGHT = float(len(RANKS))
"""The worth of a trump above a plain card of its rank: it ranks above all of them. The source names no number."""
HAND = 6
"""Cards of a hand as the source's state has them."""
EMPTY = 1e6
"""The mean of an empty hand: more than that of any other."""


@jit
def mean_hand_value(hand: Cards, trumps: Cards, played: Cards) -> float:
    """Return the mean of `card_value` over a hand. ``played`` are the cards played before."""
    if hand == ZERO:
        return EMPTY
    total, rest = 0.0, hand
    while rest != ZERO:
        total += card_value(lowest(rest), hand, trumps, played)
        rest = without_lowest(rest)
    return total / np.float64(count(hand))


@jit
def card_value(card: Slot, hand: Cards, trumps: Cards, played: Cards) -> float:
    """Equation 1: H(x) = r + t c + (cards of rank r in the hand) - (cards of x's suit played) - (of rank r played).

    r is the rank, 2 to 14; t is 1 for a trump, else 0; c is `TRUMP_WEIGHT`. ``played`` are the cards played before.
    """
    ranks = rank_lanes(card)
    own = np.float64(card & 15) + TRUMP_WEIGHT * np.float64(bit(card) & trumps != ZERO)
    return own + np.float64(count(hand & ranks) - count(played & suit_lane(card)) - count(played & ranks))


def state_of_hand(info: InformationSet) -> np.ndarray:
    """Equation 2, the state [p, d, h1, ..., h6] as the seat of ``info`` has it: float64 array, of 8 numbers or more.

    p counts the cards played, on the table and in the discard; d is the defending seat; the rest are the values H of
    the hand's cards, in ascending order: NaN in place of those that a hand lacks to six, and more than six of a larger
    one.
    """
    record = info.record
    played = record.discard | record.attacks | record.defences
    values = sorted(card_value(card.slot, record.hands[info.seat], record.trumps, played) for card in info.hand)
    return np.array([count(played), info.defender, *values, *[np.nan] * (HAND - len(values))])


def ranges_of(values: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return the numbers, from 0 to 3, of the four ranges of H in which values lie, an int array of the same shape.

    ``edges``, three in ascending order, part the ranges; each begins a range. The source names none.
    """
    return np.searchsorted(edges, values, side="right")
