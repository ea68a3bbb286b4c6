"""The thesis' rule for the length of matches: play on until one agent is clearly stronger."""

from __future__ import annotations

import numpy as np

from cardkit.arena.match_result import outcomes
from cardkit.arena.schedule import Growth
from cardkit.game import Game
from cardkit.statistics.intervals import wilson

THESIS_STEP, THESIS_MOST, THESIS_CONFIDENCE = 500, 10_000, 0.98


def growth_in(game: Game) -> Growth:
    """Return `thesis_growth` for a game of two seats.

    Raises:
        ValueError: the game has more.
    """
    if game.seats > 2:
        raise ValueError(f"thesis compares two agents in games of two seats; {game} has {game.seats}")
    return thesis_growth


def thesis_growth(results: np.ndarray) -> int:
    """Grow by 500 while undecided, up to 10,000 in all (A. Zarlykov, bachelor thesis, 2023, section 3.2.3)."""
    return min(THESIS_STEP, THESIS_MOST - len(results)) if len(results) < THESIS_MOST and undecided(results) else 0


def undecided(results: np.ndarray) -> bool:
    """Return whether the 98 % Wilson interval of the share of decided games won contains one half."""
    wins, losses = (int(np.sum(outcomes(results) == outcome)) for outcome in (1, -1))
    low, high = wilson(wins, wins + losses, THESIS_CONFIDENCE)
    return low <= 0.5 <= high
