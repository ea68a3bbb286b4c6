"""Verdicts on planted data: every answer of every kind of statement."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from cardkit.arena.match_result import CONFIDENCE
from cardkit.lab.answers import Answer
from cardkit.lab.claims import (
    best,
    does_not_rise,
    in_series,
    longer_by_about,
    loses,
    matters,
    rises,
    same_games,
    saves_no_time,
    shown_chance,
    slower,
    slower_in,
    where_it_rises,
    wins_fewer_in,
    wins_more,
    wins_times,
    worst,
)
from cardkit.lab.finding import Verdict
from cardkit.lab.measures import points
from cardkit.lab.sweep import Judge, Score
from tests.support.planted_scores import CLOSE, HALF, HIGH, LOW, TIMES, flipped, planted

AGREES, COMPATIBLE, DIFFERS, UNTOLD = Answer.AGREES, Answer.COMPATIBLE, Answer.DIFFERS, Answer.UNTOLD
NOISE = np.tile([0.5, 1.6], 10)
LIKE_HIGH, FEW = replace(HIGH, label="like high"), planted("few", 0.52, games=60)
SLOW, QUICK = replace(HIGH, label="slow", times=3 * TIMES), replace(HIGH, label="quick")


def lines(on: Score, off: Score) -> list[Score]:
    """Return two lines with the label 1."""
    return [replace(on, label="1", series="on"), replace(off, label="1", series="off")]


@pytest.mark.parametrize(
    ("judge", "scores", "answer"),
    [
        (rises, (LOW, HALF, HIGH), AGREES),
        (rises, (HIGH, HALF, LOW), DIFFERS),
        (rises, (HIGH, LIKE_HIGH), UNTOLD),
        (does_not_rise, (HIGH, HALF, LOW), AGREES),
        (does_not_rise, (HIGH, LIKE_HIGH), AGREES),  # equal within 5 points, which 2,000 games show
        (does_not_rise, (LOW, HALF), DIFFERS),
        (does_not_rise, (replace(FEW, outcomes=FEW.outcomes[::-1]), FEW), UNTOLD),
        (wins_more("high", "half"), (HALF, HIGH), AGREES),
        (wins_more("half", "high"), (HALF, HIGH), DIFFERS),
        (wins_more("high", "like high"), (HIGH, LIKE_HIGH), UNTOLD),
        (wins_more("high", "half", "like high"), (HIGH, HALF, LIKE_HIGH), UNTOLD),
        (wins_more("close", "half"), (HALF, CLOSE), AGREES),  # 2 points: the two intervals overlap
        (best("high"), (LOW, HALF, HIGH), AGREES),
        (best("half"), (LOW, HALF, HIGH), DIFFERS),
        (best("high"), (LOW, HIGH, LIKE_HIGH), UNTOLD),
        (worst("low"), (LOW, HALF, HIGH), AGREES),
        (worst("half"), (LOW, HALF, HIGH), DIFFERS),
        (worst("high"), (HIGH, LIKE_HIGH), UNTOLD),
        (wins_times("high", "low", 2.0, math.inf, 10_000), (LOW, HIGH), AGREES),
        (wins_times("high", "low", 1.0, 2.0, 10_000), (LOW, HIGH), DIFFERS),
        (wins_times("high", "low", 1.0, 2.0, 100), (LOW, HIGH), UNTOLD),
        (wins_times("high", "low", 2.0, 2.3, 10_000), (LOW, HIGH), UNTOLD),
        (loses("low"), (LOW, HALF), AGREES),
        (loses("high"), (HIGH,), DIFFERS),
        (loses("half"), (HALF,), UNTOLD),
        (matters, (LOW, HALF, HIGH), AGREES),
        (matters, (HIGH, LIKE_HIGH, replace(HIGH, label="too")), DIFFERS),
        (matters, (HALF, CLOSE), DIFFERS),  # surely 2 points apart, which is no crucial role
        (matters, (FEW, replace(FEW, outcomes=np.roll(FEW.outcomes, 1, axis=0))), UNTOLD),
        (slower("slow", "quick"), (SLOW, QUICK), AGREES),
        (slower("quick", "slow"), (SLOW, QUICK), DIFFERS),
        (slower("slow", "quick", times=3.0), (SLOW, QUICK), UNTOLD),
        (slower("slow", "quick"), (replace(SLOW, times=NOISE), QUICK), UNTOLD),
        (slower_in("1", "off", "on", 2.0), lines(QUICK, SLOW), AGREES),
        (slower_in("1", "off", "on", 4.0), lines(QUICK, SLOW), DIFFERS),
        (
            longer_by_about("1", "off", "on", 3.1, 0.25),
            lines(QUICK, SLOW),
            AGREES,
        ),  # not the same, but surely within a quarter
        (longer_by_about("1", "off", "on", 4.5, 0.25), lines(QUICK, SLOW), DIFFERS),
        (longer_by_about("1", "off", "on", 3.0, 0.25), lines(QUICK, SLOW), AGREES),
        (longer_by_about("1", "on", "off", 1.0, 0.25), lines(QUICK, replace(HIGH, times=TIMES[::-1])), AGREES),
        (saves_no_time("1", "on", "off"), lines(SLOW, QUICK), AGREES),
        (saves_no_time("1", "on", "off"), lines(QUICK, SLOW), DIFFERS),
        (saves_no_time("1", "on", "off"), lines(QUICK, replace(HIGH, times=1.05 * TIMES)), AGREES),  # a twentieth
        (saves_no_time("1", "on", "off"), lines(replace(HIGH, times=NOISE), HIGH), UNTOLD),
        (same_games("on", "off"), lines(HIGH, LIKE_HIGH), AGREES),
        (same_games("on", "off"), lines(HIGH, HALF), DIFFERS),
        (same_games("on", "off"), lines(FEW, FEW), COMPATIBLE),  # 30 deals: one in ten might hold another game
        (wins_fewer_in("1", "on", "off"), lines(LOW, HALF), AGREES),
        (wins_fewer_in("1", "on", "off"), lines(HALF, LOW), DIFFERS),
        (wins_fewer_in("1", "on", "off"), lines(HIGH, LIKE_HIGH), UNTOLD),
        (
            in_series("a", rises),
            (replace(LOW, series="a"), replace(HIGH, series="b"), replace(HALF, series="a")),
            AGREES,
        ),
    ],
)
def test_statements_about_a_sweep(judge: Judge, scores: Sequence[Score], answer: Answer) -> None:
    judged = judge(scores)
    assert judged.answer is answer, judged.shown
    assert 0 <= judged.risk <= 1 - CONFIDENCE


def test_what_is_shown_says_why() -> None:
    assert wins_more("high", "half")([HALF, HIGH]).shown == "+19.9 points (+16.9 to +22.8)"
    assert best("high")([LOW, HIGH, LIKE_HIGH]).shown == "+0.0 points (-0.2 to +0.2) against like high"
    assert same_games("on", "off")(lines(HIGH, HIGH)).shown == (
        "0 of 2,000 games end otherwise, so in at most 0.4% of deals, having seen 1,000"
    )
    assert matters([HALF, CLOSE]).shown == (
        "the best, close, less the worst, half: +2.0 points (+1.0 to +3.0), tested together with all pairs; "
        "p = 6.3e-06 if all were equal"
    )
    assert rises([LOW, HALF, HIGH]).shown == (
        "+39.9 points (+36.3 to +43.5) on a straight line from the first to the last"
    )
    three = [HIGH, LIKE_HIGH, replace(HIGH, label="too")]
    assert best("high")(three).shown.endswith("against like high; nor told apart from too")


def test_no_chance_is_told_as_0() -> None:
    assert [shown_chance(chance) for chance in (0.0, 5e-324, 4.6e-7)] == ["p < 1e-300", "p < 1e-300", "p = 4.6e-07"]


def test_where_a_line_rises_is_told_by_parts() -> None:
    """A line through all depths may rise though it falls until the last two; its parts tell this."""
    shares = dict(zip("23456789", (0.5, 0.45, 0.4, 0.3, 0.3, 0.3, 0.8, 0.9), strict=True))
    scores = [planted(label, share) for label, share in shares.items()]
    assert rises(scores).answer is AGREES
    lines_told, steps = where_it_rises(scores)
    assert lines_told == (
        "straight lines, all tested together: to 9 they surely rise from 2, 3, 4, 5, 6, 7, 8; "
        "from 2 they surely rise to 8, 9, and fall to 3, 4, 5, 6, 7"
    )
    assert steps.startswith("wins grow by -5.0 points (")


def test_one_of_many_that_is_higher_needs_more_proof_than_one_alone() -> None:
    higher = flipped(HALF, "higher", 16)
    equals = [replace(HALF, label=f"equal {number}") for number in range(10)]
    assert best("half")([HALF, higher]).answer is DIFFERS
    assert best("half")([HALF, higher, *equals]).answer is UNTOLD


def test_a_verdict_gives_its_reason_if_it_differs() -> None:
    verdict = Verdict("x wins", AGREES, "51.0%", "because")
    assert str(verdict) == "agrees: x wins (51.0%)"
    assert str(replace(verdict, answer=DIFFERS)) == "differs: x wins (51.0%; because)"
    assert str(Verdict("x", UNTOLD)) == "cannot be told: x"


def test_points_are_compared_deal_by_deal_with_deals_of_any_number_of_games() -> None:
    """Points are compared in deals of four games; the margin is one of points, and a level is no share."""
    rng = np.random.default_rng(12)
    deals = rng.normal(60, 20, (500, 1))
    low, high = (
        Score(label, deals + rng.normal(more_points, 5, (500, 4)), measure=points(1.0))
        for label, more_points in (("low", 0.0), ("high", 2.0))
    )
    assert [each.level.value for each in (low, high)] == pytest.approx([60, 62], abs=2)
    assert low.level.high > high.level.low  # the intervals of the levels overlap
    assert wins_more("high", "low")([low, high]).answer is AGREES
    assert wins_more("high", "low")([low, high]).shown == "+1.9 (+1.5 to +2.3)"
    assert does_not_rise([high, low]).answer is AGREES
    assert matters([low, high]).answer is AGREES  # 2 points, and the margin is 1
    assert matters([low, replace(low, label="again")]).answer is DIFFERS
