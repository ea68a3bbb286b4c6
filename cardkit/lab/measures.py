"""Measures of an agent's game: a win, or points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from cardkit.arena.match_result import CONFIDENCE, MatchResult
from cardkit.lab.estimates import Estimate, margin_at, mean, mean_of_differences, share_of_games


@dataclass(frozen=True)
class Measure:
    """A quantity that is measured in games. Arrays have the shape (deals, games).

    Attributes:
        name: the heading of its column.
        axis: the label of the picture's axis.
        unit: the factor by which that axis scales values.
        detail: the heading of a further column, which tells more of the games.
        of: the number that each game of a match gave its first agent, array (games,).
        margin: the difference about a level that counts as none.
        show: puts a level in words.
        show_gain: puts a difference in words.
        show_detail: the text of the further column, from the games.
        hits: whether each game counts, bool array, if shares of games are measured; else None.
    """

    name: str
    axis: str
    unit: float
    detail: str
    of: Callable[[MatchResult], np.ndarray]
    margin: Callable[[float], float]
    show: Callable[[float], str]
    show_gain: Callable[[Estimate], str]
    show_detail: Callable[[np.ndarray], str]
    hits: Callable[[np.ndarray], np.ndarray] | None = None

    def by_deal(self, games: np.ndarray) -> np.ndarray:
        """Compute the mean value of each deal's games, or the share of those that count: float array (deals,)."""
        return (games if self.hits is None else self.hits(games)).mean(axis=1)

    def level(self, games: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """Estimate the mean value of the games, or the share of those that count."""
        if self.hits is None:
            return mean(self.by_deal(games), confidence)
        return share_of_games(self.hits(games), confidence)

    def gain(self, mine: np.ndarray, other: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """Estimate the level less that of another agent's games, deal by deal."""
        gains = self.by_deal(mine) - self.by_deal(other)
        return mean(gains, confidence) if self.hits is None else mean_of_differences(gains, mine.shape[1], confidence)


def outcomes_of(result: MatchResult) -> np.ndarray:
    """Return 1 for each game that the first agent won, 0 for one that nobody won, else -1; int8 array."""
    won = result.won
    return np.where(won[:, 0], 1, np.where(won.any(axis=1), -1, 0)).astype(np.int8)


WON = Measure(
    *("won", "won of all games, %", 100.0, "draws", outcomes_of, margin_at, "{:.1%}".format, Estimate.points),
    show_detail=lambda games: f"{np.sum(games == 0)}",
    hits=lambda games: games == 1,
)
"""The share of all games that were won: no other agent has a higher return, and some have a lower one."""
NOT_LAST = replace(WON, name="not the fool", axis="not the fool, % of all games", hits=lambda games: games >= 0)
"""The share of games in which the agent was not the only loser; draws count."""


def points(limit: float) -> Measure:
    """Make the measure of the mean points of a game, where a difference below ``limit`` counts as none."""
    return Measure(
        *("points", "points a game", 1.0, "98 % of games from, to"),
        of=lambda result: result.results["returns"][:, 0].astype(float),
        margin=lambda level: limit,
        show="{:.1f}".format,
        show_gain=Estimate.signed,
        show_detail=lambda games: "{:.0f} to {:.0f}".format(*np.quantile(games, (0.01, 0.99))),
    )
