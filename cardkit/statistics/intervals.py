"""Confidence intervals for rates and scores."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from cardkit.wording import quoted

Interval = tuple[float, float]


def quantile(confidence: float) -> float:
    """Return the z of a two-sided interval: a standard normal variable is within -z..z at this ``confidence``.

    Raises:
        ValueError: ``confidence`` is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1 (exclusive), such as 0.98, got {quoted(confidence)}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(successes: float, trials: float, confidence: float) -> Interval:
    """Find the Wilson score interval of a rate; 0 to 1 if there were no trials.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

    Raises:
        ValueError: ``successes`` is negative or more than ``trials``, or ``confidence`` is not between 0 and 1.
    """
    z = quantile(confidence)
    if not 0 <= successes <= trials:
        raise ValueError(f"successes must be from 0 to trials={trials}, got {successes}")
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    centre = rate + z * z / (2 * trials)
    spread = z * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (centre - spread) / scale
    high = 1.0 if successes == trials else (centre + spread) / scale
    return low, high


def clustered_interval(points: np.ndarray, sizes: np.ndarray, confidence: float, alike: bool = False) -> Interval:
    """Find the interval of a mean of results in 0..1 that come in clusters, such as the two games of a mirrored pair.

    Results within a cluster may depend on each other; clusters are independent. A single cluster says nothing, so
    its interval is 0 to 1.

    Args:
        points: sum of the results of each cluster.
        sizes: number of results of each cluster.
        confidence: of the interval.
        alike: whether to assume, while few clusters have been seen, that the results of a cluster are equal rather
            than independent.
    """
    quantile(confidence)  # refuses what is no confidence
    if len(points) < 2:
        return 0.0, 1.0
    low, high = clustered_intervals(points, sizes, confidence, alike)
    return float(low), float(high)


