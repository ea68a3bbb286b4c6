"""A track of a benchmark: its game, its opponents and its figures, declared once and frozen with the version."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from cardkit.arena.lineups import ORDERS
from cardkit.arena.match_result import MatchResult
from cardkit.game import Game

Company = tuple[str, ...]
"""The specs of those whom the agent meets at one table: one for all other places, or one for each."""

Progress = Callable[[int, int], None]
"""Called with the number of things done and the total."""


class TimeClass(NamedTuple):
    """The limit of a class: the mean time of a choice in seconds, and the number of deals against each company."""

    seconds: float
    deals: int


CLASSES = {
    "20us": TimeClass(20e-6, 16_000),
    "1ms": TimeClass(1e-3, 4_000),
    "50ms": TimeClass(50e-3, 400),
    "unlimited": TimeClass(math.inf, 100),
}
"""The time classes, one of which a submission declares."""
QUICKEST = "20us"


@dataclass(frozen=True)
class Task:
    """The run that a `Measure` belongs to.

    Attributes:
        agent: the spec of the agent.
        time_class: a key of `CLASSES`.
        deals: how many deals a match has.
        seed: of all chance.
    """

    agent: str
    time_class: str
    deals: int
    seed: int


class Playing(Protocol):
    """A source of the agent's matches: it plays them, or plays them again."""

    def play(self, company: Company, deals: int, seed: int, progress: Progress, recorded: bool = False) -> MatchResult:
        """Play the agent's match against a company; if ``recorded``, with `MatchResult.records`."""
        ...


@dataclass(frozen=True)
class Measure:
    """A figure of a track beside its scores.

    Attributes:
        name: its key in a result; where it takes long, what the progress bar says.
        find: finds it. The figures that it returns go into the result, ``text`` among them into the line.
    """

    name: str
    find: Callable[[Task, Progress, Playing], Mapping[str, Any]]


def points_of(result: MatchResult) -> np.ndarray:
    """Compute for each game the share of the others that have less than the agent; equals count half."""
    return result.points


def wins_of(result: MatchResult) -> np.ndarray:
    """Mark the games that the agent's party wins: 1 if it wins, else 0."""
    return result.won[:, 0].astype(float)


@dataclass(frozen=True)
class Track:
    """One kind of game, the opponents to meet in it, and what is measured.

    Attributes:
        benchmark: its name, such as ``Durak-Bench``.
        version: of the benchmark, such as ``1``; figures of another one do not compare.
        name: of the track, such as ``A``.
        says: what is played, in a few words.
        game: the game.
        anchors: the companies whose scores the mean is made of, with equal weight.
        held_out: companies that no pool and no tuning has seen.
        gate: whom an agent must beat; it is in no mean. None where there is none.
        measures: further figures.
        files: the SHA-256 of each file that the opponents read, by its name.
        part: the track plays one in so many of the deals of `CLASSES`.
        seatings: see `cardkit.arena.lineups.SeatingPlan`.
        score: the agent's score in each game of a match, from 0 to 1.
        even: the score among equals.
    """

    benchmark: str
    version: str
    name: str
    says: str
    game: Game
    anchors: Sequence[Company] = ()
    held_out: Sequence[Company] = ()
    gate: Company | None = None
    measures: Sequence[Measure] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    part: int = 1
    seatings: str = ORDERS
    score: Callable[[MatchResult], np.ndarray] = points_of
    even: float = 0.5

    @property
    def title(self) -> str:
        """The name in results, such as ``Durak-Bench v1/A``."""
        return f"{self.benchmark} v{self.version}/{self.name}"

    @property
    def companies(self) -> list[Company]:
        """All companies: the anchors, those held out, and the gate."""
        return [*self.anchors, *self.held_out, *([] if self.gate is None else [self.gate])]

    def deals(self, time_class: str) -> int:
        """Return the number of deals against each company for a result."""
        return CLASSES[time_class].deals // self.part


def company_name(company: Company) -> str:
    """Write the companions' names: ``bench1-greedy``, or ``bench1-greedy + bench1-smart + bench1-ismcts``."""
    return " + ".join(company)
