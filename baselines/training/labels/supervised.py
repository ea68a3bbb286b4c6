"""Runs that learn from answers: an update asks about some positions, keeps what it is told, and learns from all so far.

A kind of learner says who is asked, and how far its network's outputs are from an answer.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
from torch import nn

from baselines.networks.network_input import exchanges, input_size
from baselines.training.labels.label_store import Answers
from baselines.training.labels.positions import Labels
from baselines.training.networks import mlp, start_from
from baselines.training.run import Run
from baselines.training.settings import RunSettings, flag

GAMES_AT_ONCE = 32  # that the threads share; so many at least, so that none has to wait long for the last


@dataclass(frozen=True)
class SupervisedSettings(RunSettings):
    """What such runs have in common."""

    games: int = flag(256, "times steps: positions labelled in an update")
    plies: int = flag(2_000_000, "positions to ask about")
    labelling: float = flag(0.8, "share of the updates that ask; the others go over the answers once more")
    epochs: int = flag(8, "positions learnt from in an update, as a multiple of those that one asks about")
    batch: int = flag(1024, "positions a gradient step")
    learning_rate: float = flag(1e-3, "at the start; it falls to 0 in a straight line")

    @property
    def updates(self) -> int:
        """How many make up the run."""
        return max(1, round(self.plies / (self.games * self.steps) / self.labelling))


AnySettings = TypeVar("AnySettings", bound=SupervisedSettings)


class Supervised(Run[AnySettings]):
    """The network, and all answers so far.

    Args:
        settings: of the run.
        outputs: of the network.
    """

    def __init__(self, settings: AnySettings, outputs: int) -> None:
        super().__init__(settings)
        inputs = input_size(settings.rules)
        self.policy: nn.Sequential = mlp(inputs, settings.hidden, outputs, 0.01, self.random).to(self.device)
        if settings.start:
            start_from(self.policy, settings.start, self.KIND)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), settings.learning_rate, fused=True)
        self.answers = Answers(self.folder / "labels", settings.plies, (inputs, outputs))
        self.played = 0  # games so far

    @abstractmethod
    def answer(self, first: int, games: int) -> Labels:
        """Play the games from a number on, and ask about their positions."""

    @abstractmethod
    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
        """How far the network is from a batch of answers."""

    @abstractmethod
    def renamed(self, answers: Labels, exchange: int) -> Labels:
        """The same answers with the plain suits in the order of one of the `exchanges`."""

    def begin(self) -> None:
        """Nothing: an update plays games of its own, each to its end."""

    @property
    def plies(self) -> int:
        """Positions asked about so far."""
        return self.answers.count

    def improve(self) -> None:
        """One update: ask about some positions, and learn from all answers."""
        began = time.perf_counter()
        if self.answers.count < self.settings.plies:
            self._ask()
        asked = time.perf_counter()
        self._learn()
        self.seconds["playing"] += asked - began
        self.seconds["learning"] += time.perf_counter() - asked

    def _ask(self) -> None:
        enough = min(self.answers.count + self.settings.games * self.settings.steps, self.settings.plies)
        while self.answers.count < enough:
            self.answers.add(self.answer(self.played, GAMES_AT_ONCE))
            self.played += GAMES_AT_ONCE

    def _learn(self) -> None:
        settings = self.settings
        self.optimizer.param_groups[0]["lr"] = settings.learning_rate * self.left
        for _ in range(settings.epochs * settings.games * settings.steps // settings.batch):
            drawn = torch.randint(self.answers.count, (settings.batch,), generator=self.random)
            inputs, answers = self._with_suits_exchanged(self.answers.rows(drawn.numpy()))
            loss = self.loss(self.policy(inputs), inputs, answers)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.figures["loss"] = float(loss.detach())

    def _with_suits_exchanged(self, answers: Labels) -> list[torch.Tensor]:
        """The same answers with other names for the plain suits, which differ in nothing else, drawn for each batch."""
        number = len(exchanges(self.settings.rules)[0])
        drawn = int(torch.randint(number, (1,), generator=self.random))
        return [torch.from_numpy(some).to(self.device) for some in self.renamed(answers, drawn)]

    def saved(self) -> dict[str, Any]:
        """The network and the optimizer; the answers have files of their own."""
        self.answers.save()
        own = {name: getattr(self, name).state_dict() for name in ("policy", "optimizer")}
        return own | {"answers": self.answers.count, "played": self.played}

    def restore(self, saved: dict[str, Any]) -> None:
        """Take up what `saved` gave."""
        for name in ("policy", "optimizer"):
            getattr(self, name).load_state_dict(saved[name])
        if saved["answers"] > self.settings.plies:
            raise ValueError(
                f"{saved['answers']:,} positions are labelled already, more than plies={self.settings.plies}"
            )
        self.played = saved["played"]
        self.answers.load(saved["answers"])
