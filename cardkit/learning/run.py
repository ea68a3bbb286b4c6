"""Training runs of any game: updates, checkpoints to resume from, evaluation, a log, a progress bar."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import torch
from torch import nn

from cardkit.files import write_text
from cardkit.learning.events import Events, events_in
from cardkit.learning.layers import check_input
from cardkit.learning.networks import device_of
from cardkit.learning.provenance import origin_of, started_by
from cardkit.learning.resuming.checkpoint import (
    check_progress,
    load_optimizer,
    load_weights,
    read_checkpoint,
    write_checkpoint,
)
from cardkit.learning.resuming.sole_run import SoleRun
from cardkit.learning.resuming.streams import LEARNING, seeds_of
from cardkit.learning.self_play.games import SeatGames
from cardkit.learning.settings import (
    RunSettings,
    Settings,
    check_fresh,
    check_unchanged,
    errors_in_a_line,
    flat,
    parse_settings,
)
from cardkit.reading import used_as
from cardkit.report.progress import call_every

MAY_CHANGE = ("folder", "resume", "plies", "threads", "device")  # when a run is resumed
NAMED = ("update", "plies", "seconds", "scores")  # figures of a log row that are printed in words of their own
PACE = 10.0  # seconds between two lines of progress


class Run(ABC, Generic[Settings]):
    """A training run: its games and its progress. Learners define an update; a game brings what only it can know.

    Attributes:
        settings: of the run.
        update: number of updates done.
        log: one row of figures per checkpoint so far.
        commands: that started and resumed the run.
        device: where torch computes.
        random: generator for the initial weights and all draws, independent of the device.
        figures: of the last update, by name, for the log.
        seconds: time spent so far, by activity; ``games`` are a part of ``playing``.
        evaluating: whether it plays a checkpoint's matches.
    """

    policy: nn.Sequential
    """The network that learns; it plays the legal action of the largest output."""

    LEARNER: ClassVar[str] = ""
    """The way of learning, which a checkpoint keeps: a run that learns otherwise cannot go on from it."""

    FILE = "policy.safetensors"
    """The name of the file in the folder that holds what was learnt."""

    NETWORKS: ClassVar[tuple[str, ...]] = ("policy",)
    """The attributes whose weights a checkpoint keeps."""

    optimizer: torch.optim.Adam
    """The optimizer of all networks."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.update = settings, 0
        self.log: list[dict[str, Any]] = []
        self.commands = started_by()
        self.folder = Path(settings.folder)
        self._sole = SoleRun(self._checkpoint)
        self.device = device_of(settings.device)
        torch.set_num_threads(settings.threads)
        self.random = torch.Generator().manual_seed(settings.seed)
        self.figures: dict[str, float] = {}
        self.seconds = {"games": 0.0, "playing": 0.0, "learning": 0.0}
        self.evaluating = False

    @cached_property
    def games(self) -> SeatGames:
        """The games of learners that play step by step; a subclass says which."""
        raise NotImplementedError

    @property
    @abstractmethod
    def input(self) -> Mapping[str, Any]:
        """The values that tell the networks' input from any other, by name; other inputs' checkpoints are refused."""

    @abstractmethod
    def evaluate(self) -> dict[str, list[float]]:
        """Measure how well the policy plays against some agents, by name: a figure and its interval."""

    @abstractmethod
    def player(self) -> Any:
        """Make the agent that plays the current policy; a compiled one where games are labelled."""

    @abstractmethod
    def write(self, path: Path) -> None:
        """Write the learnt network to a file."""

    @abstractmethod
    def improve(self) -> None:
        """Do one update: collect choices and learn from them."""

    @property
    def learnt(self) -> nn.Sequential:
        """The network that is saved and judged."""
        return self.policy

    def saved(self) -> dict[str, Any]:
        """Return the state that the learner needs to resume, beyond that which every run saves."""
        return {name: getattr(self, name).state_dict() for name in (*self.NETWORKS, "optimizer")}

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore the state that `saved` returned."""
        for name in self.NETWORKS:
            load_weights(getattr(self, name), saved[name])
        load_optimizer(self.optimizer, saved["optimizer"])

    def run(self) -> Iterator[int]:
        """Train; yield the number of completed updates after each.

        Raises:
            OSError: a file cannot be written.
            ValueError: another run is writing in the folder.
        """
        with self._sole.alone(), events_in(self.folder, self.plies) as events:
            yield from self._updates(events)

    def _updates(self, events: Events) -> Iterator[int]:
        settings = self.settings
        begun = False  # also when a finished run is resumed, which need not have ended at a checkpoint
        while self.update < settings.updates:
            if not begun or self.update % settings.check_every == 0:
                begun = True
                self.begin()
            self.improve()
            self.update += 1
            events.write(self.plies, self.figures | {"plies_per_second": self.plies_per_second})
            if self.update % settings.check_every == 0 or self.update == settings.updates:
                self._check()
                scores = self.log[-1]["scores"].items()
                events.write(self.plies, {f"score/{name}": score for name, (score, *_) in scores})
            yield self.update

    def begin(self) -> None:
        """Restart all games, as before the first update after each checkpoint, so that a run can resume there."""
        self.games.begin(seeds_of(self.settings.seed, LEARNING, self.update, self.settings.games))

    def origin(self) -> dict[str, Any]:
        """Describe the network's origin, with its scores if it has been evaluated."""
        evaluated = bool(self.log) and self.log[-1]["update"] == self.update
        scores = self.log[-1]["scores"] if evaluated else {}
        return origin_of(self.settings, self.commands, plies=self.plies, scores=scores)

    @property
    def plies(self) -> int:
        """Choices learnt from so far."""
        return self.update * self.settings.games * self.settings.steps

    @property
    def plies_per_second(self) -> float:
        """Plies per second of this run so far, collecting and learning together; 0 until a time has been taken."""
        spent = self.seconds["playing"] + self.seconds["learning"]
        return self.plies / spent if spent else 0.0

    @property
    def pace(self) -> str:
        """The run's speed of learning in words, or that it evaluates."""
        return "evaluating" if self.evaluating else f"{self.plies_per_second:,.0f} plies/s"

    @property
    def left(self) -> float:
        """The share of the run still to come, 1 at the start."""
        return 1 - self.update / self.settings.updates

    def go_on(self) -> None:
        """Resume from the checkpoint in the folder if the settings ask for it. Learners call this last when created.

        Raises:
            ValueError: the checkpoint is damaged, of another learner or of other settings, or its networks take
                another input; or there is a checkpoint and ``resume`` is not set.
        """
        if not self.settings.resume:
            check_fresh(self._checkpoint)
            return
        file, what = self._checkpoint, f"the checkpoint in {self.folder}"
        with used_as(file, "a checkpoint"):
            checkpoint = read_checkpoint(file)
            settings, stored = dict(checkpoint["settings"]), dict(checkpoint["input"])
            learner, commands = str(checkpoint.get("learner", self.LEARNER)), list(checkpoint["commands"])
        begun = f"`{commands[0]}`" if commands else "code in Python"
        if learner != self.LEARNER:
            raise ValueError(f"{what} learns by {learner}, not by {self.LEARNER}: it was started by {begun}")
        check_unchanged(self.settings, settings, MAY_CHANGE, f"{what}, from {begun},")
        check_input(stored, self.input, what)
        with used_as(file, "a checkpoint"):
            check_progress(checkpoint, self.seconds)
            self.restore(checkpoint)
            self.random.set_state(checkpoint["random"])
            self.update, self.log, self.seconds = checkpoint["update"], checkpoint["log"], checkpoint["seconds"]
            self.commands = checkpoint["commands"] + self.commands

    def _check(self) -> None:
        """Evaluate, log, and save the policy and all that is needed to resume.

        The policy is saved before as well, since an evaluation may take minutes and be broken off.
        """
        self.write(self.folder / self.FILE)
        self.evaluating = True
        scores = self.evaluate()
        self.evaluating = False
        spent = self.seconds["playing"] + self.seconds["learning"]
        row = {"update": self.update, "plies": self.plies, "seconds": spent, "scores": scores}
        self.log.append(row | self.figures)
        write_text(self.folder / "log.jsonl", "".join(json.dumps(row) + "\n" for row in self.log))
        self.write(self.folder / self.FILE)
        self._save()

    def _save(self) -> None:
        checkpoint = {
            "learner": self.LEARNER,
            "settings": flat(self.settings),
            "input": dict(self.input),
            "commands": self.commands,
            "random": self.random.get_state(),
            "update": self.update,
            "log": self.log,
            "seconds": self.seconds,
        }
        write_checkpoint(self._checkpoint, checkpoint | self.saved())

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"


