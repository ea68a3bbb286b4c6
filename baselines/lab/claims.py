"""Claims about the scores of a sweep, as functions that return whether they hold, or None if that is uncertain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from baselines.lab.sweep import Holds, Score


def by_label(scores: Sequence[Score]) -> dict[str, Score]:
    """Scores by the labels of their duels."""
    return {score.label: score for score in scores}


def significantly_more(score: Score, other: Score) -> bool | None:
    """Whether one score is higher than another; None if their intervals overlap."""
    if score.interval[0] > other.interval[1]:
        return True
    return False if score.interval[1] < other.interval[0] else None


def all_of(answers: Iterable[bool | None]) -> bool | None:
    """Whether all hold: False if one does not, otherwise None if one is uncertain."""
    known = list(answers)
    if False in known:
        return False
    return None if None in known else True


def rises(scores: Sequence[Score]) -> bool | None:
    """Whether the last score is higher than the first."""
    return significantly_more(scores[-1], scores[0])


def does_not_rise(scores: Sequence[Score]) -> bool | None:
    """Whether the last score is lower than the first."""
    return significantly_more(scores[0], scores[-1])


def wins_more(label: str, other: str) -> Holds:
    """One score is higher than another."""
    return lambda scores: significantly_more(by_label(scores)[label], by_label(scores)[other])


def best(label: str) -> Holds:
    """The labelled score is higher than every other."""
    return lambda scores: all_of(
        significantly_more(by_label(scores)[label], score) for score in scores if score.label != label
    )


def worst(label: str) -> Holds:
    """The labelled score is lower than every other."""
    return lambda scores: all_of(
        significantly_more(score, by_label(scores)[label]) for score in scores if score.label != label
    )


def lose(*labels: str) -> Holds:
    """The labelled scores are below one half."""
    return lambda scores: all_of(_significantly_below_half(by_label(scores)[label]) for label in labels)


def _significantly_below_half(score: Score) -> bool | None:
    low, high = score.interval
    if high < 0.5:
        return True
    return False if low > 0.5 else None


def slower(label: str, other: str) -> Holds:
    """One agent takes longer per ply than the other."""
    return lambda scores: by_label(scores)[label].ms > by_label(scores)[other].ms


def in_series(name: str, holds: Holds) -> Holds:
    """A claim about one line of the picture only."""
    return lambda scores: holds([score for score in scores if score.series == name])


def gains(scores: Sequence[Score]) -> tuple[str, ...]:
    """The gain of each step over the one before."""
    steps = [
        f"{100 * (more.share - less.share):+.1f} points from {less.label} to {more.label}"
        for less, more in pairwise(scores)
    ]
    return (f"wins grow by {', '.join(steps)}; the last two intervals {_meet(scores[-2], scores[-1])}",)


def _meet(score: Score, other: Score) -> str:
    return "overlap" if significantly_more(score, other) is None else "lie apart"
