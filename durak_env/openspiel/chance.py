"""Draws of several cards as chance nodes of one card each.

The cards of a set come in ascending order, so each set is drawn in one way only: k cards make one path, not k!. The
weights make all sets equally probable.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb


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
        """Whether the set is whole."""
        return len(self.drawn) == self.size

    def outcomes(self) -> list[tuple[int, float]]:
        """The ids that may come next, with their probabilities."""
        left = [one for one in self.pool if not self.drawn or one > self.drawn[-1]]
        missing = self.size - len(self.drawn)
        ways = comb(len(left), missing)
        last = len(left) - missing
        return [(left[at], comb(len(left) - at - 1, missing - 1) / ways) for at in range(last + 1)]
