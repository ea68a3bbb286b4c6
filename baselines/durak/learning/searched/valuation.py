"""Trains a critic on searched positions that `durak label` has stored.

A position's target is the result of its game, or in part the value that the search found there (``--outcome``), which
is less noisy but of a seat that sees one hand. A solved endgame has its exact value. The last pieces are not learnt
from: they judge the critic.

python -m baselines.durak.learning.searched.valuation --labels runs/labels --folder runs/valued
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from baselines.durak.learning.searched.positions import Piece, PieceFolder
from baselines.durak.learning.searched.reliability import Judged, judged_positions
from baselines.durak.learning.searched.stored import StoredRun, StoredSettings
from baselines.durak.learning.searched.targets import chances_to_win
from baselines.durak.learning.suit_exchange import drawn_exchange
from baselines.durak.networks.network_file import CriticNetwork
from cardkit.checks import check_whole, real
from cardkit.learning.networks import layers_of
from cardkit.learning.run import main
from cardkit.learning.settings import flag


@dataclass(frozen=True)
class Settings(StoredSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/valued", "folder for the critic, checkpoint and log")
    outcome: float = flag(1.0, "share of the game's result in the target; the rest is the value that the search found")
    held_out: int = flag(40, "pieces at the end that judge the critic and are not learnt from")
    plies: int = flag(8_000_000, "positions to learn from, each as often as it is drawn")
    ladder: str = flag("", "leave empty: a critic does not play")


class Valuation(StoredRun[Settings]):
    """A training run for a critic."""

    LEARNER = "valuation"
    KIND = CriticNetwork
    FILE = "critic.safetensors"

    def __init__(self, settings: Settings) -> None:
        if settings.opponents:
            raise ValueError("against and ladder must be empty: a critic plays no games")
        real("outcome", settings.outcome, 0, 1, 1)
        check_whole("held_out", settings.held_out, 1)
        super().__init__(settings)

    def numbers(self, folder: PieceFolder) -> list[int]:
        """List all pieces but those held out."""
        return super().numbers(folder)[: -self.settings.held_out]

    @cached_property
    def judged(self) -> Judged:
        """The pieces held out."""
        folder = PieceFolder(Path(self.settings.labels))
        return judged_positions(folder, super().numbers(folder)[-self.settings.held_out :])

    def learnt_from(self, piece: Piece) -> tuple[np.ndarray, np.ndarray]:
        """Return the position with both hands, and the chance to win, where something tells it."""
        chances = chances_to_win(piece, self.settings.outcome)
        told = ~np.isnan(chances)
        return piece.open_inputs[told], chances[told, None].astype(np.float16)

    def varied(self, inputs: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Permute the plain suits of a batch at random."""
        entries, _ = drawn_exchange(self.settings.rules, self.random)
        return inputs[:, entries], targets

    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Compute the cross entropy between the targets and the critic's predictions."""
        return binary_cross_entropy_with_logits(outputs, targets)

    def network(self) -> CriticNetwork:
        """Make the current critic, with its origin."""
        return CriticNetwork(self.settings.rules, layers_of(self.policy), self.origin())

    def evaluate(self) -> dict[str, list[float]]:
        """Return no scores; add to the figures how well the critic predicts the results of the pieces held out."""
        self.figures |= self.judged.figures(self.network())
        return {}


if __name__ == "__main__":
    main(Valuation, Settings)
