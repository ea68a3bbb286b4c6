"""Control variates take off what is planted, nothing else, and their intervals cover."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.statistics.control import FOLDS, WORTH_IT, controlled
from cardkit.statistics.intervals import clustered_interval

CONFIDENCE = 0.98


def pairs(rng: np.random.Generator, count: int, chance: float, told: float) -> tuple[np.ndarray, np.ndarray]:
    """Draw points of pairs of games won with this chance, and a control that tells a part of what decides them."""
    decided = rng.random((count, 2)) < chance
    luck = told * (decided - chance) + rng.normal(size=(count, 2)) * 0.3
    return decided.sum(axis=1).astype(float), luck.sum(axis=1)


def test_the_share_and_the_gain_are_those_that_are_planted() -> None:
    rng = np.random.default_rng(1)
    control = rng.normal(size=20_000)
    points = 1 + 0.25 * control + rng.normal(size=20_000) * 0.25  # two games a deal, half the variance is luck
    found = controlled(points, control, np.full(20_000, 2), CONFIDENCE)
    assert found.share == pytest.approx(0.25, abs=0.01)
    assert found.gain == pytest.approx(2, abs=0.08)
    assert found.mean == pytest.approx(0.5, abs=0.005)
    assert found.is_worth_it


def test_the_interval_is_as_narrow_as_the_gain_says() -> None:
    points, control = pairs(np.random.default_rng(2), 4000, 0.5, 1.0)
    sizes = np.full(4000, 2)
    found, plain = controlled(points, control, sizes, CONFIDENCE), clustered_interval(points, sizes, CONFIDENCE)
    narrower = (plain[1] - plain[0]) / (found.interval[1] - found.interval[0])
    assert narrower == pytest.approx(found.gain**0.5, rel=0.01)


def test_noise_is_not_worth_it_and_costs_next_to_nothing() -> None:
    rng = np.random.default_rng(3)
    points, _ = pairs(rng, 1000, 0.7, 0)
    found = controlled(points, rng.normal(size=1000), np.full(1000, 2), CONFIDENCE)
    assert not found.is_worth_it
    assert found.gain == pytest.approx(1, abs=0.02)
    assert found.mean == pytest.approx(points.sum() / 2000, abs=0.003)


def test_no_control_of_a_fold_is_fitted_on_itself() -> None:
    """A single enormous value moves the shares of the other folds, not that of its own."""
    rng = np.random.default_rng(4)
    points, control = pairs(rng, 200, 0.5, 0.5)
    wild = control.copy()
    wild[7] *= 1000
    before, after = (controlled(points, one, np.full(200, 2), CONFIDENCE) for one in (control, wild))
    assert after.share == pytest.approx(before.share / FOLDS, abs=0.05)


def test_all_won_and_few_deals() -> None:
    sizes = np.full(100, 2)
    found = controlled(np.full(100, 2.0), np.random.default_rng(5).normal(size=100), sizes, CONFIDENCE)
    assert (found.mean, found.gain, found.interval[1]) == (1, 1, 1)
    with pytest.raises(ValueError, match="at least 20 deals"):
        controlled(np.ones(19), np.ones(19), np.full(19, 2), CONFIDENCE)


@pytest.mark.slow
@pytest.mark.parametrize("chance", [0.5, 0.95])
@pytest.mark.parametrize("count", [50, 200])
@pytest.mark.parametrize("told", [0.25, 1.0])
def test_the_intervals_cover_also_if_the_narrower_one_is_chosen(chance: float, count: int, told: float) -> None:
    rng, missed, rounds = np.random.default_rng(6), 0, 1000
    sizes = np.full(count, 2)
    for _ in range(rounds):
        points, control = pairs(rng, count, chance, told)
        found = controlled(points, control, sizes, CONFIDENCE)
        low, high = found.interval if found.gain >= WORTH_IT else clustered_interval(points, sizes, CONFIDENCE)
        missed += not low <= chance <= high
    assert missed / rounds < 0.02 + 3.3 * (0.02 * 0.98 / rounds) ** 0.5


def test_a_mean_beyond_what_results_can_be_is_cut_and_has_the_interval_of_the_plain_results() -> None:
    lost, sizes = np.arange(40) % 8 == 0, np.full(40, 2)
    points = np.where(lost, 1.0, 2.0)
    found = controlled(points, np.where(lost, -1.2, -0.2), sizes, CONFIDENCE)
    assert found.mean == 1
    assert found.interval == clustered_interval(points, sizes, CONFIDENCE)
