"""The reliability of critics' predictions of results: their error, and the curve by what they predicted.

python -m baselines.durak.learning.searched.reliability --labels runs/labels runs/valued/critic.safetensors
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from baselines.durak.learning.searched.positions import PieceFolder
from baselines.durak.networks.network_file import CriticNetwork, load_critic
from cardkit.checks import check_whole
from cardkit.learning.settings import errors_in_a_line

BINS = 10
CERTAIN = 1e-6  # the least probability that a prediction leaves to the other result


class Judged(NamedTuple):
    """Positions whose games ended without a further ply by chance.

    Attributes:
        inputs: of a critic, float16 of shape (positions, entries).
        results: 1 for a win of the seat to move, 0 for a loss, 0.5 for a draw.
    """

    inputs: np.ndarray
    results: np.ndarray

    def figures(self, critic: CriticNetwork) -> dict[str, float]:
        """Compute the cross entropy of a critic's predictions, and how often it names the winner of decided games."""
        chances, results = self.chances(critic), self.results
        decided = results != 0.5
        losses = -results * np.log(chances) - (1 - results) * np.log(1 - chances)
        right = (chances > 0.5) == (results > 0.5)
        return {"fresh loss": float(losses.mean()), "called right": float(right[decided].mean())}

    def chances(self, critic: CriticNetwork) -> np.ndarray:
        """Compute the predicted chances to win."""
        logits = critic.logits(self.inputs.astype(np.float32))[:, 0].astype(np.float64)
        return np.clip(1 / (1 + np.exp(-logits)), CERTAIN, 1 - CERTAIN)

    def curve(self, critic: CriticNetwork) -> list[tuple[int, float, float]]:
        """List for each tenth of the range that has some: how many there are, their mean, and the mean result."""
        return curve_of(self.chances(critic), self.results)


def judged_positions(folder: PieceFolder, numbers: Sequence[int]) -> Judged:
    """Collect the positions of some pieces whose results are known."""
    pieces = [folder.read(number) for number in numbers]
    results = np.concatenate([piece.outcomes.astype(np.float64) for piece in pieces])
    inputs = np.concatenate([piece.open_inputs for piece in pieces])
    return Judged(inputs[results >= 0], results[results >= 0])


def curve_of(told: np.ndarray, came: np.ndarray) -> list[tuple[int, float, float]]:
    """List for each tenth of the range of what was told that has some: how many, their mean, and what came."""
    bins = np.minimum((told * BINS).astype(int), BINS - 1)
    inside = [bins == number for number in sorted(set(bins.tolist()))]
    return [(int(one.sum()), float(told[one].mean()), float(came[one].mean())) for one in inside]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table of the predictions of each critic."""
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--labels", type=Path, default=Path("runs/labels"), help="folder of searched positions")
    parser.add_argument("--last", type=int, default=40, help="pieces at its end to judge by")
    parser.add_argument("critics", nargs="+", help="files of critics")
    chosen = parser.parse_args(arguments)
    with errors_in_a_line():
        check_whole("last", chosen.last, 1)
        folder = PieceFolder(chosen.labels)
        judged = judged_positions(folder, folder.numbers()[-chosen.last :])
        for file in chosen.critics:
            print(curve_in_words(file, judged, load_critic(file)))


def curve_in_words(file: str, judged: Judged, critic: CriticNetwork) -> str:
    """Write a critic's figures and its curve, as Markdown."""
    figures = ", ".join(f"{name} {value:.4f}" for name, value in judged.figures(critic).items())
    rows = [f"| {count:,} | {told:.3f} | {won:.3f} |" for count, told, won in judged.curve(critic)]
    head = f"{file}: {len(judged.results):,} positions, {figures}", "", "| positions | predicted | won |"
    return "\n".join([*head, "| ---: | ---: | ---: |", *rows, ""])


if __name__ == "__main__":
    main()
