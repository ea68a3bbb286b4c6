"""A value with its interval, as reports, tournaments, tuning, benchmarks and labs print it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, Self

import numpy as np

from cardkit.statistics.intervals import Interval

IntervalOf = Callable[[np.ndarray, np.ndarray, float], Interval]
"""The interval of a mean, by deals: ``interval(sums, counts, confidence)``."""


class Estimate(NamedTuple):
    """A value and the ends of its interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, by_deal: np.ndarray, interval: IntervalOf, confidence: float) -> Self:
        """Estimate the mean of values of which each deal has a sum and a count: array (2, deals)."""
        sums, counts = by_deal
        return cls(float(sums.sum() / counts.sum()), *interval(sums, counts, confidence))

    @property
    def interval(self) -> Interval:
        """Both ends."""
        return self.low, self.high

    def give_or_take(self, form: str = ".3f", scale: float = 1) -> str:
        """Write the value and half the width of the interval: ``0.524 ±0.016``; ``?`` if the width is not known."""
        half = scale * (self.high - self.low) / 2
        return f"{scale * self.value:{form}} ±{format(half, form.lstrip('+')) if math.isfinite(half) else '?'}"

    def percent(self) -> str:
        """Write the estimate of a share: ``51.8% (50.1% to 53.4%)``."""
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"

    def points(self) -> str:
        """Write the estimate of a difference of shares: ``+2.4 points (-0.3 to +5.1)``."""
        value, low, high = (f"{100 * each:+.1f}" for each in self)
        return f"{value} points ({low} to {high})"

    def plain(self, digits: int = 1) -> str:
        """Write the estimate of a number: ``2.6 (2.4 to 2.8)``."""
        value, low, high = (f"{each:.{digits}f}" for each in self)
        return f"{value} ({low} to {high})"

    def signed(self, digits: int = 1) -> str:
        """Write the estimate of a difference of numbers: ``+2.6 (+2.4 to +2.8)``."""
        value, low, high = (f"{each:+.{digits}f}" for each in self)
        return f"{value} ({low} to {high})"

    def relative(self) -> str:
        """Write the estimate of a relative difference: ``+2.6% (+2.4% to +2.8%)``."""
        value, low, high = (f"{each:+.1%}" for each in self)
        return f"{value} ({low} to {high})"

    def widened(self, times: float) -> Self:
        """Return the value with an interval ``times`` as wide."""
        low, high = (self.value + times * (end - self.value) for end in (self.low, self.high))
        return type(self)(self.value, low, high)

    def shifted(self, by: float) -> Self:
        """Add a number that has no error."""
        return type(self)(*(each + by for each in self))

    def negative(self) -> Self:
        """Negate the estimate."""
        return type(self)(-self.value, -self.high, -self.low)

    def less(self, other: Estimate) -> Self:
        """Subtract another, independent estimate.

        Source: R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in
        Medicine 17 (1998), method 10.
        """
        apart = self.value - other.value
        below = math.hypot(self.value - self.low, other.high - other.value)
        above = math.hypot(self.high - self.value, other.value - other.low)
        return type(self)(apart, apart - below, apart + above)
