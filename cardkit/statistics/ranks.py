"""Rank correlation of two figures over runs, whose interval allows for runs of one kind to resemble each other.

Sources: C. Spearman, "The proof and measurement of association between two things", 1904; A. Davison, D. Hinkley,
"Bootstrap methods and their application", 1997, section 3.8, on drawing whole clusters.
"""

from __future__ import annotations

import numpy as np

from cardkit.statistics.estimate import Estimate

DRAWS = 10_000


def rank_correlation(
    one: np.ndarray,
    other: np.ndarray,
    strata: np.ndarray,
    clusters: np.ndarray,
    rng: np.random.Generator,
    confidence: float = 0.98,
    draws: int = DRAWS,
) -> Estimate:
    """Estimate Spearman's rank correlation of two figures, with the percentiles of a bootstrap over clusters.

    Args:
        one, other: a figure of each run.
        strata: the stratum of each run, such as its game; a rank counts within its stratum, as a share of its runs.
        clusters: the cluster of each run, such as its method; a bootstrap draws whole clusters.
        rng: draws the clusters.
        confidence: of the interval.
        draws: of the bootstrap; those in which a figure never varies do not count.

    Returns:
        The correlation and its interval; NaN where a figure never varies, and ends of NaN for a single cluster.

    Raises:
        ValueError: there are no runs, a figure is NaN, or the arrays differ in length.
    """
    _check(one, other, strata, clusters)
    names, members = np.unique(clusters, return_inverse=True)
    drawn = rng.multinomial(len(names), np.full(len(names), 1 / len(names)), size=draws)
    times = np.concatenate([np.ones((1, len(one))), drawn[:, members]])  # how often each run counts, first all once
    value, *found = _correlations(_ranks(one, strata, times), _ranks(other, strata, times), times)
    known = np.array([each for each in found if len(names) > 1 and not np.isnan(each)])
    tail = (1 - confidence) / 2
    low, high = np.quantile(known, (tail, 1 - tail)) if len(known) else (np.nan, np.nan)
    return Estimate(float(value), float(low), float(high))


def _check(*arrays: np.ndarray) -> None:
    lengths = [len(array) for array in arrays]
    if len(set(lengths)) > 1 or not lengths[0]:
        raise ValueError(f"figures, strata and clusters must have an entry for each run, got {lengths} entries")
    if np.isnan(arrays[:2]).any():
        raise ValueError("figures must be numbers: NaN has no rank")


def _ranks(figure: np.ndarray, strata: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Return each run's mean rank among equals within its stratum, as a share from 0 to 1: (draws, runs)."""
    here = strata[:, None] == strata
    below = (figure[:, None] < figure) + (figure[:, None] == figure) / 2
    return (times @ (here * below)) / np.maximum(times @ here, 1)


def _correlations(one: np.ndarray, other: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Return the correlation of two figures by draw, whose rows say how often each run counts."""
    total = times.sum(axis=1, keepdims=True)
    one, other = (figure - (times * figure).sum(axis=1, keepdims=True) / total for figure in (one, other))
    spread = np.sqrt((times * one**2).sum(axis=1) * (times * other**2).sum(axis=1))
    together = (times * one * other).sum(axis=1)
    return np.divide(together, spread, out=np.full(len(times), np.nan), where=spread > 1e-12)
