"""Verdicts on a document's curve, on planted data: its points, the whole, and how often they are wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from cardkit.lab.answers import Answer
from cardkit.lab.claims import best
from cardkit.lab.curve import Curve
from cardkit.lab.curve_claims import claims_of, on_curve
from cardkit.lab.finding import Verdict
from cardkit.lab.sweep import Score, draw
from tests.support.planted_scores import HALF, HIGH, LOW, planted

AGREES, COMPATIBLE, DIFFERS, UNTOLD = Answer.AGREES, Answer.COMPATIBLE, Answer.DIFFERS, Answer.UNTOLD
SCORES = [planted(str(place), 0.5, series="ours") for place in range(8)]


def judged(won: Mapping[str, int], games: int, scores: list[Score]) -> list[Verdict]:
    """Return the verdicts on the whole, then on the points."""
    return [claim.verdict(scores) for claim in claims_of(Curve("picture", games, won, "ours", "why"), "depth")]


def test_each_point_and_the_whole_are_held_against_both_errors() -> None:
    whole, near, far = judged({"1": 50_100, "4": 60_000}, 100_000, SCORES)
    assert [near.answer, far.answer, whole.answer] == [AGREES, DIFFERS, DIFFERS]
    assert str(near).startswith("agrees: 50,100 of 100,000 games are won with depth 1 (50.0% here, -0.1 points (-3.")
    assert str(far).startswith("differs: 60,000 of 100,000 games are won with depth 4 (50.0% here, -10.0 points (")
    assert str(whole).startswith(
        "differs: the whole curve: 110,100 of 200,000 games are won (50.0% here, -5.0 points ("
    )
    assert str(whole).endswith(" if each was as here; why)")
    assert {verdict.statement for verdict in (whole, near, far)} == {"picture"}
    few = judged({"1": 57, "4": 55}, 100, SCORES)
    assert [verdict.answer for verdict in few] == [COMPATIBLE] * 3


def test_points_that_are_all_a_little_higher_differ_together() -> None:
    rng = np.random.default_rng(4)
    scores = [Score(str(place), np.where(rng.random((500, 2)) < 0.5, 1, -1), series="ours") for place in range(8)]
    whole, *points = judged({str(place): 58 for place in range(8)}, 100, scores)
    assert {point.answer for point in points} == {COMPATIBLE}
    assert whole.answer is DIFFERS


def test_points_whose_differences_cancel_are_told_beside_the_mean() -> None:
    whole, *_ = judged(
        {"1": 5600, "4": 4400}, 10_000, [SCORES[1], replace(SCORES[4], outcomes=SCORES[4].outcomes[::-1])]
    )
    assert whole.answer is AGREES
    assert "by points -6.0 to +6.0; p = " in whole.shown
    assert float(whole.shown.split("p = ")[1].split()[0]) < 0.001


def test_only_places_of_the_picture_are_compared() -> None:
    curve = Curve("picture", 100, {"low": 30, "half": 50})
    assert best("half")([LOW, HALF, HIGH]).answer is DIFFERS
    assert on_curve(curve, best("half"))([LOW, HALF, HIGH]).answer is AGREES
    assert [curve.cell("low", ""), curve.cell("high", ""), curve.cell("low", "other")] == ["30 of 100", "", ""]


def test_a_picture_says_where_it_has_the_most_and_the_fewest() -> None:
    curve = Curve("picture", 1000, {"1": 400, "2": 300, "3": 300})
    assert curve.ends("depth") == (
        "the picture of the document has the most games won at depth 1, 400 of 1,000, and the fewest at 2 and 3, 300: "
        "1.33 times as many"
    )


def test_both_curves_are_drawn() -> None:
    figure = Figure()
    draw(figure, "depth", [LOW, HALF, HIGH], Curve("picture", 100, {"low": 40, "high": 60}))
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["here", "document"]
    games, times = figure.axes
    assert np.asarray(games.lines[-1].get_ydata()).tolist() == [40.0, 60.0]
    assert len(times.lines) == 1


def _games(rng: np.random.Generator, common: np.ndarray, share: float) -> np.ndarray:
    """Draw games of a setting: half of them end as those of all settings do on these deals."""
    own = np.where(rng.random(common.shape) < share, 1, -1)
    return np.where(rng.random(common.shape) < 0.5, common, own)


@pytest.mark.slow
@pytest.mark.parametrize(("share", "games"), [(0.95, 1000), (0.5, 1000), (0.7, 100)])
def test_how_often_a_true_curve_is_said_to_differ(share: float, games: int) -> None:
    """Settings share their deals and so their luck, in the document as here."""
    rng = np.random.default_rng(21)
    wrong, chances = [], []
    for _ in range(1000):
        ours, theirs = (np.where(rng.random(shape) < share, 1, -1) for shape in ((500, 2), (games,)))
        scores = [Score(str(place), _games(rng, ours, share), series="ours") for place in range(6)]
        won = {score.label: int(np.sum(_games(rng, theirs, share) == 1)) for score in scores}
        whole = claims_of(Curve("picture", games, won, "ours"), "depth")[0].verdict(scores)
        wrong.append(whole.answer is DIFFERS)
        chances.append(float(whole.shown.split("p = ")[1].split()[0]) < 0.02)
    assert 0.008 < np.mean(wrong) < 0.032
    assert 0.008 < np.mean(chances) < 0.05  # near 95 % a little more often than it says
