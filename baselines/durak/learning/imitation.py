"""Trains a policy network to imitate a search in the positions that the network reaches.

Each update plays some games, partly by the network and partly by the search. It asks the search at every choice,
stores the answers, and trains the network on all answers so far. The target is each action's share of the simulations;
the plain suits are permuted at random, since they differ in name only. A search that must answer a million times has to
be short, so single answers are noisy; the network averages over similar positions. docs/training.md compares the two.

Sources: T. Anthony, Z. Tian, D. Barber, "Thinking fast and slow with deep learning and tree search", NeurIPS 2017; S.
Ross, G. Gordon, D. Bagnell, "A reduction of imitation learning and structured prediction to no-regret online learning",
AISTATS 2011.

    durak train --preset imitation --plies 1000000 --teacher ismcts:simulations=800 --folder runs/imitation
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from baselines.durak.agents.exact import searching
from baselines.durak.arena.roster import make_agent
from baselines.durak.learning.labels.positions import Labels
from baselines.durak.learning.labels.search_labels import Labeller
from baselines.durak.learning.labels.supervised import Supervised, SupervisedSettings
from baselines.durak.networks.network_input import exchanges
from baselines.durak.search.agent import SearchAgent
from cardkit.learning.networks import masked_log_probabilities
from cardkit.learning.run import main
from cardkit.learning.settings import flag
from durak_env.compiled_agents import CompiledAgent

LEAST = 50.0  # a log-probability counts as at least minus this: illegal actions have a share of 0


@dataclass(frozen=True)
class Settings(SupervisedSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/imitation", "folder for the policy, checkpoint, log and labels")
    teacher: str = flag("ismcts:simulations=800", "search to learn from; it must count simulations")
    teacher_share: float = flag(0.5, "share of the games that the search plays; the network plays the others")
    sparring: str = flag("greedy", "compiled agent at one seat of some games; its choices are not learnt from")
    sparring_share: float = flag(0.3, "share of the games with the sparring agent")
    noise: float = flag(0.1, "share of random plies")


class Imitation(Supervised[Settings]):
    """A training run by imitation."""

    def __init__(self, settings: Settings) -> None:
        if settings.against:
            raise ValueError("against must be empty: imitation plays with its teacher and its sparring agent only")
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

    def label(self, first: int, games: int) -> Labels:
        """The search's answers to the choices in games played by the search and by the current network."""
        return self.labeller.label(self.player(), first, games)

    def loss(self, outputs: torch.Tensor, inputs: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        """The cross entropy between the shares of the simulations and the policy."""
        logits = masked_log_probabilities(outputs, inputs[:, -self.settings.rules.num_actions :] > 0)
        return -(labels * logits.clamp(min=-LEAST)).sum(1).mean()

    def renamed(self, labels: Labels, exchange: int) -> Labels:
        """The inputs and targets with the plain suits permuted."""
        inputs, actions = exchanges(self.settings.rules)
        return Labels(labels.inputs[:, inputs[exchange]], labels.targets[:, actions[exchange]])


def _search(spec: str) -> CompiledAgent:
    agent = make_agent(spec)
    if not isinstance(agent, CompiledAgent) or not isinstance(searching(agent), SearchAgent):
        raise ValueError(f"teacher must be a search that counts simulations, such as ismcts, got {spec!r}")
    return agent


def _compiled(spec: str) -> CompiledAgent:
    agent = make_agent(spec)
    if not isinstance(agent, CompiledAgent):
        raise ValueError(f"sparring must be a compiled agent, such as greedy, got {spec!r}")
    return agent


if __name__ == "__main__":
    main(Imitation, Settings)
