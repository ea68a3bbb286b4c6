"""What an experiment is and what it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Scale:
    """How much is played, and with what.

    Attributes:
        quick: a fraction of the games, for a look within minutes.
        jobs: workers.
        seed: of all matches.
        progress: called with a line of text whenever something new begins.
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
    """Whether something that the thesis says is found here too.

    Attributes:
        claim: what the thesis says.
        agrees: whether it is found; None where there were too few games to tell.
        because: why it is not found.
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
    """What came out of an experiment.

    Attributes:
        name, title: of the experiment.
        setting: what was played, in a line.
        games: played in all.
        header, rows: a table as text.
        verdicts: one a claim of the thesis.
        draw: draws the picture on a ``matplotlib.figure.Figure``; None where the table says it all.
        answers: what came out where the thesis left a question open.
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
        """Verdicts and answers, a line each."""
        return [*map(str, self.verdicts), *(f"answer: {answer}" for answer in self.answers)]


class Experiment(Protocol):
    """An experiment: its name on the command line, what it is about, and how it is run."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    def run(self, scale: Scale) -> Finding:
        """Play, and tell what came out."""
        ...
