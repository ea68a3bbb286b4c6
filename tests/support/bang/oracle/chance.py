"""Chance after the deal: reshuffles and blind takes."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

MOST_USED = 3584


class Chance:
    """A source of chance that keeps its outcomes in order.

    Attributes:
        entries: the new decks of reshuffles, and the cards of blind takes.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.entries: list[int | tuple[int, ...]] = []
        self.used = 0  # numbers: one a card, and one a list

    def order(self, pile: Sequence[int]) -> list[int]:
        """Return the cards of the pile as a new deck."""
        deck = list(pile)
        self.rng.shuffle(deck)
        self.entries.append(tuple(deck))
        self.used += 1 + len(deck)
        return deck

    def pick(self, hand: Collection[int]) -> int:
        """Draw a card of a hand."""
        card = self.rng.choice(sorted(hand))
        self.entries.append(card)
        self.used += 1
        return card

    @property
    def is_used_up(self) -> bool:
        """True if it has used more numbers than a game may."""
        return self.used > MOST_USED
