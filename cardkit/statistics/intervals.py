"""Intervals for rates and scores. Knows no game."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

Interval = tuple[float, float]


def quantile(confidence: float) -> float:
    """The z of a two-sided interval: a standard normal variable lies within -z..z with this probability.

    Raises:
        ValueError: the confidence is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, such as 0.98; got {confidence!r}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(successes: float, trials: float, confidence: float) -> Interval:
    """The Wilson score interval of a rate; 0 to 1 where nothing was tried.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

    Raises:
        ValueError: fewer successes than none or more than trials, or no such confidence.
    """
    z = quantile(confidence)
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials cannot be")
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    centre = rate + z * z / (2 * trials)
    spread = z * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (centre - spread) / scale
    high = 1.0 if successes == trials else (centre + spread) / scale
    return low, high


def clustered_interval(points: np.ndarray, sizes: np.ndarray, confidence: float) -> Interval:
    """The interval of the mean of results in 0..1 that come in clusters, such as the two games of a mirrored pair.

    Results of one cluster may depend on each other, those of two clusters may not. A normal interval, with the variance
    between clusters. Where no result leaves an end of the range, which would give an interval of no width, it is the
    Wilson interval of as many trials as there are clusters. One cluster alone says nothing: 0 to 1.

    Args:
        points: sum of the results of each cluster.
        sizes: number of results of each cluster.
    """
    z = quantile(confidence)
    clusters, total = len(points), float(np.sum(sizes))
    if clusters < 2:
        return 0.0, 1.0
    mean = float(np.sum(points)) / total
    if mean in (0.0, 1.0):
        return wilson(mean * clusters, clusters, confidence)
    residuals = points - mean * sizes
    spread = z * math.sqrt(clusters / (clusters - 1) * float(np.sum(residuals**2))) / total
    return max(0.0, mean - spread), min(1.0, mean + spread)
