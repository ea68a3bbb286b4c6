"""Estimates of shares, means and printed figures, and the questions they answer."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.arena.match_result import CONFIDENCE
from cardkit.lab.answers import Answer, all_of, more, no_more, same, within
from cardkit.lab.estimates import (
    Estimate,
    difference_of_ratios,
    error_of_printed,
    exactly,
    gain,
    gain_of_decided,
    less_printed,
    margin_at,
    mean_of,
    off_by,
    printed,
    ratio,
    share,
    won,
    won_of_decided,
)
from cardkit.statistics.intervals import wilson
from tests.support.planted_scores import CLOSE, HALF, planted

AGREES, COMPATIBLE, DIFFERS, UNTOLD = Answer.AGREES, Answer.COMPATIBLE, Answer.DIFFERS, Answer.UNTOLD


@pytest.mark.parametrize(
    ("ours", "printed_interval", "answer"),
    [
        (share(1000, 2000), (46.0, 54.0), AGREES),
        (share(30, 60), (46.0, 54.0), COMPATIBLE),
        (share(1200, 2000), (46.0, 54.0), DIFFERS),
        (share(100_000, 200_000), (51.0, 54.0), DIFFERS),  # within 5 points, and yet not equal
        # verdicts that a referee of the first version of the page asked for
        (share(207_000, 400_000 - 6_000), (48.1, 50.6), DIFFERS),  # smart against greedy, closed
        (share(316, 485), (68.4, 77.8), DIFFERS),  # mcts against smart, closed
        (share(480, 485), (98.9, 100.0), AGREES),
        # greedy against the random agent of the thesis' program: it is the rounding that decided
        (share(18_736, 19_840), (88.7, 94.4), COMPATIBLE),
        (share(18_780, 19_840), (88.7, 94.4), DIFFERS),
    ],
)
def test_printed_figures(ours: Estimate, printed_interval: tuple[float, float], answer: Answer) -> None:
    low, high = (end / 100 for end in printed_interval)
    assert same(less_printed(ours, low, high)) is answer


def test_a_figure_differs_only_if_it_does_whatever_was_rounded() -> None:
    ours = share(9_440, 10_000)
    rounded, allowed = ours.less(printed(0.887, 0.944)), less_printed(ours, 0.887, 0.944)
    assert allowed.value == rounded.value
    for ends in ((0.8865, 0.9435), (0.8875, 0.9445), (0.8868, 0.9441)):  # all are printed as 88.7 to 94.4
        exact = ours.less(printed(*ends))
        assert allowed.low - 1e-9 < exact.low < exact.high < allowed.high + 1e-9
    assert 0.0003 < rounded.low - allowed.low < 0.0012
    assert less_printed(share(499, 500), 0.989, 1.0).high < 1  # an end of 100 % is not rounded from more


def test_a_share_is_found_from_its_printed_interval() -> None:
    for wins, games in ((250, 500), (440, 480), (9, 100), (4700, 9500)):
        low, high = wilson(wins, games, CONFIDENCE)
        assert printed(low, high).value == pytest.approx(wins / games, abs=1e-9)
        rounded = printed(round(low, 3), round(high, 3))
        assert rounded.value == pytest.approx(wins / games, abs=2e-3)
    assert printed(0.989, 1.0).value == 1.0
    assert printed(0.0, 0.011).value == 0.0


def test_a_printed_number_has_the_error_of_its_rounding() -> None:
    assert list(exactly(61.3, 0.1)) == pytest.approx([61.3, 61.25, 61.35])
    ours = Estimate(61.6, 61.4, 61.8)
    assert same(ours.less(exactly(61.3, 0.1)), margin=1.0) is DIFFERS
    assert same(ours.less(exactly(61.3, 1.0)), margin=1.0) is AGREES


def test_the_error_of_a_printed_mean_is_that_of_its_own_games() -> None:
    """Our second games may equal the first; the document's do not."""
    plies = np.random.default_rng(4).normal(44, 10, 4000)
    games, twins = np.ones(4000), np.repeat(plies, 2)
    alone = error_of_printed(plies, games, 1000)
    assert alone == pytest.approx(2.326 * 10 / 1000**0.5, rel=0.03)
    assert error_of_printed(twins, np.ones(8000), 1000) == pytest.approx(alone, rel=1e-3)
    bouts = plies / 4  # a ratio that does not vary has no error
    assert error_of_printed(plies, bouts, 1000) == pytest.approx(0, abs=1e-9)
    near = off_by(Estimate(44.0, 43.7, 44.3), 0.4, 44.0)
    assert list(near) == pytest.approx([0, -0.55 / 44, 0.55 / 44])  # 0.3 and 0.4 independent, and half a unit


