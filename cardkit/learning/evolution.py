"""Evolution: draws individuals, vectors of numbers, and moves toward those that do best in games.

A strategy draws the individuals of a generation, then receives their scores. The log holds these scores, so a run
resumes by drawing the logged generations again.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np

from cardkit.files import write_text
from cardkit.learning.provenance import started_by
from cardkit.learning.resuming.sole_run import SoleRun
from cardkit.learning.settings import check_fresh, check_ranges, check_unchanged, flag
from cardkit.reading import MOST_OF_A_LOG, parse_json, read_text, used_as

Individuals = Sequence[np.ndarray]
"""Float arrays of one length."""


class Strategy(Protocol):
    """A way to draw individuals."""

    @property
    def guess(self) -> np.ndarray:
        """The best guess so far."""
        ...

    def ask(self) -> Individuals:
        """Draw the individuals of the next generation."""
        ...

    def tell(self, drawn: Individuals, fitness: Sequence[float]) -> None:
        """Learn how well each of these has done; more is better."""
        ...


class CmaStrategy:
    """CMA-ES: a normal distribution, whose centre is the guess.

    Source: N. Hansen, "The CMA evolution strategy: a tutorial", 2016, and its library `cma`.

    Args:
        first: the first centre.
        spread: the first standard deviation.
        population: individuals a generation.
        seed: of all draws.
    """

    def __init__(self, first: np.ndarray, spread: float, population: int, seed: int) -> None:
        import cma

        random = np.random.default_rng(seed)
        options = {
            "popsize": population,
            "randn": lambda *shape: random.standard_normal(shape),
            "seed": np.nan,  # do not touch NumPy's global generator
            "verbose": -9,
        }
        self._strategy = cma.CMAEvolutionStrategy(first, spread, options)

    @property
    def guess(self) -> np.ndarray:
        """The centre."""
        return np.array(self._strategy.mean)

    def ask(self) -> Individuals:
        """Draw individuals from the distribution."""
        return self._strategy.ask()

    def tell(self, drawn: Individuals, fitness: Sequence[float]) -> None:
        """Move the distribution; the library minimizes."""
        self._strategy.tell(drawn, [1 - one for one in fitness])


class PlusStrategy:
    """(1+n)-ES: a parent and its mutants, of which the best is the next parent; of equals the first.

    Args:
        first: the first parent.
        spread: the standard deviation that is added to each number.
        population: individuals a generation, the parent among them.
        seed: of all draws.
        bound: numbers are cut to -bound..bound.
    """

    def __init__(self, first: np.ndarray, spread: float, population: int, seed: int, bound: float = 1.0) -> None:
        self.guess, self._spread, self._mutants, self._bound = np.array(first), spread, population - 1, bound
        self._random = np.random.default_rng(seed)

    def ask(self) -> Individuals:
        """Return the parent, then its mutants."""
        steps = self._spread * self._random.standard_normal((self._mutants, len(self.guess)))
        return [self.guess, *np.clip(self.guess + steps, -self._bound, self._bound)]

    def tell(self, drawn: Individuals, fitness: Sequence[float]) -> None:
        """Choose the next parent."""
        self.guess = drawn[int(np.argmax(fitness))]


@dataclass(frozen=True)
class EvolutionSettings:
    """The settings that all evolutions share; each is a flag of the command line."""

    folder: str = flag("runs/evolution", "folder for the result and log.jsonl")
    resume: bool = flag(False, "continue after the last generation in the folder; generations may differ")
    seed: int = flag(1, "seed of the individuals drawn and of all games")
    generations: int = flag(80, "how many")
    population: int = flag(14, "individuals tried per generation")
    spread: float = flag(0.5, "initial standard deviation of the numbers")

    def __post_init__(self) -> None:
        check_ranges(self)


Settings = TypeVar("Settings", bound=EvolutionSettings)


class Evolution(ABC, Generic[Settings]):
    """A run of a strategy; a game says how well individuals do.

    Attributes:
        settings: of the run.
        strategy: that draws.
        log: one row per generation: the fitness of each of its individuals, the largest, the mean, the seconds.
        commands: that started and resumed the run.
    """

    MAY_CHANGE: ClassVar[Collection[str]] = ("folder", "resume", "generations")
    """Settings that may change when a run is resumed."""

    def __init__(self, settings: Settings, strategy: Strategy) -> None:
        self.settings, self.strategy, self.folder = settings, strategy, Path(settings.folder)
        self._sole = SoleRun(self.folder / "log.jsonl")
        self._first = np.asarray(strategy.guess).tolist()  # which may come from a file that changes
        self.log: list[dict[str, Any]] = []
        self.commands = started_by()
        if settings.resume:
            self._replay()
        else:
            check_fresh(self.folder / "log.jsonl")

    @abstractmethod
    def fitness(self, drawn: Individuals) -> list[float]:
        """Score each individual in the games of generation ``len(self.log)``."""

    def figures(self) -> dict[str, Any]:
        """Return more figures for the row of the log of the generation that has just ended."""
        return {}

    def words(self, row: Mapping[str, Any]) -> str:
        """Put a generation in words, given its row of the log."""
        return f"score of the best individual {row['best']:.3f}  mean {row['mean']:.3f}"

    def run(self) -> Iterator[int]:
        """Evolve; yield the number of completed generations after each.

        Raises:
            OSError: the log cannot be written.
            ValueError: another run is writing in the folder.
        """
        with self._sole.alone():
            yield from self._generations()

    def _generations(self) -> Iterator[int]:
        self._write_log()
        while len(self.log) < self.settings.generations:
            began = time.perf_counter()
            drawn = self.strategy.ask()
            fitness = self.fitness(drawn)
            self.strategy.tell(drawn, fitness)
            row = {"generation": len(self.log) + 1, "best": max(fitness), "mean": float(np.mean(fitness))}
            row |= self.figures() | {"fitness": fitness, "seconds": time.perf_counter() - began}
            self.log.append(row)
            self._write_log()
            yield len(self.log)

    def _replay(self) -> None:
        """Draw the logged generations again and feed back their logged fitness, which costs almost no time."""
        file, what = self.folder / "log.jsonl", "the log of an evolution"
        with used_as(file, what):
            head, *rows = (parse_json(line) for line in read_text(file, MOST_OF_A_LOG).splitlines())
            settings = dict(head["settings"])
        check_unchanged(self.settings, settings, self.MAY_CHANGE, f"the log in {self.folder}")
        if head.get("first", self._first) != self._first:
            raise ValueError(f"the log in {self.folder} began with other numbers than this run: take another --folder")
        with used_as(file, what):
            for row in rows:
                self.strategy.tell(self.strategy.ask(), row["fitness"])
            self.log, self.commands = rows, head["commands"] + self.commands

    def _write_log(self) -> None:
        head = {"settings": asdict(self.settings), "commands": self.commands, "first": self._first}
        write_text(self.folder / "log.jsonl", "".join(json.dumps(row) + "\n" for row in (head, *self.log)))


def to_the_end(evolution: Evolution[Any]) -> None:
    """Evolve, and show the progress."""
    from cardkit.report.progress import progress_bar

    with progress_bar("generations", evolution.settings.generations) as show:
        show(len(evolution.log))
        for done in evolution.run():
            print(f"generation {done:>4}  {evolution.words(evolution.log[-1])}", flush=True)
            show(done)
