"""Oh Hell!'s part of training runs: the rules, the network's file, and matches that judge the policy.

What counts is the margin, the points of a seat less the mean of the others'. The saved policy plays without torch
(`baselines.oh_hell.agents.policy`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from baselines.oh_hell.agents.policy import PolicyAgent
from baselines.oh_hell.learning.policy_file import PolicyNetwork, input_of, save_policy
from cardkit.arena.match import play_match
from cardkit.learning.networks import layers_of
from cardkit.learning.resuming.streams import CHECKS, seeds_of
from cardkit.learning.run import Run
from cardkit.learning.settings import RunSettings, flag, parted, rules_flags
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules

MARGIN = "margin"


@dataclass(frozen=True)
class OhHellSettings(RunSettings):
    """The settings that all runs of Oh Hell! share; each is a flag of the command line."""

    folder: str = flag("runs/oh_hell", "folder for policy.safetensors, checkpoint.pt and log.jsonl")
    rules: Rules = rules_flags(Rules())  # noqa: RUF009
    ladder: str = flag("random;informed:version=2", "agents for the evaluation, separated by semicolons")
    check_games: int = flag(400, "games of the evaluation against each agent")


AnySettings = TypeVar("AnySettings", bound=OhHellSettings)


class OhHellRun(Run[AnySettings]):
    """A training run of Oh Hell!. Its policy has an output per action id."""

    @cached_property
    def variant(self) -> OhHell:
        """What is played."""
        return OhHell(self.settings.rules, returns=MARGIN)

    @property
    def input(self) -> Mapping[str, Any]:
        """What tells the networks' input from any other."""
        return input_of(self.settings.rules)

    def player(self) -> PolicyAgent:
        """The agent that plays the current policy."""
        return PolicyAgent(PolicyNetwork(self.settings.rules, layers_of(self.learnt)))

    def evaluate(self) -> dict[str, list[float]]:
        """The mean margin against each agent of the ladder, which takes all other seats, with its interval."""
        (deals,), margins = seeds_of(self.settings.seed, CHECKS), {}
        for name in parted(self.settings.ladder):
            lineup = [self.player(), *[name] * (self.variant.seats - 1)]
            result = play_match(self.variant, lineup, self.settings.check_games, deals)
            margins[name] = [float(result.mean_returns[0]), *result.return_interval()]
        return margins

    def write(self, path: Path) -> None:
        """Write the network's file."""
        save_policy(PolicyNetwork(self.settings.rules, layers_of(self.learnt), self.origin()), path)
