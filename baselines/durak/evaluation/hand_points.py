"""The points of a hand, as an article on Habr counts them.

Source: "A game (not) for fools: writing an AI for Durak, part 1", https://habr.com/en/post/437346/, which explains the
program OpenFool (https://github.com/trolley813/OpenFool, MIT licence). Written anew from that description.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot
from cardkit.playing_cards import HIGHEST_RANK, Cards, suit_lane
from durak_env.cards import bit, count, rank_lanes

RANK_POINTS = 100.0
TRUMP_POINTS = 1300.0
UNEVEN_SUITS = 200.0  # taken off for each plain suit, times its distance from an even share
MANY_CARDS = 600.0  # times a quarter less the hand's share of the other cards
EVEN_SHARE = 0.25
ONLY_HAND = 10.0  # the share of a hand if no other cards are left
_MIDDLE = 8  # the rank of 0 points
SAME_RANK = np.array([0.0, 0.0, 0.5, 0.75, 1.25])
"""The worth of several cards of a rank beyond their points, by number, times those of one card, at least 1 rank's."""


@jit
def points_of_rank(card: Slot) -> float:
    """Return -200 for a six up to 600 for an ace."""
    return RANK_POINTS * (np.float64(np.int64(card) & 15) - _MIDDLE)


@jit
def hand_points(hand: Cards, trumps: Cards, others: int, pairs: float) -> float:
    """Count the points of a hand that is not empty.

    Its ranks and trumps count, equal ranks more, uneven suits or size less.

    Args:
        hand: the cards.
        trumps: the trump suit.
        others: cards in the talon and in the other hand.
        pairs: weight of equal ranks.
    """
    points, rest = 0.0, hand
    while rest != ZERO:
        card = np.int64(lowest(rest))
        rest = without_lowest(rest)
        points += points_of_rank(card) + TRUMP_POINTS * np.float64(bit(card) & trumps != ZERO)
        same = count(hand & rank_lanes(card))
        points += pairs * max(points_of_rank(card), RANK_POINTS) * SAME_RANK[same] / same
    share = np.float64(count(hand)) / others if others > 0 else ONLY_HAND
    return points - uneven_suits(hand, trumps) + MANY_CARDS * (EVEN_SHARE - share)


@jit
def uneven_suits(hand: Cards, trumps: Cards) -> float:
    """Compute the deduction for plain suits with more or fewer cards than a third of the plain cards."""
    average, off = count(hand & ~trumps) / 3.0, 0.0
    if average == 0.0:
        return 0.0
    for suit in range(4):
        lane = suit_lane(np.int64(16 * suit + HIGHEST_RANK))
        if lane & trumps == ZERO:
            off += UNEVEN_SUITS * abs(count(hand & lane) - average) / average
    return off
