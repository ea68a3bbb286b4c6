"""Imitation of a search in Durak: a policy network learns what the search would do in the network's own positions.

The algorithm is `cardkit.learning.imitation`, which knows no game. Here is what Durak brings: the trump suit comes
first in what the network sees, and the plain suits are permuted at random, since they differ in name only.
docs/results/training.md compares searches as teachers.

    durak train --preset imitation --plies 1000000 --teacher ismcts:simulations=800 --folder runs/imitation
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from baselines.durak.agents.exact import searching
from baselines.durak.learning.durak_run import DurakRun
from baselines.durak.learning.durak_settings import DurakSettings
from baselines.durak.learning.suit_exchange import drawn_exchange
from baselines.durak.networks.network_input import action_orders, input_encoding, inputs_of
from baselines.durak.search.agent import SearchAgent
from baselines.durak.search.memory import LAYOUT
from cardkit.agents import CompiledAgent
from cardkit.learning import imitation
from cardkit.learning.imitation import ImitationSettings, compiled_agent
from cardkit.learning.labels.positions import Labels
from cardkit.learning.labels.search_labels import Labeller
from cardkit.learning.run import main
from cardkit.learning.settings import flag
from durak_env.durak import Durak
from durak_env.rules import Rules


@dataclass(frozen=True)
class Settings(ImitationSettings, DurakSettings):
    """The settings of a run; each is a flag of the command line."""

    sparring: str = flag("greedy", "compiled agent at one seat of some games; its choices are not learnt from")


class Imitation(imitation.Imitation[Settings], DurakRun[Settings]):
    """A training run by imitation."""

    def __init__(self, settings: Settings) -> None:
        if settings.against:
            raise ValueError("against must be empty: imitation plays with its teacher and its sparring agent only")
        game = Durak(settings.rules)
        teacher, sparring = _search(game, settings.teacher), compiled_agent(game, "sparring", settings.sparring)
        labels = labeller(settings.rules, teacher, sparring, settings.plan, settings.seed, settings.threads)
        super().__init__(settings, labels)

    def varied(self, labels: Labels) -> Labels:
        """The inputs and targets with the plain suits permuted."""
        inputs, actions = drawn_exchange(self.settings.rules, self.random)
        return Labels(labels.inputs[:, inputs], labels.targets[:, actions])


def labeller(
    rules: Rules,
    teacher: CompiledAgent,
    sparring: CompiledAgent,
    plan: tuple[float, float, float],
    seed: int,
    threads: int,
) -> Labeller:
    """What asks a search, whose memory begins with that of `baselines.durak.search.memory`; trumps come first."""
    game, encoding = Durak(rules), input_encoding(rules)
    return Labeller(game, encoding, LAYOUT, teacher, sparring, plan, seed, threads, partial(_trumps_first, rules))


def _trumps_first(rules: Rules, vectors: np.ndarray, masks: np.ndarray, shares: np.ndarray) -> Labels:
    inputs, rows = inputs_of(vectors, masks, rules)
    return Labels(inputs, np.take_along_axis(shares, action_orders(rules)[rows], axis=1))


def _search(game: Durak, spec: str) -> CompiledAgent:
    agent = compiled_agent(game, "teacher", spec)
    if not isinstance(searching(agent), SearchAgent):
        raise ValueError(f"teacher must be a search that counts simulations, such as ismcts, got {spec!r}")
    return agent


if __name__ == "__main__":
    main(Imitation, Settings)
