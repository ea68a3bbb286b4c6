"""Section 5.1's bounds, and the schedule implied by the printed figures: arithmetic, without a game."""

from __future__ import annotations

from baselines.oh_hell.lab.matches import BONUS, FALLING, LEVEL, ROUNDS, SCHEDULES, SEATS
from cardkit.lab.answers import Answer
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale

_HALF = 0.5  # of the unit to which points and rounds made are rounded


def tricks(schedule: str) -> int:
    """Count all tricks of a game."""
    return sum(SCHEDULES[schedule].rules.schedule)


class Bounds:
    """Section 5.1: the greatest score, and the score of four perfect players."""

    name = "section-5.1"
    title = "Bounds of the score"

    def run(self, scale: Scale) -> Finding:
        """Add them up."""
        bonuses = BONUS * ROUNDS
        rows = tuple(
            (
                schedule,
                str(tricks(schedule) + bonuses),
                f"{tricks(schedule) / SEATS + bonuses:g}",
                f"{tricks(schedule) / SEATS + bonuses * (SEATS - 1) / SEATS:g}",
            )
            for schedule in SCHEDULES
        )
        greatest, ideal = tricks(FALLING) + bonuses, tricks(FALLING) / SEATS + bonuses
        return Finding(
            "Each trick is a point, each of 13 rounds that is made 10",
            0,
            ("rounds", "greatest score", "mean if all four make all rounds", "mean if three of four do"),
            rows,
            (
                _exact("the greatest score is 221", greatest == 221, f"{FALLING}: {greatest}"),
                _exact("four perfect players have about 153 points", round(ideal) == 153, f"{FALLING}: {ideal:g}"),
                Verdict(
                    "four perfect players make every bid",
                    Answer.DIFFERS,
                    "at most three of four can make a round",
                    "the dealer may not let the bids sum to the tricks, so somebody misses in every round",
                ),
            ),
            notes=("with that restriction no table of four can have a higher mean than the last column",),
        )


def _exact(claim: str, holds: bool, shown: str) -> Verdict:
    return Verdict(claim, Answer.AGREES if holds else Answer.DIFFERS, shown)


class Schedule:
    """The schedule that fits the printed means of tables of equals.

    At such a table the four scores of a game sum to its tricks and the bonuses, whatever the agents do. So the mean
    score follows from the mean number of rounds made.
    """

    name = "schedule"
    title = "Which schedule was played"

    def run(self, scale: Scale) -> Finding:
        """Solve for the rounds made."""
        pairs = (("4 random (5.4, 5.5)", 52, 1), ("4 informed (5.7, 5.8)", 92, 5))
        rows, fits = [], dict.fromkeys(SCHEDULES, True)
        for table, score, made in pairs:
            for schedule in SCHEDULES:
                needed = (score - tricks(schedule) / SEATS) / BONUS
                apart = abs(needed - made)
                fits[schedule] &= apart <= _HALF + _HALF / BONUS
                rows.append((table, schedule, str(score), str(made), f"{needed:.2f}"))
        return Finding(
            "At a table of equals a mean score is a quarter of the tricks and 10 points for each round made",
            0,
            ("table", "rounds", "points printed", "rounds made, printed", "rounds made that the points need"),
            tuple(rows),
            (
                _exact(f"the games were of {FALLING} cards, as told", fits[FALLING], "52 and 92 need 2.9 and 6.9"),
                _exact(f"the games were of {LEVEL} cards", fits[LEVEL], "52 and 92 need 0.98 and 4.98: 1 and 5"),
            ),
            answers=(
                "the printed means of agents almost certainly come from 13 rounds of 13 cards, whatever the agents did",
                "figures 5.14 and 5.15 are named 'decreasing hand size' and fit 13 to 1 (see figures-5.14-5.17), so "
                "they must not be compared with the means of agents, as the dissertation does",
            ),
        )
