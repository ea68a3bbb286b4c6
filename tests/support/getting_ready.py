"""Replacements of `cardtable.questions.check`: workers that are slow to get an agent ready, or end over it."""

from __future__ import annotations

import os
import time

from cardkit.game import Game
from cardtable.questions import check

SECONDS = 2.0
FOR_AGES = 300.0


def slowly(spec: str, game: Game) -> str | None:
    """Check an agent after a while."""
    time.sleep(SECONDS)
    return check(spec, game)


def for_ages(spec: str, game: Game) -> str | None:
    """Check an agent after longer than anybody waits."""
    time.sleep(FOR_AGES)
    return check(spec, game)


def never(spec: str, game: Game) -> str | None:
    """End the process."""
    os._exit(1)
