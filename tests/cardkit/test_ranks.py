"""Rank correlations and their intervals over clusters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardkit.statistics.ranks import rank_correlation

CLUSTERS = np.repeat(np.arange(8), 5)


def estimate(one: np.ndarray, other: np.ndarray, strata: np.ndarray | None = None) -> tuple[float, float, float]:
    strata = np.zeros(len(one)) if strata is None else strata
    return rank_correlation(one, other, strata, CLUSTERS, np.random.default_rng(1), draws=300)


def test_within_a_stratum_it_is_spearmans() -> None:
    from scipy.stats import spearmanr

    one, other = np.random.default_rng(2).integers(9, size=(2, 40)).astype(float)
    found: Any = spearmanr(one, other)
    assert estimate(one, other)[0] == pytest.approx(found.statistic)
    assert estimate(one, np.exp(one)) == pytest.approx((1, 1, 1))


def test_differences_between_strata_do_not_count() -> None:
    rng = np.random.default_rng(3)
    strata = np.arange(40) % 2
    one, other = rng.random(40) + 10 * strata, rng.random(40) + 10 * strata
    assert abs(estimate(one, other, strata)[0]) < 0.4 < estimate(one, other)[0]


def test_runs_of_a_cluster_that_resemble_each_other_widen_the_interval() -> None:
    rng = np.random.default_rng(4)
    alike = np.repeat(rng.random((2, 8)), 5, axis=1)
    apart = rng.random((2, 40))
    _, low, high = estimate(*alike)
    _, lower, higher = estimate(*apart)
    assert high - low > 1.2 * (higher - lower)


def test_a_figure_that_never_varies_has_no_correlation() -> None:
    assert np.isnan(estimate(np.zeros(40), np.arange(40.0))).all()


def test_a_single_cluster_has_no_interval() -> None:
    figure, alone = np.arange(4.0), np.zeros(4)
    value, low, high = rank_correlation(figure, figure, alone, alone, np.random.default_rng(1), draws=10)
    assert value == pytest.approx(1)
    assert np.isnan((low, high)).all()


@pytest.mark.parametrize(
    ("one", "runs", "match"),
    [([1.0, np.nan], 2, "NaN has no rank"), ([1.0], 2, "for each run"), ([], 0, "for each run")],
)
def test_figures_that_cannot_be_ranked_are_refused(one: list[float], runs: int, match: str) -> None:
    others = np.arange(float(runs)), np.zeros(runs), np.zeros(runs)
    with pytest.raises(ValueError, match=match):
        rank_correlation(np.array(one), *others, np.random.default_rng(1))
