"""Checks grades with agents that had no part in them: whether they miss what is hard, and the weak ones more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from baselines.durak.arena.match import play_match
from baselines.durak.puzzles.grading import CHECKING, missed
from baselines.durak.puzzles.puzzle import LEVELS, Puzzle
from cardkit.arena.match_result import CONFIDENCE
from cardkit.statistics.intervals import Interval

FEWEST = 20
"""Puzzles of a check: ranks of fewer say nothing."""
GAMES = 200
"""Games of each match between two of the agents."""
SAMPLES = 1000
"""Samples of a bootstrap."""
MATCHES = list(combinations(range(len(CHECKING)), 2))


@dataclass(frozen=True, eq=False)
class Check:
    """Answers to graded puzzles by the agents that did not grade.

    Attributes:
        grades: of the puzzles.
        levels: of the puzzles, as numbers in `LEVELS`.
        misses: the share of an agent's answers to a puzzle that was wrong, by agent and puzzle.
        scores: each agent's mean score in matches against the others.
    """

    grades: np.ndarray
    levels: np.ndarray
    misses: np.ndarray
    scores: np.ndarray

    def by_level(self) -> np.ndarray:
        """Compute the share of wrong answers by agent and level; NaN for a level without puzzles."""
        groups = [self.misses[:, self.levels == level] for level in range(len(LEVELS))]
        return np.stack([one.mean(1) if one.size else np.full(len(one), np.nan) for one in groups], axis=1)

    def of_puzzles(self) -> tuple[float, Interval]:
        """Correlate, over the puzzles, their grades with the share of wrong answers to them."""
        return rank_correlation(self.grades, self.misses.mean(0))

    def of_agents(self) -> tuple[float, Interval]:
        """Correlate, over the agents, the share of puzzles that they solve with their scores in matches."""
        return rank_correlation(1 - self.misses.mean(1), self.scores)


def check_grades(puzzles: Sequence[Puzzle], seed: int, progress: Callable[[int], None] | None = None) -> Check:
    """Let the agents that did not grade answer the puzzles, and play each other.

    Args:
        puzzles: with their grades.
        seed: of the agents and the matches; it alone decides the result.
        progress: called with the number of puzzles answered and of matches played.

    Raises:
        ValueError: there are too few puzzles.
    """
    if len(puzzles) < FEWEST:
        raise ValueError(f"a check of grades needs {FEWEST} puzzles or more, got {len(puzzles)}")
    tell = progress or (lambda done: None)
    misses = np.zeros((len(CHECKING), len(puzzles)))
    for number, puzzle in enumerate(puzzles):
        misses[:, number] = missed(puzzle.info, puzzle.best, CHECKING, (seed, puzzle.game))
        tell(number + 1)
    points = np.zeros(len(CHECKING))
    for number, (a, b) in enumerate(MATCHES, 1):
        score = play_match(CHECKING[a], CHECKING[b], games=GAMES, seed=seed).score
        points[[a, b]] += score, 1 - score
        tell(len(puzzles) + number)
    grades, levels = (np.array([getattr(one, name) for one in puzzles]) for name in ("grade", "level"))
    return Check(grades, levels, misses, points / (len(CHECKING) - 1))


def rank_correlation(first: np.ndarray, second: np.ndarray) -> tuple[float, Interval]:
    """Compute Spearman's rank correlation of two samples, with its interval by bootstrap over the pairs."""
    rng = np.random.default_rng(0)
    drawn = rng.integers(len(first), size=(SAMPLES, len(first)))
    drawn = drawn[(np.ptp(first[drawn], axis=1) > 0) & (np.ptp(second[drawn], axis=1) > 0)]
    found = [_spearman(first[some], second[some]) for some in drawn]
    low, high = np.quantile(found, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return _spearman(first, second), (float(low), float(high))


def _spearman(first: np.ndarray, second: np.ndarray) -> float:
    from scipy.stats import spearmanr

    found: Any = spearmanr(first, second)
    return float(found.statistic)
