"""Imitation of a search in Oh Hell!: a policy network learns what ``ismcts`` would bid and play.

The algorithm is `cardkit.learning.imitation`, which knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from baselines.oh_hell.learning.oh_hell_run import OhHellRun, OhHellSettings
from baselines.oh_hell.learning.suit_permutations import suit_permutations
from baselines.oh_hell.search.agent import SearchAgent
from baselines.oh_hell.search.memory import LAYOUT
from cardkit.agents import compiled_agent
from cardkit.learning import imitation
from cardkit.learning.imitation import ImitationSettings
from cardkit.learning.labels.positions import Labels
from cardkit.learning.labels.search_labels import Labeller
from cardkit.learning.settings import flag
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.oh_hell import OhHell


@dataclass(frozen=True)
class Settings(ImitationSettings, OhHellSettings):
    """The settings of a run; each is a flag of the command line."""

    teacher: str = flag("ismcts:simulations=200", "search to learn from, with one tree a choice")
    sparring: str = flag(
        "informed:version=2", "compiled agent at one seat of some games; its choices are not learnt from"
    )


class Imitation(imitation.Imitation[Settings], OhHellRun[Settings]):
    """A training run by imitation."""

    def __init__(self, settings: Settings) -> None:
        game = OhHell(settings.rules)
        teacher = compiled_agent("teacher", settings.teacher, game.AGENTS)
        if not isinstance(teacher, SearchAgent):
            raise ValueError(f"teacher must be a search of one tree, such as ismcts, got {settings.teacher!r}")
        sparring = compiled_agent("sparring", settings.sparring, game.AGENTS)
        labeller = Labeller(
            game, Encoding(settings.rules), LAYOUT, teacher, sparring, settings.plan, settings.seed, settings.threads
        )
        super().__init__(settings, labeller, labeller.input_size, game.num_actions)

    def varied(self, labels: Labels) -> Labels:
        """Permute the suits of a batch of labels at random, by which a network learns faster from few labels."""
        inputs, actions = suit_permutations(self.settings.rules)
        number = int(torch.randint(len(inputs), (1,), generator=self.random))
        return Labels(labels.inputs[:, inputs[number]], labels.targets[:, actions[number]])
