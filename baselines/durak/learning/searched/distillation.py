"""Trains a policy network on searched positions that `durak label` has stored.

python -m baselines.durak.learning.searched.distillation --labels runs/labels --folder runs/distilled
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from baselines.durak.agents.policy import network_agent
from baselines.durak.learning.searched.positions import Piece
from baselines.durak.learning.searched.stored import StoredRun, StoredSettings
from baselines.durak.learning.searched.targets import COMPLETED, SHARES, targets_of
from baselines.durak.learning.suit_exchange import drawn_exchange
from baselines.durak.networks.champions import GENERATIONS, LATEST
from baselines.durak.networks.network_file import PolicyNetwork
from cardkit.checks import check_choice
from cardkit.learning.imitation import LEAST
from cardkit.learning.networks import layers_of, masked_log_probabilities
from cardkit.learning.run import main
from cardkit.learning.settings import flag
from durak_env.compiled_agents import CompiledAgent


@dataclass(frozen=True)
class Settings(StoredSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/distilled", "folder for the policy, checkpoint and log")
    target: str = flag(COMPLETED, "what is learnt: completed (priors improved by values) or shares of simulations")
    scale: float = flag(12.0, "of values as logits, with target completed")
    start: str = flag(str(GENERATIONS[LATEST].policy), "file of the network that supplies the initial weights")
    hidden: int = flag(512, "units in each of the two hidden layers")
    batch: int = flag(1024, "positions per gradient step")
    learning_rate: float = flag(3e-4, "initial learning rate; it falls linearly to 0")
    check_games: int = flag(4000, "games of the evaluation against each agent")
    ladder: str = flag("champion", "agents for the evaluation, separated by semicolons")
    endgame: str = flag("exact", "how the policy plays endgames in the evaluation: policy or exact")


class Distillation(StoredRun[Settings]):
    """A training run for a policy."""

    LEARNER = "distillation"

    def __init__(self, settings: Settings) -> None:
        check_choice("target", settings.target, (COMPLETED, SHARES))
        super().__init__(settings)

    def learnt_from(self, piece: Piece) -> tuple[np.ndarray, np.ndarray]:
        """Return the position as the seat knows it, and the probabilities that the search teaches."""
        return piece.inputs, targets_of(piece, self.settings.target, self.settings.scale).astype(np.float16)

    def varied(self, inputs: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Permute the plain suits of a batch at random, in its actions too."""
        entries, actions = drawn_exchange(self.settings.rules, self.random)
        return inputs[:, entries], targets[:, actions]

    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Compute the cross entropy between the targets and the policy."""
        logits = masked_log_probabilities(outputs, inputs[:, -self.settings.rules.num_actions :] > 0)
        return -(targets * logits.clamp(min=-LEAST)).sum(1).mean()

    def player(self) -> CompiledAgent:
        """Make the agent that plays the current policy."""
        network = PolicyNetwork(self.settings.rules, layers_of(self.policy))
        return network_agent(network, endgame=self.settings.endgame)


if __name__ == "__main__":
    main(Distillation, Settings)
