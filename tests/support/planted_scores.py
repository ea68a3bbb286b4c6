"""Scores of planted shares of wins, for the judges of the lab."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cardkit.lab.estimates import (
    by_deal,
)
from cardkit.lab.sweep import Score

TIMES = 1 + 0.1 * np.sin(np.arange(20))


def planted(label: str, share: float, games: int = 2000, series: str = "", draws: float = 0.0) -> Score:
    """Return a score of this share of wins, spread over the deals; the games of a deal are alike."""
    deals = games // 2
    places = (np.arange(deals) * 0.6180339887) % 1  # evenly spread
    outcomes = np.where(places < share, 1, np.where(places < 1 - draws, -1, 0))
    return Score(label, np.repeat(outcomes, 2).astype(np.int8).reshape(-1, 2), TIMES, series)


def flipped(score: Score, label: str, games: int) -> Score:
    """Turn so many lost deals of a score into won ones: a difference that only a paired test finds."""
    outcomes = score.outcomes.copy()
    outcomes[np.flatnonzero(by_deal(outcomes) == -2)[: games // 2]] = 1
    return replace(score, label=label, outcomes=outcomes)


LOW, HALF, HIGH = planted("low", 0.3), planted("half", 0.5), planted("high", 0.7)
CLOSE = flipped(HALF, "close", 40)
