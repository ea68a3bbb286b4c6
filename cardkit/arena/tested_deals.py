"""What the deals of a match are worth in a sequential test."""

from __future__ import annotations

import numpy as np

from cardkit.arena.match_result import MatchResult, half_points, times_last
from cardkit.game import Game
from cardkit.statistics.sprt import DealTest, Sprt


def steps_of(sprt: DealTest, game: Game) -> int:
    """How many different worths a deal can have.

    Raises:
        ValueError: the test is not for games of so many seats.
    """
    if isinstance(sprt, Sprt) and game.seats != 2:
        raise ValueError(
            f"sprt compares two agents in a game of two seats; {game} has {game.seats}: test how often the first agent "
            "ends last, with LastRateSprt"
        )
    return 2 * game.seats + 1 if isinstance(sprt, Sprt) else game.seats + 1


def worth_of_deals(sprt: DealTest, results: np.ndarray) -> np.ndarray:
    """The worth of each whole deal in steps: the first agent's half points, or the times that it ends last.

    Args:
        sprt: the test.
        results: rows that begin with the first game of a deal.
    """
    return half_points(results) if isinstance(sprt, Sprt) else times_last(results)


def counts_of_deals(sprt: DealTest, result: MatchResult) -> np.ndarray:
    """How many whole deals of a match have each worth, int array (steps,)."""
    return np.bincount(worth_of_deals(sprt, result.results), minlength=steps_of(sprt, result.game))
