"""What can be claimed of the scores of a sweep: whether it holds, or None where that cannot be told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def all_of(answers: Iterable[bool | None]) -> bool | None:
    """Whether all hold: one that does not decides it, else one that cannot be told leaves it open."""
    told = list(answers)
    if False in told:
        return False
    return None if None in told else True


def rises(scores: Sequence[Score]) -> bool | None:
    """The last wins more than the first."""
    return surely_more(scores[-1], scores[0])


def does_not_rise(scores: Sequence[Score]) -> bool | None:
    """The last wins less than the first."""
    return surely_more(scores[0], scores[-1])


def wins_more(label: str, other: str) -> Holds:
    """One wins more than the other."""
    return lambda scores: surely_more(by_label(scores)[label], by_label(scores)[other])


def best(label: str) -> Holds:
    """The one of the label wins more than every other."""
    return lambda scores: all_of(
        surely_more(by_label(scores)[label], score) for score in scores if score.label != label
    )


def worst(label: str) -> Holds:
    """The one of the label wins less than every other."""
    return lambda scores: all_of(
        surely_more(score, by_label(scores)[label]) for score in scores if score.label != label
    )


def lose(*labels: str) -> Holds:
    """Those of the labels win fewer than half of their games."""
    return lambda scores: all_of(_surely_below_half(by_label(scores)[label]) for label in labels)


def _surely_below_half(score: Score) -> bool | None:
    low, high = score.interval
    if high < 0.5:
        return True
    return False if low > 0.5 else None


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
