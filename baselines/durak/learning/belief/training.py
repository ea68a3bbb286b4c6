"""Trains a network that says which unseen cards the other hand holds, on games of a strong policy.

Each update plays some games, stores the choices of both seats with the other hand, and trains the network on all of
them, with the plain suits permuted at random. The run writes a file for `champion-search:belief=FILE`.

    durak train --preset belief --folder runs/belief
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from baselines.durak.learning.belief.hands import HandLabeller
from baselines.durak.learning.belief.hidden import Hidden
from baselines.durak.learning.durak_run import DurakRun
from baselines.durak.learning.durak_settings import DurakSettings
from baselines.durak.learning.suit_exchange import drawn_exchange
from baselines.durak.networks.network_file import BeliefNetwork
from baselines.durak.networks.network_input import input_encoding, input_size
from cardkit.agents import compiled_agent
from cardkit.learning.labels.positions import Labels
from cardkit.learning.labels.supervised import FRESH_GAMES, Supervised, SupervisedSettings
from cardkit.learning.networks import layers_of
from cardkit.learning.run import main
from cardkit.learning.settings import flag, parted
from durak_env.durak import Durak


@dataclass(frozen=True)
class Settings(SupervisedSettings, DurakSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/belief", "folder for the network, checkpoint, log and positions")
    player: str = flag("champion:endgame=policy", "compiled agent in a seat of each game, and in both of every second")
    sparring: str = flag(
        "greedy;smart;ismcts:simulations=300", "compiled agents that it meets in the others, separated by semicolons"
    )
    plies: int = flag(3_000_000, "positions to learn from")
    epochs: int = flag(4, "positions learnt from per update, as a multiple of those added")
    check_games: int = flag(2000, "held-out games that judge the network")
    ladder: str = flag("", "leave empty: a belief does not play")


class Belief(Supervised[Settings], DurakRun[Settings]):
    """A training run for a belief."""

    LEARNER = "belief"
    KIND = BeliefNetwork
    FILE = "belief.safetensors"

    def __init__(self, settings: Settings) -> None:
        if settings.against or settings.opponents:
            raise ValueError("against and ladder must be empty: a belief plays no games")
        super().__init__(settings, input_size(settings.rules), settings.rules.num_cards)
        game = Durak(settings.rules)
        player = compiled_agent("player", settings.player, game.AGENTS)
        sparring = [compiled_agent("sparring", spec, game.AGENTS) for spec in parted(settings.sparring)]
        self.labeller = HandLabeller(settings.rules, player, sparring, settings.seed, settings.threads)
        self._unseen = input_encoding(settings.rules).slices["unseen"]
        self.go_on()

    def label(self, first: int, games: int) -> Labels:
        """Label positions of some games with the other hand."""
        return self.labeller.label(first, games)

    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        """Compute the cross entropy a position, of the cards whose place the seat does not know."""
        unseen = inputs[:, self._unseen] > 0
        return binary_cross_entropy_with_logits(outputs, labels, unseen.float(), reduction="sum") / len(outputs)

    def varied(self, labels: Labels) -> Labels:
        """Permute the plain suits of the inputs and hands."""
        inputs, actions = drawn_exchange(self.settings.rules, self.random)
        return Labels(labels.inputs[:, inputs], labels.targets[:, actions[: self.settings.rules.num_cards]])

    def network(self) -> BeliefNetwork:
        """Make the current belief, with its origin."""
        return BeliefNetwork(self.settings.rules, layers_of(self.policy), self.origin())

    def evaluate(self) -> dict[str, list[float]]:
        """Return no scores; add to the figures how many bits a held-out unseen card takes, and if all were alike."""
        fresh = self.labeller.label(FRESH_GAMES, self.settings.check_games)
        unseen = fresh.inputs[:, self._unseen] > 0
        logits, held = torch.from_numpy(self.network().logits(fresh.inputs)), torch.from_numpy(fresh.targets)
        weights = torch.from_numpy(unseen).float()
        bits = binary_cross_entropy_with_logits(logits, held, weights, reduction="sum") / np.log(2)
        self.figures["bits a card"] = float(bits / unseen.sum())
        hidden = Hidden(fresh.inputs, unseen, fresh.targets * unseen)
        self.figures["bits if all are alike"] = hidden.bits(hidden.by_the_rules())
        return {}


if __name__ == "__main__":
    main(Belief, Settings)
