"""Trains a critic, which sees both hands and learns the result of games in which a strong policy plays both seats.

Each update plays some games, stores some positions of each with the result, and trains the network on all positions so
far, with the plain suits permuted at random. The run writes a critic file for `champion-search:critic=FILE`; see
`baselines.durak.networks.critic`.

    python -m baselines.durak.learning.critic --player policy:path=runs/imitation/policy.safetensors --folder runs/new
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from baselines.durak.learning.durak_run import DurakRun
from baselines.durak.learning.durak_settings import DurakSettings
from baselines.durak.learning.outcome_labels import OutcomeLabeller
from baselines.durak.learning.suit_exchange import drawn_exchange
from baselines.durak.networks.network_file import CriticNetwork
from baselines.durak.networks.network_input import input_size
from cardkit.agents import compiled_agent
from cardkit.learning.labels.positions import Labels
from cardkit.learning.labels.supervised import FRESH_GAMES, Supervised, SupervisedSettings
from cardkit.learning.networks import layers_of
from cardkit.learning.run import main
from cardkit.learning.settings import flag
from durak_env.durak import Durak


@dataclass(frozen=True)
class Settings(SupervisedSettings, DurakSettings):
    """The settings of a run, besides the constants of `outcome_labels`; each is a flag of the command line."""

    folder: str = flag("runs/critic", "folder for the critic, checkpoint, log and positions")
    player: str = flag("champion", "compiled agent that plays both seats")
    plies: int = flag(2_500_000, "positions to learn from")
    hidden: int = flag(128, "units in each of the two hidden layers")
    epochs: int = flag(4, "positions learnt from per update, as a multiple of those added")
    batch: int = flag(2048, "positions per gradient step")
    check_games: int = flag(2000, "held-out games that judge the critic")
    ladder: str = flag("", "leave empty: a critic does not play")


class Critic(Supervised[Settings], DurakRun[Settings]):
    """A training run for a critic."""

    LEARNER = "critic"
    KIND = CriticNetwork
    FILE = "critic.safetensors"

    def __init__(self, settings: Settings) -> None:
        if settings.against or settings.opponents:
            raise ValueError("against and ladder must be empty: a critic plays no games")
        super().__init__(settings, input_size(settings.rules), 1)
        player = compiled_agent("player", settings.player, Durak.AGENTS)
        self.labeller = OutcomeLabeller(settings.rules, player, settings.seed, settings.threads)
        self.go_on()

    def label(self, first: int, games: int) -> Labels:
        """Label positions of some games with the results."""
        return self.labeller.label(first, games)

    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        """Compute the cross entropy between the results and the critic's predictions."""
        return binary_cross_entropy_with_logits(outputs, labels)

    def varied(self, labels: Labels) -> Labels:
        """Permute the plain suits of the inputs."""
        inputs, _ = drawn_exchange(self.settings.rules, self.random)
        return Labels(labels.inputs[:, inputs], labels.targets)

    def network(self) -> CriticNetwork:
        """Make the current critic, with its origin."""
        return CriticNetwork(self.settings.rules, layers_of(self.policy), self.origin())

    def evaluate(self) -> dict[str, list[float]]:
        """Return no scores; add the critic's error on held-out games to the figures."""
        fresh = self.labeller.label(FRESH_GAMES, self.settings.check_games)
        logits = torch.from_numpy(self.network().logits(fresh.inputs))
        results = torch.from_numpy(fresh.targets)
        decided = fresh.targets != 0.5
        right = (logits.numpy() > 0) == (fresh.targets > 0.5)
        self.figures["fresh loss"] = float(binary_cross_entropy_with_logits(logits, results))
        self.figures["called right"] = float(np.mean(right[decided]))
        return {}


if __name__ == "__main__":
    main(Critic, Settings)
