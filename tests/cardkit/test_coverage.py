"""Intervals hold the truth as often as they say, in simulated matches and tournaments; and they keep their manners."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, sem, t

from baselines import play_match
from baselines.durak.arena.tournament import play_tournament
from baselines.durak.report.coverage import (
    ALIKE,
    KINDS,
    PAIRS,
    RATINGS,
    SCORES,
    TOURNAMENT_PAIRS,
    Deals,
    draw_pairs,
    fool_coverage,
    lead_of,
    rating_coverage,
    return_coverage,
    score_coverage,
)
from baselines.durak.report.order_coverage import order_coverage
from cardkit.arena.lineups import ROTATIONS
from cardkit.statistics.intervals import (
    clustered_interval,
    clustered_intervals,
    clustered_mean_interval,
    clustered_range_interval,
)
from cardkit.statistics.ratings import ELO

FEW_POINTS = [(0.5, 3), (0.5, 10), (0.97, 30), (0.996, 100), (0.02, 300)]


@pytest.mark.parametrize(("score", "pairs"), FEW_POINTS)
@pytest.mark.parametrize("confidence", [0.98, 0.95])
def test_intervals_of_scores_cover(score: float, pairs: int, confidence: float) -> None:
    covered, _ = score_coverage(score, pairs, Deals(luck=0.75), confidence, matches=1500)
    assert covered > confidence - 0.01 - 2.5 * np.sqrt(confidence * (1 - confidence) / 1500)


@pytest.mark.parametrize(("rate", "deals"), [(0.25, 3), (0.05, 100), (0.4, 300)])
def test_intervals_of_fool_rates_cover(rate: float, deals: int) -> None:
    for alike in ALIKE:
        assert fool_coverage(rate, deals, alike, matches=1500) > 0.97 - 2.5 * np.sqrt(0.03 * 0.97 / 1500)


@pytest.mark.parametrize(("rate", "deals"), [(0.01, 20), (0.01, 100), (0.25, 10)])
def test_intervals_of_mean_returns_cover(rate: float, deals: int) -> None:
    """Intervals cover the mean return even where the fool is rare and none has been seen."""
    for alike in ALIKE[:2]:  # half of the deals alike leave too few that differ
        assert return_coverage(rate, deals, alike, matches=600) > 0.97 - 2.5 * np.sqrt(0.03 * 0.97 / 600)


def test_intervals_of_points_are_hardly_wider_than_student_s_and_cover() -> None:
    """Points of long games lie far from the ends of their range."""
    rng, sizes = np.random.default_rng(3), np.full(100, 4)
    sums = np.clip(rng.normal(60, 20, (600, 100, 4)), 0, 221).sum(axis=2)
    found = np.array([clustered_range_interval(one, sizes, 0.98, 0, 221) for one in sums])
    student = np.array([clustered_mean_interval(one, sizes, 0.98) for one in sums])
    assert np.mean(np.ptp(found, axis=1) / np.ptp(student, axis=1)) == pytest.approx(1.05, abs=0.07)
    assert np.mean((found[:, 0] <= 60) & (found[:, 1] >= 60)) > 0.97 - 2.5 * np.sqrt(0.03 * 0.97 / 600)


def test_a_single_deal_says_nothing_of_a_mean_return() -> None:
    assert clustered_range_interval(np.array([1.0]), np.array([4]), 0.98, -1, 1 / 3) == (-1, 1 / 3)


@pytest.mark.parametrize("deals", [4, 6, 10, 20])
def test_few_deals_are_covered_as_often_as_said_in_the_mean_over_all_scores(deals: int) -> None:
    """Deals won or lost whole are covered exactly: neither a low variance in few deals nor the prior misleads."""
    scores, won = np.linspace(0.02, 0.98, 97), np.arange(deals + 1)
    low, high = clustered_intervals(2.0 * (np.arange(deals) < won[:, None]), np.full(deals, 2.0), 0.98)
    covers = (low <= scores[:, None]) & (scores[:, None] <= high)
    covered = np.sum(covers * binom.pmf(won, deals, scores[:, None]), axis=1).mean()
    assert 0.98 < covered < 0.994


def test_the_interval_of_a_mean_is_student_s() -> None:
    values = np.array([3.0, -1.0, 4.0, 1.0, -5.0])
    wanted = t.interval(0.98, len(values) - 1, values.mean(), sem(values))
    assert clustered_mean_interval(values, np.ones(5), 0.98) == pytest.approx(wanted)
    assert clustered_mean_interval(2 * values, np.full(5, 2.0), 0.98) == pytest.approx(wanted)


@pytest.mark.slow
@pytest.mark.parametrize("deals", KINDS, ids=str)
@pytest.mark.parametrize("score", [score for score in SCORES if score >= 0.5])
def test_intervals_of_scores_cover_everywhere(score: float, deals: Deals) -> None:
    """Intervals of scores cover within a point of 98 %, but for chance, which makes an excess likely (3.5 sigma).

    The interval of a score below a half is that of the other agent, mirrored.
    """
    for pairs in PAIRS:
        assert score_coverage(score, pairs, deals, matches=1500)[0] > 0.97 - 3.5 * np.sqrt(0.03 * 0.97 / 1500)


def test_intervals_of_many_pairs_are_no_wider_than_normal_ones() -> None:
    rng = np.random.default_rng(0)
    for score in (0.2, 0.5, 0.97):
        points = draw_pairs(rng, np.full(200, lead_of(score, KINDS[1])), KINDS[1], 1000) @ [1, 0.5, 0]
        normal = 2 * 2.32635 * np.std(points / 2, axis=0, ddof=1) / np.sqrt(1000)
        low, high = clustered_intervals(points.T, np.full(1000, 2), 0.98)
        assert np.mean(high - low) == pytest.approx(np.mean(normal), rel=0.02)


@pytest.mark.parametrize("points", [[1, 1, 1], [2, 2, 2], [0, 0], [2, 1.5, 0, 1, 0.5], [0.5, 0, 0, 0], [1] * 500])
def test_intervals_have_a_width_lie_in_0_to_1_and_are_those_of_the_other_agent_mirrored(points: list[float]) -> None:
    sizes = np.full(len(points), 2)
    low, high = clustered_interval(np.array(points), sizes, 0.98)
    other_low, other_high = clustered_interval(2 - np.array(points), sizes, 0.98)
    assert 0 <= low < high <= 1
    assert low <= np.sum(points) / np.sum(sizes) <= high
    assert (1 - other_high, 1 - other_low) == pytest.approx((low, high), abs=1e-9)


def test_a_match_of_few_games_is_not_sure_of_anything() -> None:
    result = play_match("smart", "greedy", games=6, seed=1)
    assert result.pairs == (0, 0, 3, 0, 0)
    low, high = result.interval()
    assert low < 0.25
    assert high > 0.75
    assert play_match("smart", "greedy", games=1, seed=1).interval() == (0, 1)


def test_a_tournament_of_few_games_is_not_sure_of_its_ratings() -> None:
    for agents in (["greedy", "random"], ["greedy", "random", "uniform"]):
        found = play_tournament(agents, games=6, seed=1).ratings()
        assert (found.high - found.low > 300).all()
        assert (found.low < found.elo).all()
        assert (found.elo < found.high).all()
        assert np.isfinite([found.low, found.high]).all()


@pytest.mark.parametrize("lead", [pytest.param(0.0, marks=pytest.mark.slow), 500.0])
def test_intervals_of_ratings_cover(lead: float) -> None:
    for pairs in (3, 30):
        covered = rating_coverage((lead / 2, -lead / 2), pairs, KINDS[1], tournaments=40)
        assert covered[0] == covered[1]  # two agents' ratings are each other's mirror image
        assert covered[0] > 0.97 - 2.5 * np.sqrt(0.03 * 0.97 / 40)


def almost(confidence: float, tournaments: int) -> float:
    """Return a point less, and what chance takes from so many tournaments (3 sigma)."""
    least = confidence - 0.01
    return least - 3 * np.sqrt(least * (1 - least) / tournaments)


@pytest.mark.slow
@pytest.mark.parametrize("pairs", TOURNAMENT_PAIRS[::2])
def test_intervals_of_ratings_cover_everywhere(pairs: int) -> None:
    for deals in KINDS[1:]:
        assert (rating_coverage(RATINGS, pairs, deals, tournaments=60) > almost(0.98, 60)).all()


@pytest.mark.slow
@pytest.mark.parametrize("score", [0.5, 0.97, 0.996])
def test_intervals_of_two_ratings_cover_everywhere(score: float) -> None:
    """Intervals of two ratings cover even in lopsided matches of few pairs."""
    for pairs in (3, 10, 100):
        half = ELO * lead_of(score, KINDS[0]) / 2
        assert rating_coverage((half, -half), pairs, KINDS[0], tournaments=60)[0] > almost(0.98, 60)


@pytest.mark.parametrize("deals", [6, 96, pytest.param(300, marks=pytest.mark.slow)])
def test_intervals_of_strengths_and_fool_rates_cover_what_holds_over_all_orders_of_seats(deals: int) -> None:
    strengths, fools = order_coverage(deals, tournaments=150, seed=deals)
    assert strengths.min() > almost(0.98, 150)
    assert fools.min() > almost(0.98, 150)


def test_rotations_of_one_order_tell_nothing_about_the_others() -> None:
    strengths, fools = order_coverage(300, tournaments=40, seatings=ROTATIONS)
    assert strengths.min() < 0.1
    assert fools.min() < 0.1
