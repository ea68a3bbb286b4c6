"""Imitation of a search: a policy network learns what a search would do in the positions that it gets into.

Each update plays some games, partly by the network and partly by the search, asks the search at every choice, keeps its
answers, and improves the network on all answers so far: towards the shares of the simulations that each action got,
with the plain suits exchanged at will, since nothing but their names tells them apart. The answers to single positions
are noisy, since a search that has to be asked a million times has to be short; the network averages over positions that
are alike, and plays better than the search that it learns from.

Sources: T. Anthony, Z. Tian, D. Barber, "Thinking fast and slow with deep learning and tree search", NeurIPS 2017; S.
Ross, G. Gordon, D. Bagnell, "A reduction of imitation learning and structured prediction to no-regret online learning",
AISTATS 2011.

    python -m baselines.training.imitation --plies 1000000 --teacher ismcts:simulations=800 --folder runs/imitation
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from baselines.agents.exact import searching
from baselines.agents.protocol import CompiledAgent
from baselines.arena.roster import make_agent
from baselines.networks.network_input import exchanges
from baselines.search.agent import SearchAgent
from baselines.training.labels.positions import Labels
from baselines.training.labels.search_labels import Labeller
from baselines.training.labels.supervised import Supervised, SupervisedSettings
from baselines.training.networks import masked_log_probabilities
from baselines.training.run import main
from baselines.training.settings import flag

LEAST = 50.0  # a log-probability is not taken for less than minus this: illegal actions have a share of 0


@dataclass(frozen=True)
class Settings(SupervisedSettings):
    """What a run depends on; each is a flag of the command line."""

    folder: str = flag("runs/imitation", "where policy, checkpoint, log and labels are written")
    teacher: str = flag("ismcts:simulations=800", "the search to learn from, one of those that count simulations")
    teacher_share: float = flag(0.5, "share of the games that the search plays, the network the others")
    sparring: str = flag("greedy", "a compiled agent at one seat of some games, not learnt from")
    sparring_share: float = flag(0.3, "share of those games")
    noise: float = flag(0.1, "share of uniform plies")


class Imitation(Supervised[Settings]):
    """A run of imitation."""

    def __init__(self, settings: Settings) -> None:
        if settings.against:
            raise ValueError("imitation plays with its teacher and with sparring, not against another agent")
        super().__init__(settings, settings.rules.num_actions)
        self.labeller = Labeller(
            settings.rules,
            _search(settings.teacher),
            _compiled(settings.sparring),
            (settings.teacher_share, settings.sparring_share, settings.noise),
            settings.seed,
            settings.threads,
        )
        self.go_on()

    def answer(self, first: int, games: int) -> Labels:
        """What the search says of the choices in games of its own and of the network as it is."""
        return self.labeller.label(self.player(), first, games)

    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
        """The cross entropy between the shares of the simulations and the policy."""
        logits = masked_log_probabilities(outputs, inputs[:, -self.settings.rules.num_actions :] > 0)
        return -(answers * logits.clamp(min=-LEAST)).sum(1).mean()

    def renamed(self, answers: Labels, exchange: int) -> Labels:
        """Inputs and targets with other names for the plain suits."""
        inputs, actions = exchanges(self.settings.rules)
        return Labels(answers.inputs[:, inputs[exchange]], answers.targets[:, actions[exchange]])


def _search(spec: str) -> CompiledAgent:
    agent = make_agent(spec)
    if not isinstance(agent, CompiledAgent) or not isinstance(searching(agent), SearchAgent):
        raise ValueError(f"teacher is a search that counts its simulations, such as ismcts, not {spec!r}")
    return agent


def _compiled(spec: str) -> CompiledAgent:
    agent = make_agent(spec)
    if not isinstance(agent, CompiledAgent):
        raise ValueError(f"sparring is a compiled agent, such as greedy, not {spec!r}")
    return agent


if __name__ == "__main__":
    main(Imitation, Settings)
