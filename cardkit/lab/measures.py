"""What a game counts for an agent: that it was won, or the points that it made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from cardkit.arena.match_result import CONFIDENCE, MatchResult
from cardkit.lab.estimates import Estimate, margin_at, mean, mean_of_differences, share_of_games


class Measure(Protocol):
    """What is counted of games. Arrays have the shape (deals, games)."""

    @property
    def name(self) -> str:
        """The column's heading."""
        ...

    @property
    def axis(self) -> str:
        """The label of the picture's axis."""
        ...

    @property
    def unit(self) -> float:
        """What a value is multiplied with on that axis."""
        ...

    def of(self, result: MatchResult) -> np.ndarray:
        """The number that each game of a match gave its first agent, array (games,)."""
        ...

    def by_deal(self, games: np.ndarray) -> np.ndarray:
        """The mean value of each deal's games, float array (deals,)."""
        ...

    def level(self, games: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """The mean value of the games."""
        ...

    def gain(self, mine: np.ndarray, other: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """The mean value less that of another agent's games, deal by deal."""
        ...

    def margin(self, level: float) -> float:
        """The difference about a level that counts as none."""
        ...

    def show(self, level: float) -> str:
        """A level in words."""
        ...

    @property
    def detail(self) -> str:
        """The heading of a further column, which tells more of the games."""
        ...

    def show_detail(self, games: np.ndarray) -> str:
        """Its text."""
        ...

    def show_gain(self, gain: Estimate) -> str:
        """A difference in words."""
        ...


class Won:
    """The share of all games that were won, by the outcomes 1, 0 and -1.

    A game is won if no other agent has a higher return and some have a lower one; drawn if all have the same.
    """

    name, axis, unit, detail = "won", "won of all games, %", 100.0, "draws"

    def of(self, result: MatchResult) -> np.ndarray:
        """Outcomes, int8."""
        returns = result.results["returns"]
        drawn = returns.max(axis=1) == returns.min(axis=1)
        return np.where(result.won[:, 0], 1, np.where(drawn, 0, -1)).astype(np.int8)

    def hits(self, games: np.ndarray) -> np.ndarray:
        """Whether each game counts, bool array."""
        return games == 1

    def by_deal(self, games: np.ndarray) -> np.ndarray:
        """The share of each deal's games that count."""
        return self.hits(games).mean(axis=1)

    def level(self, games: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """The share of games that count."""
        return share_of_games(self.hits(games), confidence)

    def gain(self, mine: np.ndarray, other: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """The difference of two shares."""
        return mean_of_differences(self.by_deal(mine) - self.by_deal(other), mine.shape[1], confidence)

    def margin(self, level: float) -> float:
        """As large in odds everywhere."""
        return margin_at(level)

    def show(self, level: float) -> str:
        """``51.8%``."""
        return f"{level:.1%}"

    def show_gain(self, gain: Estimate) -> str:
        """``+2.4 points (-0.3 to +5.1)``."""
        return gain.points()

    def show_detail(self, games: np.ndarray) -> str:
        """The number of games drawn."""
        return f"{np.sum(games == 0)}"


class NotLast(Won):
    """The share of games in which the agent was not the only loser; draws count."""

    name, axis = "not the fool", "not the fool, % of all games"

    def hits(self, games: np.ndarray) -> np.ndarray:
        """Whether each game was not lost."""
        return games >= 0


@dataclass(frozen=True)
class Points:
    """The mean points of a game.

    Attributes:
        limit: a difference that counts as none, in points.
    """

    limit: float
    name: str = "points"
    axis: str = "points a game"
    unit: float = 1.0
    detail: str = "98 % of games from, to"

    def of(self, result: MatchResult) -> np.ndarray:
        """Returns, float64."""
        return result.results["returns"][:, 0].astype(float)

    def by_deal(self, games: np.ndarray) -> np.ndarray:
        """The mean points of each deal's games."""
        return games.mean(axis=1)

    def level(self, games: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """The mean points."""
        return mean(self.by_deal(games), confidence)

    def gain(self, mine: np.ndarray, other: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """The difference of mean points."""
        return mean(self.by_deal(mine) - self.by_deal(other), confidence)

    def margin(self, level: float) -> float:
        """The limit, at every level."""
        return self.limit

    def show(self, level: float) -> str:
        """``51.8``."""
        return f"{level:.1f}"

    def show_gain(self, gain: Estimate) -> str:
        """``+2.4 (-0.3 to +5.1)``."""
        return gain.signed()

    def show_detail(self, games: np.ndarray) -> str:
        """Where the points of 98 % of games lie."""
        low, high = np.quantile(games, (0.01, 0.99))
        return f"{low:.0f} to {high:.0f}"


class Lead(Points):
    """The points of a game above the mean of the other agents."""

    def of(self, result: MatchResult) -> np.ndarray:
        """The first agent's returns less the others' mean, float64."""
        returns = result.results["returns"].astype(float)
        return returns[:, 0] - returns[:, 1:].mean(axis=1)


WON: Measure = Won()
NOT_LAST: Measure = NotLast()
