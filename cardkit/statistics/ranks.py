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
        The correlation and its interval; NaN where a figure never varies.
    """
    names, members = np.unique(clusters, return_inverse=True)
    rows = [np.flatnonzero(members == number) for number in range(len(names))]
    found = []
    for _ in range(draws):
        some = np.concatenate([rows[each] for each in rng.integers(len(rows), size=len(rows))])
        found.append(_correlation(one[some], other[some], strata[some]))
    tail = (1 - confidence) / 2
    return Estimate(_correlation(one, other, strata), *map(float, np.nanquantile(found, (tail, 1 - tail))))


def _correlation(one: np.ndarray, other: np.ndarray, strata: np.ndarray) -> float:
    ranks = np.array([_ranks(figure, strata) for figure in (one, other)])
    ranks -= ranks.mean(axis=1, keepdims=True)
    spread = np.sqrt((ranks**2).sum(axis=1).prod())
    return float(ranks.prod(axis=0).sum() / spread) if spread > 0 else float("nan")


def _ranks(figure: np.ndarray, strata: np.ndarray) -> np.ndarray:
    """Return each run's mean rank among equals within its stratum, as a share from 0 to 1."""
    from scipy.stats import rankdata

    shares = np.empty(len(figure))
    for stratum in np.unique(strata):
        here = strata == stratum
        shares[here] = (rankdata(figure[here]) - 0.5) / here.sum()
    return shares