def test_shares_of_all_games_and_of_the_decided_are_two_things() -> None:
    with_draws = planted("", 0.5, draws=0.2).outcomes
    assert won(with_draws).value == pytest.approx(0.5, abs=0.002)
    assert won_of_decided(with_draws).value == pytest.approx(0.625, abs=0.002)
    assert won_of_decided(np.zeros((2, 2), np.int8)) == (0.5, 0.0, 1.0)


def test_games_of_a_deal_that_are_alike_make_the_interval_wider() -> None:
    alike = won(HALF.outcomes)
    apart = won(np.random.default_rng(1).choice(np.array([-1, 1], np.int8), (1000, 2)))
    assert (alike.high - alike.low) / (apart.high - apart.low) == pytest.approx(2**0.5, rel=0.1)


def test_agents_of_one_figure_are_compared_deal_by_deal() -> None:
    paired, apart = gain(CLOSE.outcomes, HALF.outcomes), won(CLOSE.outcomes).less(won(HALF.outcomes))
    assert [paired.value, apart.value] == pytest.approx([0.02, 0.02])
    assert paired.low > 0 > apart.low
    assert list(gain_of_decided(CLOSE.outcomes, HALF.outcomes)) == pytest.approx(list(paired), abs=1e-3)
    none = gain(HALF.outcomes[:10], HALF.outcomes[:10])
    assert none.low < -0.05 < 0.05 < none.high  # ten deals without a difference show little


def test_two_searches_of_the_same_positions_are_compared_deal_by_deal() -> None:
    """Two searches share the variation from deal to deal, so they are compared deal by deal."""
    rng = np.random.default_rng(2)
    asked = rng.integers(200, 400, 20).astype(float)
    common = rng.uniform(0.01, 0.09, 20)
    found, fewer = asked * common, asked * (common - 0.005)
    apart = ratio(found, asked).less(ratio(fewer, asked))
    paired = difference_of_ratios(found, asked, fewer, asked)
    assert paired.value == pytest.approx(apart.value) == pytest.approx(0.005)
    assert apart.low < 0 < paired.low
    assert list(paired) == pytest.approx([0.005] * 3, abs=1e-6)


def test_the_mean_of_estimates_is_sharper() -> None:
    assert list(mean_of([Estimate(0.1, 0.0, 0.3), Estimate(0.3, 0.2, 0.5)])) == pytest.approx(
        (0.2, 0.2 - 0.02**0.5 / 2, 0.2 + 0.08**0.5 / 2)
    )


def test_answers_to_intervals() -> None:
    assert [more(Estimate(0, *ends)) for ends in ((1, 2), (-2, -1), (-1, 1))] == [AGREES, DIFFERS, UNTOLD]
    ends = (-0.04, 0.01), (-0.09, 0.01), (0.01, 0.02)
    assert [same(Estimate(0, *each)) for each in ends] == [AGREES, COMPATIBLE, DIFFERS]
    assert [no_more(Estimate(0, *each)) for each in ((-1, 0.04), (0.01, 0.04), (-1, 0.06))] == [AGREES, DIFFERS, UNTOLD]
    assert [within(Estimate(0, *each), 1, 2) for each in ((1, 2), (3, 4), (1, 3))] == [AGREES, DIFFERS, UNTOLD]
    several = [(AGREES, UNTOLD)] * 2, [(UNTOLD, UNTOLD), (AGREES, AGREES)], [(DIFFERS, UNTOLD)], [(DIFFERS, DIFFERS)]
    assert [all_of(each) for each in several] == [AGREES, UNTOLD, UNTOLD, DIFFERS]


def test_the_margin_is_as_large_in_odds_near_the_ends() -> None:
    """2.3 points are within 5, but 95.3 % for 97.6 % is twice the losses."""
    assert [margin_at(share) for share in (0.5, 0.3, 0.9, 0.97)] == pytest.approx([0.05, 0.042, 0.018, 0.00582])
    for place in (0.6, 0.9, 0.97):
        odds = (place + margin_at(place)) / (1 - place - margin_at(place)) / (place / (1 - place))
        assert odds == pytest.approx(0.55 / 0.45, rel=0.06)
    ours = share(953_000, 1_000_000)
    apart = ours.less(share(9_600, 10_000))
    assert same(apart, margin_at(ours.value)) is DIFFERS
    wide = ours.less(share(476, 500))
    assert same(wide) is AGREES
    assert same(wide, margin_at(ours.value)) is COMPATIBLE
