"""Measures of an agent's game: a win, or points."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cardkit.arena.match_result import CONFIDENCE, MatchResult
from cardkit.lab.estimates import Estimate, margin_at, mean, mean_of_differences, share_of_games


class Measure(ABC):
    """A quantity that is measured in games. Arrays have the shape (deals, games).

    Attributes:
        name: the heading of its column.
        axis: the label of the picture's axis.
        unit: the factor by which that axis scales values.
        detail: the heading of a further column, which tells more of the games.
    """

    name: ClassVar[str]
    axis: ClassVar[str]
    unit: ClassVar[float]
    detail: ClassVar[str]

    @abstractmethod
    def of(self, result: MatchResult) -> np.ndarray:
        """Return the number that each game of a match gave its first agent, array (games,)."""

    def by_deal(self, games: np.ndarray) -> np.ndarray:
        """Compute the mean value of each deal's games, float array (deals,)."""
        return games.mean(axis=1)

    def level(self, games: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """Estimate the mean value of the games."""
        return mean(self.by_deal(games), confidence)

    def gain(self, mine: np.ndarray, other: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """Estimate the mean value less that of another agent's games, deal by deal."""
        return mean(self.by_deal(mine) - self.by_deal(other), confidence)

    @abstractmethod
    def margin(self, level: float) -> float:
        """Return the difference about a level that counts as none."""

    @abstractmethod
    def show(self, level: float) -> str:
        """Put a level in words."""

    @abstractmethod
    def show_detail(self, games: np.ndarray) -> str:
        """Return the text of the further column."""

    @abstractmethod
    def show_gain(self, gain: Estimate) -> str:
        """Put a difference in words."""


class Won(Measure):
    """The share of all games that were won, by the outcomes 1, 0 and -1.

    A game is won if no other agent has a higher return and some have a lower one; drawn if all have the same.
    """

    name, axis, unit, detail = "won", "won of all games, %", 100.0, "draws"

    def of(self, result: MatchResult) -> np.ndarray:
        """Return the outcomes, int8."""
        returns = result.results["returns"]
        drawn = returns.max(axis=1) == returns.min(axis=1)
        return np.where(result.won[:, 0], 1, np.where(drawn, 0, -1)).astype(np.int8)

    def hits(self, games: np.ndarray) -> np.ndarray:
        """Return whether each game counts, bool array."""
        return games == 1

    def by_deal(self, games: np.ndarray) -> np.ndarray:
        """Compute the share of each deal's games that count."""
        return self.hits(games).mean(axis=1)

    def level(self, games: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """Estimate the share of games that count."""
        return share_of_games(self.hits(games), confidence)

    def gain(self, mine: np.ndarray, other: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """Estimate the difference of two shares."""
        return mean_of_differences(self.by_deal(mine) - self.by_deal(other), mine.shape[1], confidence)

    def margin(self, level: float) -> float:
        """Return the margin at a level, as large in odds everywhere."""
        return margin_at(level)

    def show(self, level: float) -> str:
        """Write a share: ``51.8%``."""
        return f"{level:.1%}"

    def show_gain(self, gain: Estimate) -> str:
        """Write a gain: ``+2.4 points (-0.3 to +5.1)``."""
        return gain.points()

    def show_detail(self, games: np.ndarray) -> str:
        """Return the number of games drawn."""
        return f"{np.sum(games == 0)}"


class NotLast(Won):
    """The share of games in which the agent was not the only loser; draws count."""

    name, axis = "not the fool", "not the fool, % of all games"

    def hits(self, games: np.ndarray) -> np.ndarray:
        """Return whether each game was not lost."""
        return games >= 0


@dataclass(frozen=True)
class Points(Measure):
    """The mean points of a game.

    Attributes:
        limit: a difference that counts as none, in points.
    """

    limit: float
    name, axis, unit, detail = "points", "points a game", 1.0, "98 % of games from, to"

    def of(self, result: MatchResult) -> np.ndarray:
        """Return the points, float64."""
        return result.results["returns"][:, 0].astype(float)

    def margin(self, level: float) -> float:
        """Return the limit, at every level."""
        return self.limit

    def show(self, level: float) -> str:
        """Write points: ``51.8``."""
        return f"{level:.1f}"

    def show_gain(self, gain: Estimate) -> str:
        """Write a gain: ``+2.4 (-0.3 to +5.1)``."""
        return gain.signed()

    def show_detail(self, games: np.ndarray) -> str:
        """Write the range of points that holds 98 % of games."""
        low, high = np.quantile(games, (0.01, 0.99))
        return f"{low:.0f} to {high:.0f}"


WON: Measure = Won()
NOT_LAST: Measure = NotLast()
