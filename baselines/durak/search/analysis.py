"""An agent's analysis of its legal actions, for people: values, visits, intervals, and the line that it expects."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import numpy as np
from rich.console import Group
from rich.table import Table

from cardkit.compiled.call import players
from cardkit.compiled.prng import Stream, streams_from
from cardkit.statistics.intervals import Interval
from durak_env.action_errors import action_text
from durak_env.compiled_agents import CompiledAgent
from durak_env.information import InformationSet
from durak_env.rules import Rules

COUNTED = ("visits", "votes")
COLUMNS = ("", "value", "95 % interval", *COUNTED)


@dataclass(frozen=True, slots=True)
class Considered:
    """A legal action, and the agent's findings about it.

    Attributes:
        action: its id.
        value: its expected score, 0 (lost) to 1 (won); None if the agent did not consider it.
        visits: simulations, or other units of work, spent on it.
        interval: the 95 % interval of the value, if the agent has one.
        votes: how many determinizations prefer it, if they vote.
    """

    action: int
    value: float | None = None
    visits: int | None = None
    interval: Interval | None = None
    votes: int | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search.

    Attributes:
        rules: of the game.
        chosen: id of the action that the agent chooses.
        considered: all legal actions, the chosen one first, then by value.
        line: ids of the actions that the agent expects, ``chosen`` first.
        positions: how many the search examined, its simulations or nodes.
        depth: plies of its longest line.
        seconds: how long it took.
    """

    rules: Rules
    chosen: int
    considered: tuple[Considered, ...]
    line: tuple[int, ...]
    positions: int
    depth: int
    seconds: float = 0.0

    def __str__(self) -> str:
        lines = [
            "  ".join(
                f"{cell} {name}" if name in COUNTED else cell
                for name, cell in zip(COLUMNS, self._row(one), strict=True)
                if cell
            )
            for one in self.considered
        ]
        return "\n".join([self.title, *(f"  {line}" for line in lines)])

    def __rich__(self) -> Group:
        rows = [self._row(considered) for considered in self.considered]
        filled = [column for column in range(len(COLUMNS)) if any(row[column] for row in rows)]
        table = Table()
        for column in filled:
            table.add_column(COLUMNS[column], justify="right" if COLUMNS[column] in COUNTED else "left")
        for row in rows:
            table.add_row(*(row[column] for column in filled))
        return Group(self.title, table)

    @property
    def title(self) -> str:
        """The chosen action, the expected line, and the cost of the search."""
        line = " ".join(action_text(action, self.rules) for action in self.line)
        work = f"{self.positions:,} positions, depth {self.depth}, {1000 * self.seconds:.3g} ms"
        return f"{action_text(self.chosen, self.rules)} ({work}); line: {line}"

    def _row(self, one: Considered) -> tuple[str, str, str, str, str]:
        return (
            action_text(one.action, self.rules),
            "-" if one.value is None else f"{one.value:.3f}",
            "" if one.interval is None else f"{one.interval[0]:.3f} to {one.interval[1]:.3f}",
            "" if one.visits is None else f"{one.visits:,}",
            "" if one.votes is None else f"{one.votes:,}",
        )


@runtime_checkable
class Analyst(Protocol):
    """An agent that can say what it thinks."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """The id of the action that it chooses."""
        ...

    def analyse(self, info: InformationSet, rng: np.random.Generator) -> Analysis:
        """What it thinks of its legal actions; with the same ``rng`` it chooses what `act` does."""
        ...


class CompiledAnalyst(CompiledAgent, ABC):
    """A compiled agent that can explain its choices."""

    def analyse(self, info: InformationSet, rng: np.random.Generator) -> Analysis:
        """What it thinks of its legal actions; with the same ``rng`` it chooses what `act` does."""
        return self.analyse_from(info, streams_from(rng)[0])

    def analyse_from(self, info: InformationSet, stream: Stream) -> Analysis:
        """`analyse` with the randomness of a STREAM record."""
        players([self], [self.memory], info.record.dtype)  # compiles the choice before time is measured
        again = stream.copy()
        began = time.perf_counter()
        chosen = self.act_from(info, stream)
        seconds = time.perf_counter() - began
        return replace(self.explain(info, chosen, self.memory, again, {}), seconds=seconds)

    @abstractmethod
    def explain(
        self, info: InformationSet, chosen: int, memory: np.ndarray, stream: Stream, known: dict[int, float]
    ) -> Analysis:
        """The analysis that a choice left in memory; the caller fills in the time.

        Args:
            info: what the seat knows.
            chosen: the id of the chosen action.
            memory: as the choice left it.
            stream: STREAM record as it was before the choice.
            known: by slot, the scores of actions that are known without a search.
        """