AnyRun = TypeVar("AnyRun", bound=Run[Any])


def to_the_end(run: AnyRun) -> AnyRun:
    """Train to the end; return the run.

    Prints a line per checkpoint. In between it draws a progress bar on a terminal; elsewhere it prints the progress
    every ten seconds, if there is any.
    """
    from cardkit.report.terminal import Terminal

    console = Terminal()
    printed = len(run.log)
    with _progress(run, console) as show:
        for _ in run.run():
            show()
            for row in run.log[printed:]:
                console.print(checkpoint_line(row), soft_wrap=True)
            printed = len(run.log)
    return run


@contextmanager
def _progress(run: Run[Any], console: Any) -> Iterator[Callable[[], object]]:
    """Yield a function to call after each update: it draws a bar on a terminal, else it prints new lines."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    if not console.is_terminal:
        with call_every(PACE, _new_lines(run)):
            yield lambda: None
        return
    columns = BarColumn(), TextColumn("{task.fields[run].pace}"), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=run.settings.updates, run=run)
        yield lambda: bar.update(task, completed=run.update)


def _new_lines(run: Run[Any]) -> Callable[[], None]:
    """Make a function that prints the progress if it has changed."""
    printed = ""

    def say() -> None:
        nonlocal printed
        if (line := progress_line(run)) != printed:
            print(line, flush=True)
            printed = line

    return say


def progress_line(run: Run[Any]) -> str:
    """Put the progress of a run in words."""
    done = f"update {run.update:,} of {run.settings.updates:,}"
    return f"{run.plies:>11,} plies  {done}  {run.pace}"


def checkpoint_line(row: dict[str, Any]) -> str:
    """Put a row of the log in words."""
    figures = "  ".join(f"{name} {value:.3f}" for name, value in row.items() if name not in NAMED)
    scores = "  ".join(
        f"{name} {score:.3f} ({low:.3f} to {high:.3f})" for name, (score, low, high) in row["scores"].items()
    )
    text = f"{row['plies']:>11,} plies  {row['seconds']:>6,.0f} s  {figures}"
    return f"{text}  score v {scores}" if scores else text


def main(kind: type[AnyRun], settings: type[RunSettings], arguments: Sequence[str] | None = None) -> AnyRun:
    """Run the command-line program of a kind of run: read the settings and train to the end."""
    with errors_in_a_line():
        return to_the_end(kind(parse_settings(settings, arguments)))
