"""Experiments and their findings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Scale:
    """How much an experiment plays, and with what.

    Attributes:
        quick: whether to play a fraction of the games, for a look within minutes.
        jobs: number of workers.
        seed: of all matches.
        progress: called with a line of text at the start of each part.
    """

    quick: bool = False
    jobs: int = 1
    seed: int = 1
    progress: Callable[[str], None] = lambda line: None

    def games(self, full: int, quick: int) -> int:
        """One of two numbers of games."""
        return quick if self.quick else full


@dataclass(frozen=True)
class Verdict:
    """Whether our results support a claim of the thesis.

    Attributes:
        claim: what the thesis says.
        agrees: whether our results agree; None if there were too few games.
        because: the reason if they differ.
    """

    claim: str
    agrees: bool | None
    because: str = ""

    def __str__(self) -> str:
        because = f" ({self.because})" if self.because and self.agrees is False else ""
        return f"{_SAID[self.agrees]}: {self.claim}{because}"


_SAID = {True: "agrees", False: "differs", None: "open, too few games"}


@dataclass(frozen=True)
class Finding:
    """The result of an experiment.

    Attributes:
        name, title: of the experiment.
        setting: one line on what was played.
        games: number of games in total.
        header, rows: a table as text.
        verdicts: one per claim of the thesis.
        draw: draws the picture on a ``matplotlib.figure.Figure``; None if there is only the table.
        answers: results on questions that the thesis left open.
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

    @property
    def said(self) -> list[str]:
        """Verdicts and answers, one per line."""
        return [*map(str, self.verdicts), *(f"answer: {answer}" for answer in self.answers)]


class Experiment(Protocol):
    """An experiment: its name on the command line, its title, and how to run it."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    def run(self, scale: Scale) -> Finding:
        """Play the games and report the finding."""
        ...
