"""Estimates with intervals, and their differences.

Arrays of games have the shape (deals, games): deals are independent, the games of a deal may depend on each other.
Agents that played the same deals are compared deal by deal, which is sharper than comparing two intervals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np

from cardkit.arena.match_result import CONFIDENCE
from cardkit.statistics.estimate import Estimate
from cardkit.statistics.intervals import clustered_interval, clustered_mean_interval, quantile, wilson

MARGIN = 0.05
"""Shares about one half that differ by less are called equal, if the interval of the difference shows it."""
PRINTED_UNIT = 0.001
"""The unit of printed intervals of shares: a tenth of a percent."""


def exactly(value: float, unit: float = 0.0) -> Estimate:
    """Return a printed value of which no error is known, but the unit to which it was rounded."""
    return Estimate(value, value - unit / 2, value + unit / 2)


def mean_of(estimates: Sequence[Estimate]) -> Estimate:
    """Estimate the mean of independent estimates."""
    values, lows, highs = np.array(estimates).T
    middle, number = float(values.mean()), len(values)
    return Estimate(
        middle,
        middle - math.sqrt(float(np.sum((values - lows) ** 2))) / number,
        middle + math.sqrt(float(np.sum((highs - values) ** 2))) / number,
    )


def share(successes: float, trials: float) -> Estimate:
    """Estimate a share of independent games, with its Wilson interval."""
    return Estimate(successes / trials, *wilson(successes, trials, CONFIDENCE))


def printed(low: float, high: float) -> Estimate:
    """Find the share of which this is the Wilson interval, for documents that print intervals alone."""
    if high >= 1:
        return Estimate(1.0, low, high)
    if low <= 0:
        return Estimate(0.0, low, high)
    # The ends are the roots of (1 + a) x^2 - (2 p + a) x + p^2, where a = z^2 / trials.
    total, product = low + high, low * high
    b = (total - 1) - 2 * product
    scale = 1 / (-b + math.sqrt(max(b * b - (total - 1) ** 2, 0.0)))
    return Estimate(math.sqrt(product * scale), low, high)


def less_printed(ours: Estimate, low: float, high: float, unit: float = PRINTED_UNIT) -> Estimate:
    """Subtract from our share the one of which this interval is printed, whatever its ends were before rounding."""
    lows, highs = ((max(end - unit / 2, 0.0), min(end + unit / 2, 1.0)) for end in (low, high))
    possible = [ours.less(printed(*ends)) for ends in product(lows, highs)]
    value = ours.less(printed(low, high)).value
    return Estimate(value, min(each.low for each in possible), max(each.high for each in possible))


def in_deals(values: np.ndarray, games: int) -> np.ndarray:
    """Group values into whole deals of so many games each, array (deals, games)."""
    return values.reshape(-1, games)


def by_deal(games: np.ndarray) -> np.ndarray:
    """Add up the games of each deal, float array (deals,)."""
    return games.sum(axis=1, dtype=float)


def share_of_deals(hits: np.ndarray, games: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a share of games that come in deals, from hits and games of each deal; its games may be dependent."""
    return Estimate(float(hits.sum() / games.sum()), *clustered_interval(hits, games, confidence))


