"""Claims about a document's curve: every point of it, and the whole."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardkit.lab.answers import CELL_RISK, same
from cardkit.lab.claims import by_label, shown_chance
from cardkit.lab.curve import Curve
from cardkit.lab.estimates import Estimate, error_of_printed, margin_at, mean
from cardkit.lab.sweep import Claim, Judge, Judged, Score


def claims_of(curve: Curve, axis: str) -> tuple[Claim, ...]:
    """Make the claims of the whole curve, then of its points: together one statement of the document."""
    total = sum(curve.won.values())
    whole = f"the whole curve: {total:,} of {len(curve.won) * curve.games:,} games are won"
    points = {
        label: f"{won:,} of {curve.games:,} games are won with {axis} {label}" for label, won in curve.won.items()
    }
    return (
        Claim(whole, whole_of(curve), curve.because, curve.name),
        *(Claim(text, point_of(curve, label), statement=curve.name) for label, text in points.items()),
    )


def on_curve(curve: Curve, judge: Judge) -> Judge:
    """Restrict a judge to the places that the document has played, where the sweep has more."""
    return lambda scores: judge(_points(curve, scores))


def point_of(curve: Curve, label: str) -> Judge:
    """Judge the claim that at a label our agent wins as many games."""

    def judge(scores: Sequence[Score]) -> Judged:
        ours = by_label(_points(curve, scores))[label].level
        apart = ours.less(curve.share(label))
        return Judged(same(apart, margin_at(ours.value)), f"{ours.value:.1%} here, {apart.points()}", CELL_RISK)

    return judge


def whole_of(curve: Curve) -> Judge:
    """Judge the claim that in the mean of all points our agents win as many games.

    The document's points share their deals, as ours do, and so their luck: the error of its mean is taken from our
    single games, each the mean of what all agents made of a deal. Differences of points may cancel in the mean; the
    p-value that is shown beside it, a chi-square test of all points together, sees them.
    """

    def judge(scores: Sequence[Score]) -> Judged:
        points = _points(curve, scores)
        won = np.array([score.outcomes == 1 for score in points], float)  # (points, deals, games)
        printed = np.array([curve.share(score.label).value for score in points])
        ours, theirs = mean(won.mean(axis=(0, 2))), float(printed.mean())
        single = won.mean(axis=0).ravel()
        error = error_of_printed(single, np.ones_like(single), curve.games)
        apart = ours.less(Estimate(theirs, theirs - error, theirs + error))
        off = won.mean(axis=(1, 2)) - printed
        shown = (
            f"{ours.value:.1%} here, {apart.points()}; by points {100 * off.min():+.1f} to {100 * off.max():+.1f}; "
            f"{shown_chance(_chance(off, won, curve.games))} if each was as here"
        )
        return Judged(same(apart, margin_at(ours.value)), shown, CELL_RISK)

    return judge


def _points(curve: Curve, scores: Sequence[Score]) -> list[Score]:
    return [score for score in scores if curve.shows(score.label, score.series)]


def _chance(off: np.ndarray, won: np.ndarray, games: int) -> float:
    """Compute the p-value of all points together."""
    from scipy.stats import chi2

    points, deals, _ = won.shape
    error = np.cov(won.mean(axis=2)) / deals + np.cov(won.reshape(points, -1)) / games
    return float(chi2.sf(off @ np.linalg.pinv(error) @ off, points))
