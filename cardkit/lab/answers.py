"""Answers to statements: each direction needs proof, an interval of the difference that lies on one side."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from cardkit.arena.match_result import CONFIDENCE
from cardkit.lab.estimates import MARGIN, Estimate

CELL_RISK, SIDE_RISK = 1 - CONFIDENCE, (1 - CONFIDENCE) / 2
"""The rates at which an interval of a difference misses a true 0: on either side, and on one."""


class Answer(StrEnum):
    """The answer of our games to a statement."""

    AGREES = "agrees"
    COMPATIBLE = "compatible"
    DIFFERS = "differs"
    UNTOLD = "cannot be told"


def same(difference: Estimate, margin: float = MARGIN) -> Answer:
    """Judge whether two values are equal: they differ if 0 lies outside, and agree if all lies within the margin."""
    if difference.low > 0 or difference.high < 0:
        return Answer.DIFFERS
    return Answer.AGREES if -margin < difference.low and difference.high < margin else Answer.COMPATIBLE


def more(difference: Estimate) -> Answer:
    """Judge whether the difference is positive."""
    return Answer.AGREES if difference.low > 0 else Answer.DIFFERS if difference.high < 0 else Answer.UNTOLD


def no_more(difference: Estimate, margin: float = MARGIN) -> Answer:
    """Judge whether the difference is not positive.

    One below the margin counts as none, if it is not surely positive.
    """
    return Answer.DIFFERS if difference.low > 0 else Answer.AGREES if difference.high < margin else Answer.UNTOLD


def within(estimate: Estimate, least: float, most: float) -> Answer:
    """Judge whether a value lies in a range."""
    if estimate.high < least or estimate.low > most:
        return Answer.DIFFERS
    return Answer.AGREES if least <= estimate.low and estimate.high <= most else Answer.UNTOLD


def shared_among(number: int) -> float:
    """Return the confidence of each of several intervals that together miss no more often than one (Bonferroni)."""
    return 1 - (1 - CONFIDENCE) / max(number, 1)


def all_of(answers: Sequence[tuple[Answer, Answer]]) -> Answer:
    """Judge whether several statements hold together.

    Each is answered by its own interval, and by the one `shared_among` all.

    All must be shown, which needs no correction (an intersection-union test, R. L. Berger, Technometrics 24, 1982). One
    that differs is enough: that asks for a difference among several, so there the wider intervals count.
    """
    if all(alone is Answer.AGREES for alone, _ in answers):
        return Answer.AGREES
    return Answer.DIFFERS if any(shared is Answer.DIFFERS for _, shared in answers) else Answer.UNTOLD


def all_more(differences: Sequence[tuple[Estimate, Estimate]]) -> Answer:
    """Judge whether all differences are positive: each with its interval, and with the one `shared_among` them all."""
    return all_of([(more(alone), more(shared)) for alone, shared in differences])
