"""Trains a policy network of any game to imitate a search in the positions that the network reaches.

Each update plays some games, partly by the network and partly by the search. It asks the search at every choice,
stores the answers, and trains the network on all answers so far. The target is each action's share of the simulations.
A search that must answer a million times has to be short, so single answers are noisy; the network averages over
similar positions.

Sources: T. Anthony, Z. Tian, D. Barber, "Thinking fast and slow with deep learning and tree search", NeurIPS 2017; S.
Ross, G. Gordon, D. Bagnell, "A reduction of imitation learning and structured prediction to no-regret online learning",
AISTATS 2011.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import torch

from cardkit.learning.labels.positions import Labels
from cardkit.learning.labels.search_labels import AsksTeacher
from cardkit.learning.labels.supervised import Supervised, SupervisedSettings
from cardkit.learning.networks import masked_log_probabilities
from cardkit.learning.settings import flag

LEAST = 50.0  # a log-probability counts as at least minus this: illegal actions have a share of 0


@dataclass(frozen=True)
class ImitationSettings(SupervisedSettings):
    """The settings that all games share; each is a flag of the command line."""

    folder: str = flag("runs/imitation", "folder for the policy, checkpoint, log and labels")
    teacher: str = flag("ismcts:simulations=800", "search to learn from; it must count simulations")
    teacher_share: float = flag(0.5, "share of the games that the search plays; the network plays the others")
    sparring: str = flag("random", "compiled agent at one seat of some games; its choices are not learnt from")
    sparring_share: float = flag(0.3, "share of the games with the sparring agent")
    noise: float = flag(0.1, "share of random plies")

    @property
    def plan(self) -> tuple[float, float, float]:
        """The shares, as `Labeller` takes them."""
        return self.teacher_share, self.sparring_share, self.noise


AnySettings = TypeVar("AnySettings", bound=ImitationSettings)


class Imitation(Supervised[AnySettings]):
    """A training run by imitation.

    Args:
        settings: of the run.
        labeller: asks the teacher.
        inputs: entries of the network's input, the last of which are the action mask.
        actions: number of action ids.
    """

    LEARNER = "imitation"

    def __init__(self, settings: AnySettings, labeller: AsksTeacher, inputs: int, actions: int) -> None:
        self._num_actions = actions
        super().__init__(settings, inputs, actions)
        self.labeller = labeller
        self.go_on()

    def label(self, first: int, games: int) -> Labels:
        """Ask the search in games played by itself and by the current network; return its answers to the choices."""
        return self.labeller.label(self.player(), first, games)

    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        """Compute the cross entropy between the shares of the simulations and the policy."""
        logits = masked_log_probabilities(outputs, inputs[:, -self._num_actions :] > 0)
        return -(labels * logits.clamp(min=-LEAST)).sum(1).mean()
