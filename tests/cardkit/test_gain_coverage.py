"""Intervals of gains, of rates by party and of leads hold the truth as often as they say."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.durak.report.gain_coverage import (
    ALIKE,
    BETTER,
    DEALS,
    DECIDED,
    DIFFERENT,
    OF_A_PARTY,
    PARTY_RATES,
    SIZES,
    gain_coverage,
    lead_coverage,
    party_coverage,
)
from cardkit.statistics.intervals import (
    clustered_difference_interval,
    clustered_difference_intervals,
    clustered_mean_interval,
)


def least(matches: int, share: float = 0.97) -> float:
    """Return a point less than 98 %, or ``share``, and what chance takes from so many matches."""
    return share - 3 * np.sqrt(share * (1 - share) / matches)


@pytest.mark.parametrize(("different", "deals"), [(0.01, 100), (0.01, 300), (0.03, 100), (0.1, 30), (0.3, 10)])
def test_gains_of_agents_that_play_nearly_alike_are_covered(different: float, deals: int) -> None:
    for better in BETTER:
        assert gain_coverage(different, better, (1.0,), deals, matches=1000) > least(1000)


@pytest.mark.parametrize(("rate", "deals"), [(0.25, 5), (0.5, 5), (0.15, 10)])
def test_rates_by_party_are_covered_where_the_deal_decides(rate: float, deals: int) -> None:
    for games in OF_A_PARTY:
        assert party_coverage(rate, deals, games, 1.0, matches=1000) > least(1000)


@pytest.mark.slow
@pytest.mark.parametrize("deals", DEALS)
def test_gains_rates_and_leads_are_covered_everywhere(deals: int) -> None:
    """Gains are covered within two points where deals differ as much as they can; more deals come closer."""
    for different in DIFFERENT:
        for better in BETTER:
            for sizes in SIZES:
                assert gain_coverage(different, better, sizes, deals, 1000) > least(
                    1000, 0.94 if different == 1 else 0.97
                )
    for rate in PARTY_RATES:
        for games in OF_A_PARTY:
            for alike in DECIDED:
                assert party_coverage(rate, deals, games, alike, matches=1000) > least(1000, 0.965)
    for alike in ALIKE:
        assert lead_coverage(5.0, deals, alike, matches=300)[0] > least(300, 0.96)


@pytest.mark.parametrize("deals", [20, 100, 1000])
def test_agents_that_have_played_alike_may_still_differ(deals: int) -> None:
    """Agents that played alike may differ in some 4 of as many deals; 98 in a hundred matches would have shown one."""
    low, high = clustered_difference_interval(np.zeros(deals), np.full(deals, 2), 0.98, 1.0)
    assert low == pytest.approx(-high)
    assert 3.5 / deals < high < 4.5 / deals


def test_the_interval_of_a_gain_is_that_of_the_other_agent_mirrored() -> None:
    rng = np.random.default_rng(1)
    gains, sizes = rng.choice([-2.0, -1.0, 0.0, 0.0, 1.0, 2.0], 50), np.append(np.full(49, 2.0), 1.0)
    low, high = clustered_difference_interval(gains, sizes, 0.98, 1.0)
    assert clustered_difference_interval(-gains, sizes, 0.98, 1.0) == pytest.approx((-high, -low))
    assert clustered_difference_interval(3 * gains, sizes, 0.98, 3.0) == pytest.approx((3 * low, 3 * high))
    assert low < gains.sum() / sizes.sum() < high
    assert clustered_difference_interval(gains[:1], sizes[:1], 0.98, 1.0) == (-1.0, 1.0)


def test_of_many_deals_that_differ_it_is_student_s() -> None:
    rng, sizes = np.random.default_rng(2), np.full(1000, 2.0)
    gains = rng.choice([-2.0, -1.0, 0.0, 1.0, 2.0], (20, 1000))
    low, high = clustered_difference_intervals(gains, sizes, 0.98)
    student = [np.ptp(clustered_mean_interval(one, sizes, 0.98)) for one in gains]
    assert (high - low) / student == pytest.approx(1.0, abs=0.03)
