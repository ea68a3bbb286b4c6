"""A critic: a network learns how games end in which a strong policy plays both seats, from both hands.

Each update plays some games, writes some positions of each down with the result, and improves the network on all
positions so far, with the plain suits exchanged at will. What it comes to is a critic's file, for
`champion-search:critic=FILE`; see `baselines.networks.critic`.

    python -m baselines.training.critic --player policy:path=runs/imitation/policy.safetensors --folder runs/critic
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from baselines.agents.protocol import CompiledAgent
from baselines.arena.roster import make_agent
from baselines.networks.network_file import CriticNetwork
from baselines.networks.network_input import exchanges
from baselines.training.labels.outcome_labels import OutcomeLabeller
from baselines.training.labels.positions import Labels
from baselines.training.labels.supervised import Supervised, SupervisedSettings
from baselines.training.networks import layers_of
from baselines.training.run import main
from baselines.training.settings import flag

FRESH_GAMES = 1 << 40  # numbers of games that are never learnt from begin here


@dataclass(frozen=True)
class Settings(SupervisedSettings):
    """What a run depends on, beside the constants of `outcome_labels`: flags of the command line."""

    folder: str = flag("runs/critic", "where critic, checkpoint, log and positions are written")
    player: str = flag("champion", "a compiled agent, which plays both seats")
    plies: int = flag(2_500_000, "positions to learn from")
    hidden: int = flag(128, "units of each of the two hidden layers")
    epochs: int = flag(4, "positions learnt from in an update, as a multiple of those that it adds")
    batch: int = flag(2048, "positions a gradient step")
    check_games: int = flag(2000, "games whose positions the critic is judged by, which it does not learn from")
    ladder: str = flag("", "leave it empty: a critic does not play")


class Critic(Supervised[Settings]):
    """A run that learns a critic."""

    KIND = CriticNetwork
    FILE = "critic.safetensors"

    def __init__(self, settings: Settings) -> None:
        if settings.against or settings.opponents:
            raise ValueError("a critic plays against nobody: leave against and ladder empty")
        super().__init__(settings, 1)
        player = make_agent(settings.player)
        if not isinstance(player, CompiledAgent):
            raise ValueError(f"player is a compiled agent, such as champion, not {settings.player!r}")
        self.labeller = OutcomeLabeller(settings.rules, player, settings.seed, settings.threads)
        self.go_on()

    def answer(self, first: int, games: int) -> Labels:
        """Positions of some games, with the results."""
        return self.labeller.label(first, games)

    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
        """The cross entropy between the results and what the critic expects."""
        return binary_cross_entropy_with_logits(outputs, answers)

    def renamed(self, answers: Labels, exchange: int) -> Labels:
        """Inputs with other names for the plain suits."""
        inputs, _ = exchanges(self.settings.rules)
        return Labels(answers.inputs[:, inputs[exchange]], answers.targets)

    def network(self) -> CriticNetwork:
        """The critic as it is now, with where it comes from."""
        return CriticNetwork(self.settings.rules, layers_of(self.policy), self.origin())

    def evaluate(self) -> dict[str, list[float]]:
        """No scores: how far it is from the results of games that it does not learn from goes into the figures."""
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
