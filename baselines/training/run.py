"""What a training run is, whatever it learns by: updates, checkpoints that go on, evaluation, a log, a progress bar."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import torch
from torch import nn

from baselines.agent import CompiledAgent
from baselines.files import replacing, write_text
from baselines.learned import network_agent
from baselines.match import play_match
from baselines.policy_file import Network, PolicyNetwork, check_input, input_of, save_network
from baselines.progress import said_every
from baselines.reading import used_as
from baselines.roster import make_agent
from baselines.training.events import Events
from baselines.training.networks import device_of, layers_of
from baselines.training.origin import command_line, origin_of
from baselines.training.settings import (
    RunSettings,
    Settings,
    check_fresh,
    check_unchanged,
    errors_in_a_line,
    parse_settings,
)
from baselines.training.table import Table

MAY_CHANGE = ("folder", "resume", "plies", "threads", "device")  # of a run that goes on
TOLD = ("update", "plies", "seconds", "scores")  # of a row of the log, in words of their own
PACE = 10.0  # seconds between two lines of progress


class Run(ABC, Generic[Settings]):
    """A run: games, and what is known about their progress. A kind of learner says what an update is.

    Attributes:
        settings: of the run.
        update: number of updates done.
        log: a row of figures for each checkpoint so far.
        commands: that began the run and went on with it.
        device: where torch computes.
        random: of the first weights and all draws, which do not depend on the device.
        figures: of the last update, by name, for the log.
        seconds: spent so far, by what on; ``games`` are a part of ``playing``.
    """

    policy: nn.Sequential
    """What is saved to play: an output for each action, trump suit first; of the legal ones the largest is played."""

    KIND: ClassVar[type[Network]] = PolicyNetwork
    FILE = "policy.safetensors"

    def __init__(self, settings: Settings) -> None:
        self.settings, self.update = settings, 0
        self.log: list[dict[str, Any]] = []
        self.commands = [command_line()]
        self.folder = Path(settings.folder)
        for name in settings.opponents:
            make_agent(name)  # one that there is not is told of now, not at the first checkpoint
        self.device = device_of(settings.device)
        torch.set_num_threads(settings.threads)
        self.random = torch.Generator().manual_seed(settings.seed)
        self.figures: dict[str, float] = {}
        self.seconds = {"games": 0.0, "playing": 0.0, "learning": 0.0}

    @cached_property
    def table(self) -> Table:
        """The games of learners that play theirs step by step."""
        return Table(self.settings)

    @abstractmethod
    def improve(self) -> None:
        """One update: collect choices, and learn from them."""

    @abstractmethod
    def saved(self) -> dict[str, Any]:
        """What the learner needs to go on, beside what every run does."""

    @abstractmethod
    def restore(self, saved: dict[str, Any]) -> None:
        """Take up what `saved` gave."""

    def run(self) -> Iterator[int]:
        """Train; yields the number of updates done after each."""
        settings = self.settings
        self.folder.mkdir(parents=True, exist_ok=True)
        events = Events(self.folder, self.plies)
        begun = False  # also where a finished run goes on, which need not have ended at a checkpoint's update
        try:
            while self.update < settings.updates:
                if not begun or self.update % settings.check_every == 0:
                    begun = True
                    self.begin()
                self.improve()
                self.update += 1
                events.note(self.plies, self.figures | {"plies_per_second": self.plies_per_second})
                if self.update % settings.check_every == 0 or self.update == settings.updates:
                    self._check()
                    scores = self.log[-1]["scores"].items()
                    events.note(self.plies, {f"score/{name}": score for name, (score, *_) in scores})
                yield self.update
        finally:
            events.close()

    def begin(self) -> None:
        """Begin all games anew, as before each update after a checkpoint, so that a run can go on from one."""
        self.table.begin(self.settings.seed * 1_000_003 + self.update * self.settings.games)

    def network(self) -> Network:
        """What is saved: the policy as it is now, with where it comes from."""
        return PolicyNetwork(self.settings.rules, layers_of(self.policy), self.origin())

    def player(self) -> CompiledAgent:
        """The agent that plays the policy as it is now."""
        return network_agent(PolicyNetwork(self.settings.rules, layers_of(self.policy)))

    def origin(self) -> dict[str, Any]:
        """Where the network comes from, with its last scores."""
        scores = self.log[-1]["scores"] if self.log else {}
        return origin_of(self.settings, self.commands, plies=self.plies, scores=scores)

    def evaluate(self) -> dict[str, list[float]]:
        """The score against each agent of the ladder, with its interval."""
        agent, settings = self.player(), self.settings
        scores = {}
        for name in settings.opponents:
            result = play_match(agent, name, settings.check_games, seed=settings.seed, rules=settings.rules)
            scores[name] = [result.score, *result.interval()]
        return scores

    @property
    def plies(self) -> int:
        """Choices learnt from so far."""
        return self.update * self.settings.games * self.settings.steps

    @property
    def plies_per_second(self) -> float:
        """Of this run so far, collecting and learning together."""
        return self.plies / max(1e-9, self.seconds["playing"] + self.seconds["learning"])

    @property
    def left(self) -> float:
        """The share of the run that is still to come, 1 at the start."""
        return 1 - self.update / self.settings.updates

    def go_on(self) -> None:
        """Take up the checkpoint in the folder, if the settings ask for it; the last thing that a learner's start does.

        Raises:
            ValueError: the checkpoint is damaged, is of a run with other settings, or its networks are given another
                input; or there is one, and ``resume`` is not set.
        """
        if not self.settings.resume:
            check_fresh(self.folder / "checkpoint.pt")
            return
        file, what = self.folder / "checkpoint.pt", f"the checkpoint in {self.folder}"
        with used_as(file, "a checkpoint"):
            checkpoint = torch.load(file, "cpu", weights_only=True)
            settings, told = dict(checkpoint["settings"]), dict(checkpoint["input"])
        check_unchanged(self.settings, settings, MAY_CHANGE, what)
        check_input(told, self.settings.rules, what)
        with used_as(file, "a checkpoint"):
            self.restore(checkpoint)
            self.random.set_state(checkpoint["random"])
            self.update, self.log, self.seconds = checkpoint["update"], checkpoint["log"], checkpoint["seconds"]
            self.commands = checkpoint["commands"] + self.commands

    def _check(self) -> None:
        """Evaluate, log, and save the policy and all that is needed to go on."""
        scores = self.evaluate()
        spent = self.seconds["playing"] + self.seconds["learning"]
        row = {"update": self.update, "plies": self.plies, "seconds": spent, "scores": scores}
        self.log.append(row | self.figures)
        write_text(self.folder / "log.jsonl", "".join(json.dumps(row) + "\n" for row in self.log))
        save_network(self.network(), self.folder / self.FILE)
        self._save()

    def _save(self) -> None:
        checkpoint = {
            "settings": asdict(self.settings),
            "input": input_of(self.settings.rules),
            "commands": self.commands,
            "random": self.random.get_state(),
            "update": self.update,
            "log": self.log,
            "seconds": self.seconds,
        }
        with replacing(self.folder / "checkpoint.pt") as new:
            torch.save(checkpoint | self.saved(), new)


AnyRun = TypeVar("AnyRun", bound=Run[Any])


def to_the_end(run: AnyRun) -> AnyRun:
    """Train to the end; returns the run.

    It prints a line for each checkpoint. On a terminal it draws a progress bar, elsewhere it prints how far it is every
    ten seconds.
    """
    from rich.console import Console

    console = Console(highlight=False)
    told = len(run.log)
    with _progress(run, console) as tell:
        for _ in run.run():
            tell()
            for row in run.log[told:]:
                console.print(checkpoint_line(row), soft_wrap=True)
            told = len(run.log)
    return run


@contextmanager
def _progress(run: Run[Any], console: Any) -> Iterator[Callable[[], object]]:
    """A function to be called after each update; a bar on a terminal, elsewhere lines that come by themselves."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    if not console.is_terminal:
        with said_every(PACE, lambda: print(progress_line(run), flush=True)):
            yield lambda: None
        return
    with Progress(
        BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn(), console=console, transient=True
    ) as bar:
        task = bar.add_task("", total=run.settings.updates)
        yield lambda: bar.update(task, completed=run.update, description=f"{run.plies_per_second:,.0f} plies/s")


def progress_line(run: Run[Any]) -> str:
    """How far a run is, in words."""
    done = f"update {run.update:,} of {run.settings.updates:,}"
    return f"{run.plies:>11,} plies  {done}  {run.plies_per_second:,.0f} plies/s"


def checkpoint_line(row: dict[str, Any]) -> str:
    """A row of the log in words."""
    figures = "  ".join(f"{name} {value:.3f}" for name, value in row.items() if name not in TOLD)
    scores = "  ".join(
        f"{name} {score:.3f} ({low:.3f} to {high:.3f})" for name, (score, low, high) in row["scores"].items()
    )
    told = f"{row['plies']:>11,} plies  {row['seconds']:>6,.0f} s  {figures}"
    return f"{told}  score v {scores}" if scores else told


def main(kind: type[AnyRun], settings: type[RunSettings], arguments: Sequence[str] | None = None) -> AnyRun:
    """The program of a kind of run: its settings from the command line's flags, then training to the end."""
    with errors_in_a_line():
        return to_the_end(kind(parse_settings(settings, arguments)))
