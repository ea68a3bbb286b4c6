"""The package's puzzles for the table."""

from __future__ import annotations

import json

from baselines.durak.puzzles.puzzle import LEVELS, lines_of
from cardtable.view import Puzzle


def puzzles() -> list[Puzzle]:
    """Read the puzzles; none of their games is replayed before it is asked for."""
    told = map(json.loads, lines_of())
    return [Puzzle(one["record"], one["values"], LEVELS.index(one["level"]), one["grade"]) for one in told]
