"""The value of a hand: H, the mean of its cards' values to E. Lipin, B. Tang and S. Worthy (2023)."""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.playing_cards import RANKS, Cards, suit_lane
from durak_env.cards import bit, count, rank_lanes

TRUMP_WEIGHT = float(len(RANKS))
"""The worth of a trump above a plain card of its rank: it ranks above all of them. The source names no number."""
EMPTY = 1e6
"""The mean of an empty hand: more than that of any other."""


@jit
def mean_hand_value(hand: Cards, trumps: Cards, played: Cards) -> float:
    """Compute the mean of H(x) = r + t c + (cards of rank r in the hand) - (cards of x's suit, and of rank r, played).

    r is the rank, 2 to 14; t is 1 for a trump, else 0; c is `TRUMP_WEIGHT`. ``played`` are the cards played before.
    """
    if hand == ZERO:
        return EMPTY
    total, rest = 0.0, hand
    while rest != ZERO:
        card = lowest(rest)
        rest = without_lowest(rest)
        ranks = rank_lanes(card)
        total += np.float64(card & 15) + TRUMP_WEIGHT * np.float64(bit(card) & trumps != ZERO)
        total += np.float64(count(hand & ranks) - count(played & suit_lane(card)) - count(played & ranks))
    return total / np.float64(count(hand))
