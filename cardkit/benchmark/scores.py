"""The statistics of a track: scores against its companies on the same deals, their mean, and the worst of them.

Deals are independent; what is played on one deal is not. So a deal counts as one result, and intervals are those of
means of results between 0 and 1.
"""

from __future__ import annotations

import numpy as np

from cardkit.arena.match_result import CONFIDENCE
from cardkit.statistics.estimate import Estimate
from cardkit.statistics.intervals import clustered_range_interval


def figures(score: Estimate) -> dict[str, object]:
    """Return the figures of a score in a result, rounded, since processors may add up in different orders."""
    return {"score": round(score.value, 6), "interval": [round(end, 6) for end in score.interval]}


def by_deal(scores: np.ndarray, games_a_deal: int) -> np.ndarray:
    """Compute the mean score of each deal, from those of its games."""
    return scores.reshape(-1, games_a_deal).mean(axis=1)


def mean_of(scores: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of scores by deal; of several companies, (companies, deals), each has the same weight."""
    deals = scores.reshape(-1, scores.shape[-1]).mean(axis=0)
    return Estimate(float(deals.mean()), *clustered_range_interval(deals, np.ones(len(deals)), confidence, 0.0, 1.0))


def worst_of(scores: np.ndarray, confidence: float = CONFIDENCE) -> tuple[int, Estimate]:
    """Find the company with the lowest score, and estimate it.

    The interval allows for the choice among all (Bonferroni).

    Args:
        scores: by company and deal, array (companies, deals).
        confidence: of the interval.
    """
    worst = int(np.argmin(np.round(scores.mean(axis=1), 9)))
    return worst, mean_of(scores[worst], 1 - (1 - confidence) / len(scores))
