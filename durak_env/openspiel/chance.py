"""Draws of several cards as chance nodes of one card each.

The cards of a set come in ascending order, so each set is drawn in one way only: k cards make one path, not k!. The
weights make all sets equally probable.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb

import numpy as np


@dataclass
class Draw:
    """A set to be drawn.

    Attributes:
        pool: the ids that may be drawn, ascending.
        size: how many are drawn, 1 or more.
        drawn: those drawn so far.
    """

    pool: list[int]
    size: int
    drawn: list[int] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        """True if the set is whole."""
        return len(self.drawn) == self.size

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the ids that may come next, with their probabilities."""
        left = [one for one in self.pool if not self.drawn or one > self.drawn[-1]]
        missing = self.size - len(self.drawn)
        ways = comb(len(left), missing)
        last = len(left) - missing
        return [(left[at], comb(len(left) - at - 1, missing - 1) / ways) for at in range(last + 1)]


def draw_again(
    sets: list[tuple[int, ...]], shown: dict[int, int], hidden: list[int], rng: np.random.Generator
) -> list[tuple[int, ...]]:
    """Draw sets of the same sizes in which the cards that were shown may have come, each way as likely.

    Args:
        sets: those that a seat was dealt and drew.
        shown: for each card of them that was shown, the number of sets that had come by then.
        hidden: what the other cards are now, one for each.
        rng: of the chance.
    """
    places = [number for number, cards in enumerate(sets) for _ in cards]
    found: list[list[int]] = [[] for _ in sets]
    # each leaves as many places to those after it, wherever it lies: what is before its deadline is before theirs
    for card, deadline in sorted(shown.items(), key=lambda item: item[1]):
        choices = [place for place, number in enumerate(places) if number < deadline]
        found[places.pop(choices[rng.integers(len(choices))])].append(card)
    for number, card in zip(places, rng.permutation(hidden).tolist(), strict=True):
        found[number].append(card)
    return [tuple(sorted(cards)) for cards in found]
