"""Experiments and their findings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol
from zlib import crc32

import numpy as np

from baselines.durak.arena.match import play_match
from baselines.durak.arena.match_result import MatchResult
from baselines.durak.lab.kept import Kept
from cardkit.agents import Agent, name_of
from durak_env.durak import Durak
from durak_env.rules import Rules


@dataclass(frozen=True)
class Scale:
    """How much an experiment plays, and with what.

    Attributes:
        quick: whether to play a fraction of the games, for a look within minutes.
        jobs: number of workers.
        seed: of all experiments.
        progress: called with a line of text at the start of each part.
        kept: what has been measured already.
    """

    quick: bool = False
    jobs: int = 1
    seed: int = 1
    progress: Callable[[str], None] = lambda line: None
    kept: Kept = field(default_factory=Kept)

    def games(self, full: int, quick: int) -> int:
        """One of two numbers of games."""
        return quick if self.quick else full

    def seed_of(self, *names: object) -> int:
        """The seed of a part: its own, since equal seeds would show the same games twice, as if they were new."""
        words = [crc32(str(name).encode()) for name in names]
        return int(np.random.SeedSequence([self.seed, *words]).generate_state(1)[0])

    def play(
        self,
        a: Agent | str,
        b: Agent | str,
        games: int,
        seed: int,
        open_world: bool = False,
        rules: Rules | None = None,
    ) -> MatchResult:
        """A match, as `play_match` plays it, or as it was kept."""
        rules = Rules() if rules is None else rules
        names = name_of(a), name_of(b)
        game = Durak(rules, open_world)
        self.progress(f"{' v '.join(names)}, {'open' if open_world else 'closed'} world")
        rows = self.kept.measured(
            f"{' v '.join(names)}: {games} games, seed {seed}, {game}",
            lambda: (
                play_match(a, b, games=games, seed=seed, open_world=open_world, rules=rules, jobs=self.jobs).results
            ),
        )
        return MatchResult(game, names, seed, rows, (None, None))


class Answer(StrEnum):
    """What our games say about a statement."""

    AGREES = "agrees"
    COMPATIBLE = "compatible"
    DIFFERS = "differs"
    UNTOLD = "cannot be told"


@dataclass(frozen=True)
class Verdict:
    """Whether our results support a statement of the thesis.

    Attributes:
        claim: what the thesis says.
        answer: what our games say.
        shown: the figures that the answer rests on.
        because: the reason if they differ.
        risk: the probability that the answer is "differs" although the statement is true; 0 if it rests on counts that
            have no error.
    """

    claim: str
    answer: Answer
    shown: str = ""
    because: str = ""
    risk: float = 0.0

    def __str__(self) -> str:
        because = self.because if self.answer is Answer.DIFFERS else ""
        inside = "; ".join(part for part in (self.shown, because) if part)
        return f"{self.answer}: {self.claim}{f' ({inside})' if inside else ''}"


@dataclass(frozen=True)
class Finding:
    """The result of an experiment.

    Attributes:
        name, title: of the experiment.
        setting: one line on what was played.
        games: number of games in total.
        header, rows: a table as text.
        verdicts: one per statement of the thesis.
        draw: draws the picture on a ``matplotlib.figure.Figure``; None if there is only the table.
        answers: results on questions that the thesis left open.
        notes: what to know when reading the table.
    """

    name: str
    title: str
    setting: str
    games: int
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    verdicts: tuple[Verdict, ...]
    draw: Callable[[Any], None] | None = None
    answers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def said(self) -> list[str]:
        """Verdicts, answers and notes, one per line."""
        return [
            *map(str, self.verdicts),
            *(f"answer: {answer}" for answer in self.answers),
            *(f"note: {note}" for note in self.notes),
        ]


class Experiment(Protocol):
    """An experiment: its name on the command line, its title, and how to run it."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    def run(self, scale: Scale) -> Finding:
        """Play the games and report the finding."""
        ...