def share_of_games(hits: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the share of all games that are hits, bool array (deals, games)."""
    deals, games = hits.shape
    return share_of_deals(by_deal(hits), np.full(deals, float(games)), confidence)


def won(outcomes: np.ndarray) -> Estimate:
    """Estimate the share of all games that were won, by the outcomes 1, 0 and -1, array (deals, games)."""
    return share_of_games(outcomes == 1)


def won_of_decided(outcomes: np.ndarray) -> Estimate:
    """Estimate the share of the decided games that were won; one half if none was decided."""
    if not outcomes.any():
        return Estimate(0.5, 0.0, 1.0)
    return share_of_deals(by_deal(outcomes == 1), by_deal(outcomes != 0))


def mean(values: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of values that are independent of each other, such as one of each deal."""
    low, high = clustered_mean_interval(values, np.ones(len(values)), confidence)
    return Estimate(float(values.mean()), low, high)


def mean_of_differences(values: np.ndarray, games: int, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean over deals of a difference of shares, which is -1 to 1 in each.

    Two deals are added that differ by one of their games, one in either direction: so a few deals without a difference
    do not show that there is none. Source: A. Agresti, Y. Min, "Simple improved confidence intervals for comparing
    matched proportions", Statistics in Medicine 24 (2005).
    """
    wider = mean(np.append(values, (1 / games, -1 / games)), confidence)
    return Estimate(float(values.mean()), wider.low, wider.high)


def ratio(sums: np.ndarray, sizes: np.ndarray) -> Estimate:
    """Estimate the ratio of two sums over independent games or deals, such as plies a bout, with its interval."""
    return Estimate(float(sums.sum() / sizes.sum()), *clustered_mean_interval(sums, sizes, CONFIDENCE))


def gain(mine: np.ndarray, other: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate how many more of all games one agent won than another on the same deals, by the outcomes of both."""
    games = mine.shape[1]
    return mean_of_differences((by_deal(mine == 1) - by_deal(other == 1)) / games, games, confidence)


def linearized(sums: np.ndarray, sizes: np.ndarray) -> tuple[float, np.ndarray]:
    """Compute the ratio of two sums, and each part's contribution to its error: the delta method, since sizes vary."""
    value = float(sums.sum() / sizes.sum())
    return value, (sums - value * sizes) / sizes.mean()


def difference_of_ratios(sums: np.ndarray, sizes: np.ndarray, others: np.ndarray, other_sizes: np.ndarray) -> Estimate:
    """Estimate the difference of two ratios over the same parts, such as two searches of the same positions."""
    (value, errors), (other, other_errors) = linearized(sums, sizes), linearized(others, other_sizes)
    return _around(value - other, mean(errors - other_errors))


def gain_of_decided(mine: np.ndarray, other: np.ndarray) -> Estimate:
    """Estimate how many more of the decided games one agent won than another on the same deals, by both outcomes."""
    (value, errors), (others, other_errors) = (
        linearized(by_deal(outcomes == 1), by_deal(outcomes != 0)) for outcomes in (mine, other)
    )
    return _around(value - others, mean_of_differences(errors - other_errors, mine.shape[1]))


def _around(value: float, spread: Estimate) -> Estimate:
    return Estimate(value, value + spread.low - spread.value, value + spread.high - spread.value)


def times_as_many(mine: np.ndarray, other: np.ndarray) -> Estimate:
    """Estimate how many times as many games one agent won as another on the same deals; linearized on the logarithm."""
    wins, others = by_deal(mine == 1), by_deal(other == 1)
    if not (wins.any() and others.any()):
        return Estimate(math.nan, 0.0, math.inf)
    spread = mean(wins / wins.mean() - others / others.mean())
    times = float(wins.sum() / others.sum())
    return Estimate(times, times * math.exp(spread.low), times * math.exp(spread.high))


def error_of_printed(sums: np.ndarray, sizes: np.ndarray, games: int) -> float:
    """Compute half the interval of a printed ratio of sums over ``games`` games, by the variance of our single games.

    The document's games are independent of each other. Ours come in deals, of whose games the second may equal the
    first: so the width of our interval does not tell that of the document's.
    """
    _, errors = linearized(sums, sizes)
    return quantile(CONFIDENCE) * float(errors.std(ddof=1)) / games**0.5


def off_by(ours: Estimate, theirs: float, printed: float, unit: float = 0.1) -> Estimate:
    """Estimate the relative difference of our mean from a printed one with known half interval and unit."""
    below, above = (math.hypot(end - ours.value, theirs) + unit / 2 for end in (ours.low, ours.high))
    off = ours.value - printed
    return Estimate(*(each / printed for each in (off, off - below, off + above)))


def margin_at(share: float) -> float:
    """Return the margin of a share, as large in odds everywhere as `MARGIN` is about one half; to the first order.

    Two points are little between 50 % and 52 %, but between 97 % and 99 % they are three times the losses.
    """
    return 4 * share * (1 - share) * MARGIN
