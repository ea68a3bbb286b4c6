"""Experiments and their findings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from cardkit.lab.answers import Answer
from cardkit.lab.scale import Scale


@dataclass(frozen=True)
class Verdict:
    """The support that our results give to a statement of the document.

    Attributes:
        claim: what the document says.
        answer: what our games say.
        shown: the figures that the answer rests on.
        because: the reason if they differ.
        risk: the probability that the answer is "differs" although the statement is true; 0 if it rests on counts that
            have no error.
        statement: a key that all verdicts on one statement share, in all experiments; empty for a statement that is
            judged once.
    """

    claim: str
    answer: Answer
    shown: str = ""
    because: str = ""
    risk: float = 0.0
    statement: str = ""

    def __str__(self) -> str:
        because = self.because if self.answer is Answer.DIFFERS else ""
        inside = "; ".join(part for part in (self.shown, because) if part)
        return f"{self.answer}: {self.claim}{f' ({inside})' if inside else ''}"


@dataclass(frozen=True)
class Finding:
    """The result of an experiment.

    Attributes:
        setting: one line on what was played.
        games: number of games in total.
        header, rows: a table as text.
        verdicts: one per statement of the document.
        draw: draws the picture on a ``matplotlib.figure.Figure``; None if there is only the table.
        answers: results on questions that the document left open.
        notes: what to know when reading the table.
    """

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
