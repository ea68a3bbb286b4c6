"""Training runs on searched positions that `durak label` has stored: nothing is played, batches are drawn again."""

from __future__ import annotations

import time
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch

from baselines.durak.learning.durak_run import DurakRun
from baselines.durak.learning.durak_settings import DurakSettings
from baselines.durak.learning.searched.positions import Piece, PieceFolder
from baselines.durak.networks.network_input import input_size
from cardkit.learning.networks import mlp
from cardkit.learning.settings import flag
from durak_env.rules import Rules

STEPS = 100  # gradient steps of an update


@dataclass(frozen=True)
class StoredSettings(DurakSettings):
    """The settings that these runs share; each is a flag of the command line."""

    labels: str = flag("runs/labels", "folder of searched positions")
    pieces: int = flag(1_000_000, "pieces to learn from, at most")
    plies: int = flag(2_000_000, "positions to learn from, each as often as it is drawn")
    learning_rate: float = flag(1e-3, "initial learning rate; it falls linearly to 0")
    check_every: int = flag(10, "updates of a hundred steps between two checkpoints with evaluation")

    @property
    def updates(self) -> int:
        """The number of updates in the run."""
        return max(1, self.plies // (self.batch * STEPS))


AnySettings = TypeVar("AnySettings", bound=StoredSettings)


class StoredRun(DurakRun[AnySettings]):
    """A run that learns from the pieces of a folder."""

    def __init__(self, settings: AnySettings) -> None:
        if settings.against:
            raise ValueError("against must be empty: nothing is played")
        if not settings.rules.plays_like(Rules()):
            raise ValueError(f"searched positions are of the standard rules, not of {settings.rules}")
        super().__init__(settings)
        inputs, outputs = input_size(settings.rules), self.KIND.outputs(settings.rules)
        self.policy = mlp(inputs, settings.hidden, outputs, 0.01, self.random).to(self.device)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), settings.learning_rate, fused=True)
        self._inputs, self._targets = self._read()
        self.go_on()

    @abstractmethod
    def learnt_from(self, piece: Piece) -> tuple[np.ndarray, np.ndarray]:
        """Return the inputs and targets of a piece, float16 of shapes (positions, entries) and (positions, outputs)."""

    @abstractmethod
    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Measure the distance between the network's outputs and a batch of targets."""

    @abstractmethod
    def varied(self, inputs: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Permute the plain suits of a batch at random."""

    def numbers(self, folder: PieceFolder) -> list[int]:
        """List the pieces to learn from."""
        return folder.numbers()[: self.settings.pieces]

    def _read(self) -> tuple[np.ndarray, np.ndarray]:
        folder = PieceFolder(Path(self.settings.labels))
        if not (numbers := self.numbers(folder)):
            raise ValueError(f"{self.settings.labels} holds no searched positions: make some with durak label")
        pieces = (self.learnt_from(folder.read(number)) for number in numbers)
        inputs, targets = (np.concatenate(arrays) for arrays in zip(*pieces, strict=True))
        return inputs, targets

    @property
    def plies(self) -> int:
        """The number of positions learnt from so far, with repetitions."""
        return self.update * self.settings.batch * STEPS

    def begin(self) -> None:
        """Do nothing: no games are played."""

    def improve(self) -> None:
        """Do one update of `STEPS` gradient steps."""
        settings, losses, began = self.settings, [], time.perf_counter()
        self.optimizer.param_groups[0]["lr"] = settings.learning_rate * self.left
        for _ in range(STEPS):
            drawn = torch.randint(len(self._inputs), (settings.batch,), generator=self.random).numpy()
            varied = self.varied(self._inputs[drawn], self._targets[drawn])
            inputs, targets = (torch.from_numpy(some.astype(np.float32)).to(self.device) for some in varied)
            loss = self.loss(self.policy(inputs), inputs, targets)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(float(loss.detach()))
        self.figures["loss"] = float(np.mean(losses))
        self.seconds["learning"] += time.perf_counter() - began
