"""Marginal probabilities of hidden cards, counted over determinizations."""

from __future__ import annotations

import numpy as np

from cardkit.playing_cards import cards_of
from cardtable.view import Json

SAMPLES = 1000
"""Determinizations from which beliefs are counted."""


def beliefs_of(hands: np.ndarray, seat: int, weighted: bool = False) -> Json:
    """Return, by other seat and card, the share of determinizations with the card in that hand.

    Args:
        hands: of the determinizations: uint64 array of shape (samples, seats), cards as bits.
        seat: whose beliefs they are.
        weighted: whether a network says how likely they are; otherwise all are equally likely.
    """
    others = [other for other in range(hands.shape[1]) if other != seat]
    shares = {str(other): _shares(hands[:, other]) for other in others}
    return {"samples": len(hands), "weighted": weighted, "hands": shares}


def _shares(hands: np.ndarray) -> Json:
    held = {card: hands >> np.uint64(card.slot) & np.uint64(1) for card in cards_of(np.bitwise_or.reduce(hands))}
    return {card: round(float(bits.mean()), 3) for card, bits in held.items()}
