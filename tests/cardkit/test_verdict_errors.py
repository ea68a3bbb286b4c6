"""The rate of wrong verdicts, counted over planted data."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.arena.match_result import CONFIDENCE
from cardkit.lab.answers import Answer, same
from cardkit.lab.claims import (
    best,
    matters,
    rises,
    slower,
    where_it_rises,
)
from cardkit.lab.estimates import (
    MARGIN,
    by_deal,
    difference_of_ratios,
    error_of_printed,
    gain,
    in_deals,
    less_printed,
    mean,
    mean_of_differences,
    off_by,
    ratio,
    won,
)
from cardkit.lab.sweep import Score
from cardkit.statistics.intervals import wilson
from tests.support.planted_scores import HALF

AGREES, COMPATIBLE, DIFFERS, UNTOLD = Answer.AGREES, Answer.COMPATIBLE, Answer.DIFFERS, Answer.UNTOLD
EVEN_TIMES = np.ones(20)
RUNS = 1200  # a share of 2 % then errs by 0.4 points


def errors(found: list[Answer]) -> float:
    return found.count(DIFFERS) / len(found)


def _deals(rng: np.random.Generator, p: float, games: int, alike: float) -> np.ndarray:
    """Draw games won with this probability; in a part of the deals, both games end alike."""
    each = np.where(rng.random((games // 2, 2)) < p, 1, -1)
    each[:, 1] = np.where(rng.random(games // 2) < alike, each[:, 0], each[:, 1])
    return each.astype(np.int8)


@pytest.mark.slow
@pytest.mark.parametrize("p", [0.5, 0.75, 0.97])
@pytest.mark.parametrize("alike", [0.0, 0.3, 1.0], ids=["independent", "alike", "equal"])
def test_how_often_equal_figures_are_said_to_differ(p: float, alike: float) -> None:
    """True figures are said to differ in 2 % of cases, and so many statements of more or less are wrong."""
    rng = np.random.default_rng(18)
    cells, paired = [], []
    for _ in range(RUNS):
        ours = _deals(rng, p, 1000, alike)
        wins = rng.binomial(500, p)
        interval = [round(end, 3) for end in wilson(wins, 500, CONFIDENCE)]  # as it is printed
        cells.append(same(less_printed(won(ours), *interval)))
        common = rng.random(500) < 0.4  # deals that both agents win or lose
        other = np.where(common[:, None], ours, _deals(rng, p, 1000, alike))
        paired.append(same(gain(ours, other)))
    assert 0.008 < errors(cells) < 0.030
    assert 0.008 < errors(paired) < 0.030


@pytest.mark.slow
def test_how_often_one_of_equals_is_called_the_best_or_not_the_best() -> None:
    """One of eight equals is called the best in 1 % of cases at most, and refused so as seldom."""
    rng = np.random.default_rng(5)
    found = []
    for _ in range(1000):
        scores = [Score(str(number), _deals(rng, 0.69, 1000, 0.1), EVEN_TIMES) for number in range(8)]
        found.append(best("3")(scores).answer)
    assert found.count(AGREES) / len(found) < 0.01
    assert errors(found) < 0.02
    assert found.count(UNTOLD) / len(found) > 0.97


@pytest.mark.slow
def test_how_often_a_trend_and_a_time_are_wrong() -> None:
    rng = np.random.default_rng(7)
    trends, times = [], []
    for _ in range(2000):
        scores = [Score(str(number), _deals(rng, 0.69, 1000, 0.1), EVEN_TIMES) for number in range(6)]
        trends.append(rises(scores).answer)
        one, two = np.exp(rng.normal(0, 0.5, 20) + rng.normal(0, 0.2, (2, 20)))  # some positions take longer for all
        times.append(slower("1", "2")([Score("1", HALF.outcomes, one), Score("2", HALF.outcomes, two)]).answer)
    for found in (trends, times):
        assert 0.008 < 1 - found.count(UNTOLD) / len(found) < 0.030  # 1 % on either side


def test_how_often_one_of_several_lines_is_said_to_rise_or_fall_surely() -> None:
    """Lines through equals rise or fall surely in 2 of 100 pictures at most, though each alone would in 2 of them."""
    rng = np.random.default_rng(11)
    wrong = 0
    for _ in range(150):
        scores = [Score(str(number), _deals(rng, 0.69, 1000, 0.1), EVEN_TIMES) for number in range(8)]
        wrong += where_it_rises(scores)[0].count("none") < 3
    assert wrong / 150 < 0.05


@pytest.mark.slow
def test_how_often_few_differing_deals_mislead() -> None:
    """Two agents that differ in 1 of 100 deals do so either way equally often."""
    rng = np.random.default_rng(3)
    padded, plain = [], []
    for _ in range(RUNS):
        values = rng.choice([0.0, 0.5, -0.5], 500, p=[0.99, 0.005, 0.005])
        padded.append(same(mean_of_differences(values, 2)))
        plain.append(same(mean(values)))
    assert errors(padded) < 0.025
    assert errors(padded) <= errors(plain)


@pytest.mark.slow
def test_how_often_a_role_is_seen_where_there_is_none_or_denied_where_there_is_one() -> None:
    rng = np.random.default_rng(8)
    equals, apart, at_the_margin = [], [], []
    for _ in range(300):
        scores = [Score(str(number), _deals(rng, 0.69, 1000, 0.1), EVEN_TIMES) for number in range(6)]
        higher = [Score(f"+{number}", _deals(rng, 0.69 + MARGIN, 1000, 0.1), EVEN_TIMES) for number in range(6)]
        at_the_margin.append(matters([*scores, *higher]).answer)
        equals.append(matters(scores).answer)
        apart.append(matters([*scores[:5], Score("6", _deals(rng, 0.74, 4000, 0.1)[:500], EVEN_TIMES)]).answer)
    assert equals.count(AGREES) == 0
    assert errors(apart) < 0.02  # 5 points apart: it may not be denied
    assert at_the_margin.count(AGREES) / 300 < 0.03  # 36 pairs are 5 points apart, none more


@pytest.mark.slow
def test_how_often_equal_means_are_said_to_differ() -> None:
    """The thesis' means come from independent games, rounded to a tenth, and ours from mirrored twins."""
    rng = np.random.default_rng(9)
    twins, ratios = [], []
    for _ in range(RUNS):
        plies = np.repeat(rng.normal(44, 15, 1000), 2)
        thesis = round(rng.normal(44, 15, 1000).mean(), 1)
        ours = ratio(by_deal(in_deals(plies, 2)), np.full(1000, 2.0))
        twins.append(same(off_by(ours, error_of_printed(plies, np.ones(2000), 1000), thesis)))
        sizes = rng.integers(5, 15, (2, 20)).astype(float)
        counts = rng.binomial(sizes.astype(int), np.tile(rng.uniform(0.2, 0.8, 20), (2, 1)))
        ratios.append(same(difference_of_ratios(counts[0], sizes[0], counts[1], sizes[1])))
    assert 0.008 < errors(twins) < 0.030
    assert 0.008 < errors(ratios) < 0.035
