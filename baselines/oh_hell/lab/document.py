"""The dissertation on Oh Hell! and its experiments."""

from __future__ import annotations

from baselines.oh_hell.lab.grid import Grid
from baselines.oh_hell.lab.matches import FALLING, LEVEL
from baselines.oh_hell.lab.people import People
from baselines.oh_hell.lab.schedule import Bounds, Schedule
from baselines.oh_hell.lab.spread import Spread
from baselines.oh_hell.lab.tables import TABLES
from cardkit.lab.document import Document

ABOUT = """## The dissertation, reproduced

Experiments of W. Sarsfield's dissertation *Game Playing: Board or Card Games "Oh Hell!"* (Manchester, 2024). Each is
played over 13, 12, ..., 1 cards, as the dissertation tells, and over 13 rounds of 13 cards, which its figures fit.
Each deal is played in all four rotations of the seats. Intervals are of 98 %, and allow for the games of a deal to
depend on each other. Where a mean is printed, its error is taken from the spread of our games and the number of the
dissertation's, and its rounding is added. The margin of a mean is 2 points (3 for people) or one round made: within it
two means agree, but a smaller difference from a printed one that is shown still differs. Statements that "in some of
300 games" something happens are judged by how likely it is in so many games: they agree from 50 % on, and differ below
2 %. A statement about tables of agents is judged over both schedules, though a game of the dissertation's can have had
only one: so it has two verdicts, and need not hold in both."""

DISSERTATION = Document(
    "dissertation",
    "oh-hell reproduce",
    "docs/results/oh_hell.md",
    ABOUT,
    (
        Bounds(),
        Schedule(),
        Spread(),
        *TABLES,
        People(),
        Grid("agents-13-to-1", FALLING),
        Grid("agents-13-x-13", LEVEL),
    ),
    single="arithmetic, without an error",
)
