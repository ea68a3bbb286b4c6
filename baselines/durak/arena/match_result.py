"""The result of a match of Durak."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from cardkit.arena import match_result
from cardkit.arena.match_result import CONFIDENCE, outcomes
from cardkit.statistics.intervals import Interval, wilson
from durak_env.durak import Durak
from durak_env.rules import Rules


@dataclass(frozen=True, eq=False, repr=False)
class MatchResult(match_result.MatchResult):
    """The result of a match between agents a and b. Unless stated, figures are those of a.

    `cardkit.arena.match_result.MatchResult` describes its attributes.
    """

    game: Durak

    @classmethod
    def of(cls, result: match_result.MatchResult) -> Self:
        """Make the result of a match of Durak that the kit played."""
        return cls(**{field.name: getattr(result, field.name) for field in fields(result)})

    @property
    def rules(self) -> Rules:
        """The rules of the games."""
        return self.game.rules

    @property
    def open_world(self) -> bool:
        """True if both agents saw all cards."""
        return self.game.open_world

    def win_interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Find the Wilson interval of a's wins among all games, as in the thesis (figure 3.5)."""
        return wilson(self.wins, self.games, confidence)

    def loss_interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Find the Wilson interval of b's wins among all games."""
        return wilson(self.losses, self.games, confidence)

    @property
    def first_mover_share(self) -> float:
        """The share of the decided games that the first attacker won; NaN if none was decided."""
        outcome = outcomes(self.results)
        a_began = self.results["seating"][:, 0] == self.results["first_attacker"]
        decided = outcome != 0
        return float(np.mean(((outcome == 1) == a_began)[decided])) if decided.any() else float("nan")

    @property
    def bouts(self) -> float:
        """The mean number of bouts per game."""
        return self.mean_count("bouts")

    @property
    def plies(self) -> float:
        """The mean number of plies per game, of both seats and including forced ones."""
        return self.mean_count("plies")

    @property
    def plies_per_bout(self) -> float:
        """The mean number of plies per bout, over all bouts of the match."""
        return self.plies / self.bouts
