"""Control variates: variables of known mean zero, such as the luck of the draws, that make a mean more exact.

A control follows a result in part. A share of it is taken off each result. Since the control's mean is zero, that
moves no expectation; it takes off variance. The share is fitted on other results than those it is taken off, fold by
fold, so that it cannot follow their noise.

Sources: P. Glasserman, "Monte Carlo Methods in Financial Engineering" (2004), 4.1; for the folds A. N. Avramidis,
J. R. Wilson, "A splitting scheme for control variates", Operations Research Letters 14 (1993).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cardkit.statistics.intervals import Interval, clustered_interval

FOLDS = 10
WORTH_IT = 1.2
"""The gain from which on a control is used: below, its interval is hardly narrower than the plain one."""


@dataclass(frozen=True)
class Controlled:
    """A mean of results in 0..1 freed from a control.

    Attributes:
        mean: of the results, less the control's share; within 0..1.
        interval: of it.
        gain: how many plain results give as exact a mean as each of these: the quotient of the variances.
        share: of the control that is taken off, the mean over the folds.
    """

    mean: float
    interval: Interval
    gain: float
    share: float

    @property
    def is_worth_it(self) -> bool:
        """True if the gain is large enough. It depends on spreads alone, not on the mean."""
        return self.gain >= WORTH_IT


def controlled(points: np.ndarray, controls: np.ndarray, sizes: np.ndarray, confidence: float) -> Controlled:
    """Free the mean of clustered results from a control.

    Args:
        points: sum of the results, each in 0..1, of each cluster.
        controls: sum of the controls of each cluster; their expectation is 0.
        sizes: number of results of each cluster.
        confidence: of the interval.

    Raises:
        ValueError: fewer than two clusters for each fold.
    """
    if len(points) < 2 * FOLDS:
        raise ValueError(f"a control needs at least {2 * FOLDS} deals to be fitted, got {len(points)}")
    total = float(np.sum(sizes))
    plain = points - points.sum() / total * sizes
    shares = fitted_elsewhere(plain, controls)
    freed = points - shares * controls
    mean = float(freed.sum()) / total
    rest = freed - mean * sizes
    gain = float(np.sum(plain**2) / np.sum(rest**2)) if rest.any() else 1.0
    # Only at the very edge does the mean leave 0..1.
    kept = freed if 0 <= mean <= 1 else points
    return Controlled(min(1.0, max(0.0, mean)), clustered_interval(kept, sizes, confidence), gain, float(shares.mean()))


def fitted_elsewhere(plain: np.ndarray, controls: np.ndarray) -> np.ndarray:
    """Fit the share of each cluster's control by least squares on the clusters of the other folds.

    Args:
        plain: each cluster's deviation from the mean.
        controls: of each cluster.
    """
    folds = np.arange(len(plain)) % FOLDS
    products, squares = (np.bincount(folds, values, FOLDS) for values in (plain * controls, controls**2))
    left = squares.sum() - squares
    shares = np.divide(products.sum() - products, left, out=np.zeros(FOLDS), where=left > 0)
    return shares[folds]
