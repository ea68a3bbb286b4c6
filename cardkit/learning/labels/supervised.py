"""Runs that learn from labels: an update labels some positions, stores them, and learns from all labels so far.

Subclasses decide who labels positions, and measure how far the network's outputs are from a label.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
from torch import nn

from cardkit.checks import check_whole
from cardkit.learning.labels.label_store import LabelStore
from cardkit.learning.labels.positions import Labels
from cardkit.learning.networks import mlp
from cardkit.learning.run import Run
from cardkit.learning.settings import RunSettings, flag

FRESH_GAMES = 1 << 40  # games numbered from here are never learnt from
GAMES_AT_ONCE = 32  # least number that the threads share, so that none waits long for the last


@dataclass(frozen=True)
class SupervisedSettings(RunSettings):
    """The settings that these runs share."""

    games: int = flag(256, "times steps: positions labelled per update")
    plies: int = flag(2_000_000, "positions to label")
    labelling: float = flag(0.8, "share of the updates that label; the others go over the labels again")
    epochs: int = flag(8, "positions learnt from per update, as a multiple of those labelled")
    batch: int = flag(1024, "positions per gradient step")
    learning_rate: float = flag(1e-3, "initial learning rate; it falls linearly to 0")

    @property
    def updates(self) -> int:
        """The number of updates in the run."""
        return max(1, round(self.plies / (self.games * self.steps) / self.labelling))


AnySettings = TypeVar("AnySettings", bound=SupervisedSettings)


class Supervised(Run[AnySettings]):
    """A run with a network and all labels so far.

    Args:
        settings: of the run.
        inputs: entries of the network's input.
        outputs: number of its outputs.
    """

    def __init__(self, settings: AnySettings, inputs: int, outputs: int) -> None:
        super().__init__(settings)
        self.policy: nn.Sequential = mlp(inputs, settings.hidden, outputs, 0.01, self.random).to(self.device)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), settings.learning_rate, fused=True)
        self.labels = LabelStore(self.folder / "labels", settings.plies, (inputs, outputs))
        self.played = 0  # number of games so far

    @abstractmethod
    def label(self, first: int, games: int) -> Labels:
        """Play the games numbered from ``first`` and label their positions."""

    @abstractmethod
    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        """Measure the distance between the network's outputs and a batch of labels."""

    def varied(self, labels: Labels) -> Labels:
        """Return a batch as it is learnt from: here unchanged; or changed at random where a game looks alike."""
        return labels

    def begin(self) -> None:
        """Do nothing: each update plays its own games to the end."""

    @property
    def plies(self) -> int:
        """Number of positions labelled so far."""
        return self.labels.count

    def improve(self) -> None:
        """Do one update: label some positions and learn from all labels."""
        began = time.perf_counter()
        if self.labels.count < self.settings.plies:
            self._ask()
        asked = time.perf_counter()
        self._learn()
        self.seconds["playing"] += asked - began
        self.seconds["learning"] += time.perf_counter() - asked

    def _ask(self) -> None:
        enough = min(self.labels.count + self.settings.games * self.settings.steps, self.settings.plies)
        while self.labels.count < enough:
            self.labels.add(self.label(self.played, GAMES_AT_ONCE))
            self.played += GAMES_AT_ONCE

    def _learn(self) -> None:
        settings = self.settings
        self.optimizer.param_groups[0]["lr"] = settings.learning_rate * self.left
        for _ in range(settings.epochs * settings.games * settings.steps // settings.batch):
            drawn = torch.randint(self.labels.count, (settings.batch,), generator=self.random)
            varied = self.varied(self.labels.rows(drawn.numpy()))
            inputs, labels = (torch.from_numpy(some).to(self.device) for some in varied)
            loss = self.loss(self.policy(inputs), inputs, labels)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.figures["loss"] = float(loss.detach())

    def saved(self) -> dict[str, Any]:
        """Return the network and the optimizer; the labels have their own files."""
        self.labels.save()
        return super().saved() | {"answers": self.labels.count, "played": self.played}

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore the state that `saved` returned."""
        super().restore(saved)
        for name in ("answers", "played"):
            check_whole(name, saved[name], 0)
        if saved["answers"] > self.settings.plies:
            raise ValueError(
                f"{saved['answers']:,} positions are already labelled, more than plies={self.settings.plies}"
            )
        self.played = saved["played"]
        self.labels.load(saved["answers"])
