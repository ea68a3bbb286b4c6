"""Hidden cards, and how well shares tell where they lie: by the rules, and as a belief draws them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from baselines.durak.learning.searched.reliability import CERTAIN, curve_of
from baselines.durak.networks.network_file import BeliefNetwork
from baselines.durak.search.beliefs import HIGHEST, UNIFORM


class Hidden(NamedTuple):
    """Cards whose place a seat does not know, with the other hand.

    Attributes:
        inputs: of a belief network, float32 array of shape (positions, entries).
        unseen: boolean array of shape (positions, cards).
        held: 1 if the card is unseen and in the other hand, else 0; float32, of the same shape.
    """

    inputs: np.ndarray
    unseen: np.ndarray
    held: np.ndarray

    def by_the_rules(self) -> np.ndarray:
        """Compute the share of determinizations with each card in the other hand, if all are equally likely."""
        return self.unseen * (self.held.sum(axis=1) / self.unseen.sum(axis=1))[:, None]

    def by_belief(self, belief: BeliefNetwork) -> np.ndarray:
        """Compute the share of the determinizations with each card in the other hand that the belief draws."""
        odds = self.unseen * np.exp(np.clip(belief.logits(self.inputs).astype(np.float64), -HIGHEST, HIGHEST))
        return (1 - UNIFORM) * _inclusion(odds, self.held.sum(axis=1).astype(int)) + UNIFORM * self.by_the_rules()

    def bits(self, shares: np.ndarray) -> float:
        """Compute the cross entropy of an unseen card."""
        told, held = np.clip(shares[self.unseen], CERTAIN, 1 - CERTAIN), self.held[self.unseen] > 0
        return float(-np.log2(np.where(held, told, 1 - told)).mean())

    def curve(self, shares: np.ndarray) -> list[tuple[int, float, float]]:
        """List for each tenth of the range that has some: how many cards, their mean share, how many lie so."""
        return curve_of(shares[self.unseen], self.held[self.unseen])


def _inclusion(odds: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Compute each card's probability of being in a set of so many cards, drawn by the product of its odds."""
    rows, cards = np.arange(len(odds)), odds.shape[1]
    before, after = _ways(odds), _ways(odds[:, ::-1])[::-1]
    chosen = np.arange(cards + 1)
    rest = places[:, None] - 1 - chosen
    found = np.empty_like(odds)
    for card in range(cards):
        others = np.where(rest >= 0, after[card + 1][rows[:, None], np.maximum(rest, 0)], 0)
        found[:, card] = odds[:, card] * (before[card] * others).sum(axis=1)
    return found / before[cards][rows, places][:, None]


def _ways(odds: np.ndarray) -> np.ndarray:
    """Compute at (i, row, j) the summed odds of all sets of j of the first i cards."""
    rows, cards = odds.shape
    ways = np.zeros((cards + 1, rows, cards + 1))
    ways[0, :, 0] = 1
    for card in range(cards):
        ways[card + 1] = ways[card]
        ways[card + 1, :, 1:] += odds[:, card, None] * ways[card, :, :-1]
    return ways