def clustered_intervals(
    points: np.ndarray, sizes: np.ndarray, confidence: float, alike: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Find the intervals of many sets of results at once; see `clustered_interval`.

    Each interval is the `mid_p_interval` of the effective number of trials: the number of results divided by the
    design effect, then reduced because the variance is estimated from few clusters (Student's t).

    Sources: E. L. Korn, B. I. Graubard, "Confidence intervals for proportions with small expected number of positive
    counts estimated from survey data", Survey Methodology 24 (1998); `design_effects`.

    Args:
        points: array (..., clusters), two clusters or more.
        sizes: array (clusters,).
        confidence, alike: as in `clustered_interval`.

    Returns:
        The lower and the upper ends, arrays (...).
    """
    clusters, total = len(sizes), float(np.sum(sizes))
    mean = np.sum(points, axis=-1) / total
    squares = np.sum((points - mean[..., None] * sizes) ** 2, axis=-1)
    z, t = quantile(confidence), t_quantile(confidence, clusters)
    believed = total / clusters if alike else 1.0
    effects = believed * design_effects(squares, believed * mean * (1 - mean) * total, clusters)
    trials = total / effects * (z / t) ** 2
    return mid_p_interval(mean * trials, trials, confidence)


PRIOR_CLUSTERS = 4
"""The weight of the prior in `design_effects`, in clusters."""


def design_effects(squares: np.ndarray, expected: np.ndarray, clusters: int) -> np.ndarray:
    """Compute the variance of a sum of clustered results, relative to that of as many independent results.

    Few clusters give a poor estimate, so the prior adds `PRIOR_CLUSTERS` clusters of independent results.

    Args:
        squares: sum over the clusters of the squares of their deviations.
        expected: the mean of ``squares`` if all results were independent; where it is 0, the design effect is 1.
    """
    ratio = np.divide(squares, expected, out=np.ones_like(squares), where=expected > 0)
    effects = (PRIOR_CLUSTERS + clusters * ratio) / (PRIOR_CLUSTERS + clusters - 1)
    return np.where(expected > 0, effects, 1.0)


def t_quantile(confidence: float, clusters: int) -> float:
    """Return Student's t, used instead of `quantile` when `design_effects` estimates the variance."""
    from scipy.special import stdtrit

    return float(stdtrit(PRIOR_CLUSTERS + clusters - 1, (1 + confidence) / 2))


def mid_p_interval(successes: np.ndarray, trials: np.ndarray, confidence: float) -> tuple[np.ndarray, np.ndarray]:
    """Find the mid-P interval of a rate, which lies between the exact interval and narrower ones.

    Successes and trials may be fractions. At each end of the interval, the probability of a more extreme count plus
    half the probability of the observed count equals half the error. Unlike Wilson's, it also covers near 0 and 1.

    Source: H. O. Lancaster, "Significance tests in discrete distributions", JASA 56 (1961); G. Berry, P. Armitage,
    "Mid-P confidence intervals: a brief review", The Statistician 44 (1995).
    """
    error = (1 - confidence) / 2
    return _mid_p_end(successes, trials, error), 1 - _mid_p_end(trials - successes, trials, error)


_HALVINGS = 50


def _mid_p_end(successes: np.ndarray, trials: np.ndarray, error: float) -> np.ndarray:
    """Find the lower end by bisection; 0 without a success."""
    from scipy.special import betainc

    some = np.maximum(successes, _TINY)
    others = np.maximum(trials - successes, _TINY)
    low, high = np.zeros(np.shape(some)), np.ones(np.shape(some))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        chance = (betainc(some, others + 1, middle) + betainc(some + 1, others, middle)) / 2
        low, high = np.where(chance < error, middle, low), np.where(chance < error, high, middle)
    return np.where(successes > 0, low, 0.0)


_TINY = 1e-12  # stands in for 0, which the incomplete beta function does not accept


def clustered_range_interval(
    sums: np.ndarray, sizes: np.ndarray, confidence: float, least: float, most: float
) -> Interval:
    """Find the interval of a mean of results in ``least..most``, such as returns, that come in clusters.

    Unlike `clustered_mean_interval` it allows for results that are rare and have not been seen yet. A single cluster
    says nothing, so its interval is the whole range.

    Args:
        sums: sum of the results of each cluster.
        sizes: number of results of each cluster.
        confidence: of the interval.
        least, most: no result is lower, none is higher.
    """
    quantile(confidence)
    if len(sums) < 2:
        return least, most
    low, high = clustered_range_intervals((sums - least * sizes) / (most - least), sizes, confidence)
    return least + (most - least) * float(low), least + (most - least) * float(high)


def clustered_range_intervals(
    points: np.ndarray, sizes: np.ndarray, confidence: float
) -> tuple[np.ndarray, np.ndarray]:
    """Find the intervals of means of results anywhere in 0..1, of many sets of results at once.

    As `clustered_intervals`, but the variance is not believed to be that of rates: for the lower end it is estimated
    with one further result of 0, for the upper end with one of 1.

    Args:
        points: array (..., clusters): sums of the results of each cluster, two clusters or more.
        sizes: array (clusters,).
        confidence: of the intervals.

    Returns:
        The lower and the upper ends, arrays (...).
    """
    points = np.round(points, 6)  # what float32 leaves of a third counts as no variance
    clusters, total = len(sizes), float(np.sum(sizes))
    mean, ends = np.sum(points, axis=-1) / total, []
    for imagined in (0, 1):
        near = (mean * total + imagined) / (total + 1)
        squares = np.sum((points - near[..., None] * sizes) ** 2, axis=-1) * clusters / (clusters - 1)
        expected = near * (1 - near) * (total + 1)
        spread = squares + (imagined - near) ** 2
        effects = np.divide(spread, expected, out=np.ones_like(spread), where=expected > 0)
        trials = total / effects * (quantile(confidence) / t_quantile(confidence, clusters)) ** 2
        ends.append(mid_p_interval(mean * trials, trials, confidence)[imagined])
    return ends[0], ends[1]


def clustered_difference_interval(
    differences: np.ndarray, sizes: np.ndarray, confidence: float, most: float
) -> Interval:
    """Find the interval of the mean difference of paired results, such as those of two agents on the same deals.

    Unlike `clustered_mean_interval` it allows for differences that are rare and have not been seen yet. A single
    cluster says nothing, so its interval is the whole range.

    Args:
        differences: sum of the differences of each cluster.
        sizes: number of differences of each cluster.
        confidence: of the interval.
        most: no difference is greater, in either direction.
    """
    quantile(confidence)
    if len(differences) < 2:
        return -most, most
    low, high = clustered_difference_intervals(differences / most, sizes, confidence)
    return most * float(low), most * float(high)


def clustered_difference_intervals(
    differences: np.ndarray, sizes: np.ndarray, confidence: float
) -> tuple[np.ndarray, np.ndarray]:
    """Find the intervals of mean differences between -1 and 1, of many sets of differences at once.

    What clusters are above 0 and what they are below have a `clustered_range_intervals` each, in which a cluster counts
    as one result: all of it may differ. The two are put together as their estimates depend on each other.

    Sources: G. Y. Zou, A. Donner, "Construction of confidence limits about effect measures: a general approach",
    Statistics in Medicine 27 (2008); R. G. Newcombe, "Improved confidence intervals for the difference between binomial
    proportions based on paired data", Statistics in Medicine 17 (1998).

    Args:
        differences: array (..., clusters): sums of the differences of each cluster, two clusters or more.
        sizes: array (clusters,).
        confidence: of the intervals.

    Returns:
        The lower and the upper ends, arrays (...).
    """
    weights = sizes / np.max(sizes)
    parts = [np.maximum(sign * differences, 0.0) / np.max(sizes) for sign in (1, -1)]
    (low, high), (less, more) = (clustered_range_intervals(part, weights, confidence) for part in parts)
    above, below = (np.sum(part, axis=-1) / np.sum(weights) for part in parts)
    spread = np.sqrt(np.var(parts[0], axis=-1) * np.var(parts[1], axis=-1))
    covariance = np.mean(parts[0] * parts[1], axis=-1) - np.mean(parts[0], axis=-1) * np.mean(parts[1], axis=-1)
    alike = np.divide(covariance, spread, out=np.zeros_like(spread), where=spread > 0)
    down = _apart(above - low, more - below, alike)
    up = _apart(high - above, below - less, alike)
    return np.maximum(above - below - down, -1.0), np.minimum(above - below + up, 1.0)


def _apart(one: np.ndarray, other: np.ndarray, alike: np.ndarray) -> np.ndarray:
    """Compute the reach of a difference of two estimates with these reaches and this correlation."""
    return np.sqrt(np.maximum(one**2 + other**2 - 2 * alike * one * other, 0.0))


def clustered_mean_interval(sums: np.ndarray, sizes: np.ndarray, confidence: float) -> Interval:
    """Find the interval of the mean of results of any range in clusters, by Student's t over the clusters.

    A single cluster says nothing, so its interval is minus to plus infinity.

    Args:
        sums: sum of the results of each cluster.
        sizes: number of results of each cluster.
        confidence: of the interval.
    """
    from scipy.special import stdtrit

    clusters, total = len(sums), float(np.sum(sizes))
    quantile(confidence)
    if clusters < 2:
        return -math.inf, math.inf
    mean = float(np.sum(sums)) / total
    squares = float(np.sum((sums - mean * sizes) ** 2)) * clusters / (clusters - 1)
    spread = float(stdtrit(clusters - 1, (1 + confidence) / 2)) * math.sqrt(squares) / total
    return mean - spread, mean + spread


def clustered_count_interval(sums: np.ndarray, sizes: np.ndarray, confidence: float) -> Interval:
    """Find the interval of a mean count of unknown range; see `clustered_mean_interval`.

    Clusters that are all equal say nothing of their spread.
    """
    if np.ptp(np.divide(sums, sizes)) == 0:
        return -math.inf, math.inf
    return clustered_mean_interval(sums, sizes, confidence)
