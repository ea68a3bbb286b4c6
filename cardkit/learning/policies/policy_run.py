"""Training runs of a policy for some rules: the network's file, and matches that judge the policy by its returns.

The saved policy plays without torch.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from cardkit.agents import CompiledAgent
from cardkit.arena.match import play_match
from cardkit.game import Game
from cardkit.learning.networks import layers_of
from cardkit.learning.policies.policy_file import PolicyFormat, PolicyNetwork
from cardkit.learning.resuming.streams import CHECKS, seeds_of
from cardkit.learning.run import Run
from cardkit.learning.settings import RunSettings, flag, parted


@dataclass(frozen=True)
class PolicySettings(RunSettings):
    """The settings that these runs share; each is a flag of the command line. A game adds its ``rules``."""

    rules: Any = None
    ladder: str = flag("random", "agents for the evaluation, separated by semicolons")
    check_games: int = flag(400, "games of the evaluation against each agent")


AnySettings = TypeVar("AnySettings", bound=PolicySettings)


class PolicyRun(Run[AnySettings]):
    """A training run whose policy has an output per action id."""

    FORMAT: ClassVar[PolicyFormat]
    """The format of the network's file."""
    AGENT: ClassVar[Callable[[PolicyNetwork], CompiledAgent]]
    """Makes the agent that plays a network."""

    @cached_property
    @abstractmethod
    def variant(self) -> Game:
        """The game that is played."""

    @property
    def input(self) -> Mapping[str, Any]:
        """The values that tell the networks' input from any other."""
        return self.FORMAT.input_of(self.settings.rules)

    def player(self) -> CompiledAgent:
        """Make the agent that plays the current policy."""
        return type(self).AGENT(PolicyNetwork(self.settings.rules, layers_of(self.learnt)))

    def evaluate(self) -> dict[str, list[float]]:
        """Measure the mean return against each agent of the ladder, which plays all other parties, and its interval."""
        (deals,), scores = seeds_of(self.settings.seed, CHECKS), {}
        for name in parted(self.settings.ladder):
            lineup = [self.player(), *[name] * (self.variant.places - 1)]
            result = play_match(self.variant, lineup, self.settings.check_games, deals)
            scores[name] = [float(result.mean_returns[0]), *result.return_interval()]
        return scores

    def write(self, path: Path) -> None:
        """Write the network's file."""
        self.FORMAT.save(PolicyNetwork(self.settings.rules, layers_of(self.learnt), self.origin()), path)
