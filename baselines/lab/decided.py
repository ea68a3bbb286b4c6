"""Wins among the decided games, which the thesis counts, and their text."""

from __future__ import annotations

import math
from typing import NamedTuple

from baselines.arena.match_result import CONFIDENCE
from cardkit.statistics.intervals import Interval, wilson


class Decided(NamedTuple):
    """The decided games of a match, from one agent's view.

    Attributes:
        wins, losses: numbers of games.
    """

    wins: int
    losses: int

    @property
    def share(self) -> float:
        """Wins among the decided games; one half if there are none."""
        games = self.wins + self.losses
        return self.wins / games if games else 0.5

    @property
    def interval(self) -> Interval:
        """The 98 % Wilson interval of the share."""
        return wilson(self.wins, self.wins + self.losses, CONFIDENCE)

    def __str__(self) -> str:
        return f"{self.share:.1%} ({percent(self.interval)})"


def percent(interval: Interval) -> str:
    """An interval as text: ``88.7% to 94.4%``."""
    return f"{interval[0]:.1%} to {interval[1]:.1%}"


def may_be_equal(interval: Interval, other: Interval) -> bool:
    """Whether the interval of the difference of two shares holds zero, by those of the shares.

    Intervals of two shares that differ can overlap: that of the difference is narrower than both together.
    """
    (low, high), (other_low, other_high) = interval, other
    apart = abs(low + high - other_low - other_high) / 2
    return apart <= math.hypot(high - low, other_high - other_low) / 2
