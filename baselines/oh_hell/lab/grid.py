"""All agents side by side: each alone against three of each other kind."""

from __future__ import annotations

from dataclasses import dataclass

from baselines.oh_hell.lab.matches import LONE, SEARCHES, games_of, play
from cardkit.lab.answers import SIDE_RISK, more
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale

RULES = ("random", "informed:version=1", "informed:version=2", "informed:version=3")
TUNED = ("informed:weights=13x13", "informed:weights=13-to-1")
OPPONENTS = RULES
SEARCHED = ("random", "informed:version=2")
"""The opponents of agents that search."""


@dataclass(frozen=True)
class Grid:
    """One agent alone against three of another, over one schedule.

    Attributes:
        name: of the experiment.
        schedule: a key of `baselines.oh_hell.lab.matches.SCHEDULES`.
    """

    name: str
    schedule: str

    @property
    def title(self) -> str:
        """The title, with the schedule."""
        return f"One agent alone against three, {self.schedule}"

    def run(self, scale: Scale) -> Finding:
        """Play all pairs."""
        played, rows = 0, []
        for first in (*RULES, *TUNED, *SEARCHES):
            cells = []
            for other in OPPONENTS:
                if first in SEARCHES and other not in SEARCHED:
                    cells.append("")
                    continue
                table = play(scale, self.schedule, first, other)
                played += games_of(scale, first, other)
                cells.append(table.cell(LONE))
            rows.append((first, *cells))
        upgrade = play(scale, self.schedule, "informed:version=3", "informed:version=2").lead()
        return Finding(
            "Points a game of the agent of the row, half the 98 % interval, and in brackets the rounds that it makes",
            played,
            ("alone", *(f"v {other}" for other in OPPONENTS)),
            tuple(rows),
            (
                Verdict(
                    "version 3 of the informed agent is an upgrade of version 2",
                    more(upgrade),
                    f"alone against three of version 2 it leads by {upgrade.signed()}",
                    "as our default reads it; the thresholds are not printed, and over 13 x 13 one of 0.41 with "
                    "trump=safe leads by 2.5",
                    risk=SIDE_RISK,
                    statement="version 3 is an upgrade",
                ),
            ),
            answers=tuple(
                f"{tuned} leads three of informed:version=2 by "
                f"{play(scale, self.schedule, tuned, 'informed:version=2').lead().signed()}"
                for tuned in TUNED
            ),
            notes=("compare a row's cells with the same opponents: a table of good bidders pays less to each",),
        )
