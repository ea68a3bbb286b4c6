"""Imitation of a search in Durak: a policy network learns what the search would do in the network's own positions.

The algorithm is `cardkit.learning.imitation`, which knows no game. Here is what Durak brings: the trump suit comes
first in what the network sees, and the plain suits are permuted at random, since they differ in name only.
docs/results/training.md compares searches as teachers.

    python -m baselines.durak.learning.imitation --plies 1000000 --teacher ismcts:simulations=800 --folder runs/new
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np

from baselines.durak.agents.exact import searching
from baselines.durak.learning.durak_run import DurakRun
from baselines.durak.learning.durak_settings import DurakSettings
from baselines.durak.learning.suit_exchange import drawn_exchange
from baselines.durak.networks.network_input import (
    action_orders,
    input_encoding,
    input_size,
    inputs_of,
    seated_among,
)
from baselines.durak.search.agent import SearchAgent
from baselines.durak.search.memory import LAYOUT
from cardkit.agents import CompiledAgent, compiled_agent
from cardkit.learning import imitation
from cardkit.learning.imitation import ImitationSettings
from cardkit.learning.labels.positions import Labels
from cardkit.learning.labels.search_labels import AsksTeacher, Labeller
from cardkit.learning.run import main
from cardkit.learning.settings import flag, rules_flags
from durak_env.durak import Durak
from durak_env.rules import Rules

RULES = ("start_rank", "num_suits", "hand_size", "transfer", "passport")
"""The rules that vary, with two seats; `baselines.durak.learning.many_seats` has larger tables."""


@dataclass(frozen=True)
class Settings(ImitationSettings, DurakSettings):
    """The settings of a run; each is a flag of the command line."""

    sparring: str = flag("greedy", "compiled agent at one seat of some games; its choices are not learnt from")
    rules: Rules = rules_flags(Rules(), only=RULES)  # noqa: RUF009


AnySettings = TypeVar("AnySettings", bound=Settings)


class Imitation(imitation.Imitation[AnySettings], DurakRun[AnySettings]):
    """A training run by imitation."""

    def __init__(self, settings: AnySettings) -> None:
        if settings.against:
            raise ValueError("against must be empty: imitation plays with its teacher and its sparring agent only")
        rules = settings.rules
        super().__init__(settings, self.asking(settings), input_size(rules), rules.num_actions)

    def asking(self, settings: AnySettings) -> AsksTeacher:
        """Make the labeller that asks the teacher."""
        return labeller(settings.rules, *agents_of(settings), settings.plan, settings.seed, settings.threads)

    def varied(self, labels: Labels) -> Labels:
        """Permute the plain suits of the inputs and targets."""
        inputs, actions = drawn_exchange(self.settings.rules, self.random)
        return Labels(labels.inputs[:, inputs], labels.targets[:, actions])


def labeller(
    rules: Rules,
    teacher: CompiledAgent,
    sparring: CompiledAgent,
    plan: tuple[float, float, float],
    seed: int,
    threads: int,
    larger: Rules | None = None,
    asked: float = 1.0,
) -> Labeller:
    """Make a labeller that asks a search, whose memory begins with that of `baselines.durak.search.memory`.

    Trumps come first.

    With ``larger`` its inputs are those of that table, with empty seats; for ``asked`` see `Labeller`.
    """
    game, encoding, arrange = Durak(rules), input_encoding(rules), partial(_trumps_first, rules, larger or rules)
    return Labeller(game, encoding, LAYOUT, teacher, sparring, plan, seed, threads, arrange, asked)


def _trumps_first(rules: Rules, larger: Rules, vectors: np.ndarray, masks: np.ndarray, shares: np.ndarray) -> Labels:
    inputs, rows = inputs_of(vectors, masks, rules)
    return Labels(seated_among(inputs, rules, larger), np.take_along_axis(shares, action_orders(rules)[rows], axis=1))


def agents_of(settings: Settings) -> tuple[CompiledAgent, CompiledAgent]:
    """Make the teacher and the sparring agent.

    Raises:
        ValueError: no agent has that name, it is not compiled, or the teacher does not search.
    """
    game = Durak(settings.rules)
    teacher = compiled_agent("teacher", settings.teacher, game.AGENTS)
    if not isinstance(searching(teacher), SearchAgent):
        raise ValueError(f"teacher must be a search that counts simulations, such as ismcts, got {settings.teacher!r}")
    return teacher, compiled_agent("sparring", settings.sparring, game.AGENTS)


if __name__ == "__main__":
    main(Imitation, Settings)
