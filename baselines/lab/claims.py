"""What can be claimed of the scores of a sweep: whether it holds, or None where that cannot be told."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from baselines.lab.sweep import Holds, Score


def by_label(scores: Sequence[Score]) -> dict[str, Score]:
    """Scores by their duels' labels."""
    return {score.label: score for score in scores}


def surely_more(score: Score, other: Score) -> bool | None:
    """Whether one wins more than another; None where their intervals meet."""
    if score.interval[0] > other.interval[1]:
        return True
    return False if score.interval[1] < other.interval[0] else None


def rises(scores: Sequence[Score]) -> bool | None:
    """The last wins more than the first."""
    return surely_more(scores[-1], scores[0])


def does_not_rise(scores: Sequence[Score]) -> bool | None:
    """The last does not win surely more than the first."""
    return surely_more(scores[-1], scores[0]) is not True


def wins_more(label: str, other: str) -> Holds:
    """One wins more than the other."""
    return lambda scores: surely_more(by_label(scores)[label], by_label(scores)[other])


def best(label: str) -> Holds:
    """None wins surely more than the one of the label."""
    return lambda scores: not any(surely_more(score, by_label(scores)[label]) for score in scores)


def worst(label: str) -> Holds:
    """None wins surely less than the one of the label."""
    return lambda scores: not any(surely_more(by_label(scores)[label], score) for score in scores)


def slower(label: str, other: str) -> Holds:
    """One takes more time a ply than the other."""
    return lambda scores: by_label(scores)[label].ms > by_label(scores)[other].ms


def in_series(name: str, holds: Holds) -> Holds:
    """What is claimed of one line of the picture alone."""
    return lambda scores: holds([score for score in scores if score.series == name])


def gains(scores: Sequence[Score]) -> tuple[str, ...]:
    """What each step wins more than the one before."""
    told = [
        f"{100 * (more.share - less.share):+.1f} points from {less.label} to {more.label}"
        for less, more in pairwise(scores)
    ]
    return (f"wins grow by {', '.join(told)}; the last two intervals {_meet(scores[-2], scores[-1])}",)


def _meet(score: Score, other: Score) -> str:
    return "overlap" if surely_more(score, other) is None else "lie apart"
