"""What came of a match: counts, rates with their intervals, and the length and pace of its games."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from baselines.faults import FaultReport, FirstFaults
from baselines.games import CRASH, ILLEGAL, NO_FAULT, A, B
from baselines.ratings import Interval, clustered_interval, wilson
from durak_env.rules import Rules

CONFIDENCE = 0.98
"""Of intervals where no other is asked for; that of the thesis."""


def half_points(results: np.ndarray) -> np.ndarray:
    """What a made in each mirrored pair, in half points, 0 to 4; a last game without its mirror is left out.

    Args:
        results: GAME_RESULT array that begins with the first game of a pair.
    """
    outcomes = results["outcome"][: len(results) // 2 * 2].astype(np.int64)
    return outcomes.reshape(-1, 2).sum(axis=1) + 2


@dataclass(frozen=True, eq=False)
class MatchResult:
    """The result of a match between agents a and b. Without another word, figures are those of a.

    Attributes:
        names: of a and b.
        rules: of the games.
        open_world: whether both agents saw all cards.
        seed: of the match.
        results: one row a game, in order; GAME_RESULT records of `baselines.games`.
        first_faults: the first fault of a and of b that lost a game, in words; None for an agent without one.
    """

    names: tuple[str, str]
    rules: Rules
    open_world: bool
    seed: int
    results: np.ndarray
    first_faults: FirstFaults = (None, None)

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.results)

    @property
    def wins(self) -> int:
        """Games that a won."""
        return int(np.sum(self.results["outcome"] == 1))

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return int(np.sum(self.results["outcome"] == 0))

    @property
    def losses(self) -> int:
        """Games that b won."""
        return int(np.sum(self.results["outcome"] == -1))

    @property
    def score(self) -> float:
        """Wins and half the draws, over all games."""
        return (self.wins + self.draws / 2) / self.games

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """The interval of the score; it takes into account that the two games of a mirrored pair share their deal."""
        points = (self.results["outcome"] + 1) / 2
        starts = np.arange(0, self.games, 2)
        sizes = np.minimum(2, self.games - starts)
        return clustered_interval(np.add.reduceat(points, starts), sizes, confidence)

    def interval_of_played(self, confidence: float = CONFIDENCE) -> Interval:
        """The same interval if the games that were lost by faults had been drawn."""
        results = self.results.copy()
        results["outcome"][results["fault"] != NO_FAULT] = 0
        return replace(self, results=results).interval(confidence)

    def win_interval(self, confidence: float = CONFIDENCE) -> Interval:
        """The Wilson interval of a's wins among all games, as the thesis gives it (figure 3.5)."""
        return wilson(self.wins, self.games, confidence)

    def loss_interval(self, confidence: float = CONFIDENCE) -> Interval:
        """The Wilson interval of b's wins among all games."""
        return wilson(self.losses, self.games, confidence)

    @property
    def pairs(self) -> tuple[int, int, int, int, int]:
        """Mirrored pairs in which a made 0, 0.5, 1, 1.5, 2 points; a last game without its mirror is left out."""
        found = np.bincount(half_points(self.results), minlength=5).tolist()
        return found[0], found[1], found[2], found[3], found[4]

    @property
    def illegal_actions(self) -> tuple[int, int]:
        """Games that a and b lost by an illegal action."""
        return self._faults(ILLEGAL)

    @property
    def crashes(self) -> tuple[int, int]:
        """Games that a and b lost by an exception."""
        return self._faults(CRASH)

    @property
    def fault_reports(self) -> list[FaultReport]:
        """Of the agents that lost games by faults."""
        illegal, crashes, firsts = self.illegal_actions, self.crashes, self.first_faults
        lost = [illegal[agent] + crashes[agent] for agent in (A, B)]
        return [
            FaultReport(name, illegal[agent], crashes[agent], lost[1 - agent], self.games, first and first.text)
            for agent, (name, first) in enumerate(zip(self.names, firsts, strict=True))
            if lost[agent]
        ]

    def _faults(self, fault: int) -> tuple[int, int]:
        losers = self.results["outcome"][self.results["fault"] == fault]
        return int(np.sum(losers == -1)), int(np.sum(losers == 1))

    @property
    def first_mover_share(self) -> float:
        """The share of the decided games that the first attacker won; NaN where none was decided."""
        outcome = self.results["outcome"]
        a_began = self.results["seat"] == self.results["first_attacker"]
        decided = outcome != 0
        return float(np.mean(((outcome == 1) == a_began)[decided])) if decided.any() else float("nan")

    @property
    def bouts(self) -> float:
        """Mean number of bouts a game."""
        return float(np.mean(self.results["bouts"]))

    @property
    def plies(self) -> float:
        """Mean number of plies a game, both seats' and forced ones included."""
        return float(np.mean(self.results["plies"]))

    @property
    def plies_per_bout(self) -> float:
        """Mean plies a game over mean bouts a game, which is the mean over all bouts of the match."""
        return self.plies / self.bouts

    @property
    def choices(self) -> tuple[float, float]:
        """Mean number of plies a game on which a and b had more than one legal action, and so were asked."""
        means = np.mean(self.results["choices"], axis=0)
        return float(means[0]), float(means[1])

    @property
    def ms_per_choice(self) -> tuple[float, float]:
        """Milliseconds that a and b took for a ply on which they had a choice; NaN for one who never had."""
        seconds, choices = np.sum(self.results["seconds"], axis=0), np.sum(self.results["choices"], axis=0)
        a, b = (1000 * seconds / np.where(choices > 0, choices, np.nan)).tolist()
        return a, b

    def __repr__(self) -> str:
        low, high = self.interval()
        counts = f"+{self.wins} ={self.draws} -{self.losses}"
        return f"<{self.names[0]} v {self.names[1]}: {counts}, score {self.score:.3f} ({low:.3f} to {high:.3f})>"
