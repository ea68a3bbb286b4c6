"""Self-play PPO of Oh Hell!: one network learns bids and cards from nothing, at all seats.

The algorithm is `cardkit.learning.self_play.ppo`, which knows no game. What counts is the margin, the points of a seat
less the mean of the others'. The saved policy plays without torch (`baselines.oh_hell.agents.policy`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from baselines.oh_hell.agents.policy import PolicyAgent
from baselines.oh_hell.learning.policy_file import PolicyNetwork, input_of, save_policy
from cardkit.arena.match import play_match
from cardkit.learning.networks import layers_of
from cardkit.learning.resuming.streams import CHECKS, seeds_of
from cardkit.learning.self_play.games import SeatGames
from cardkit.learning.self_play.ppo import PPO, PPOSettings
from cardkit.learning.settings import flag, rules_flags
from oh_hell_env.observation import Encoding
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules

MARGIN = "margin"
UNIT = 10.0
"""The points that count as 1 in learning: the bonus of a bid that is made."""


@dataclass(frozen=True)
class Settings(PPOSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/oh_hell", "folder for policy.safetensors, checkpoint.pt and log.jsonl")
    rules: Rules = rules_flags(Rules())  # noqa: RUF009
    ladder: str = flag("random;informed:version=2", "agents for the evaluation, separated by semicolons")
    learning_rate: float = flag(1e-3, "initial learning rate; it falls linearly to 0")
    check_games: int = flag(400, "games of the evaluation against each agent")
    entropy: float = flag(0.02, "initial weight of the policy's entropy; it falls to a tenth")


class Trainer(PPO[Settings]):
    """A run of PPO in games of Oh Hell!."""

    @cached_property
    def variant(self) -> OhHell:
        """What is played."""
        return OhHell(self.settings.rules, returns=MARGIN)

    @cached_property
    def games(self) -> SeatGames:
        """The games of self-play."""
        return SeatGames(self.variant, Encoding(self.settings.rules), self.settings, unit=UNIT)

    @property
    def input(self) -> Mapping[str, Any]:
        """What tells the networks' input from any other."""
        return input_of(self.settings.rules)

    def player(self) -> PolicyAgent:
        """The agent that plays the current policy."""
        return PolicyAgent(PolicyNetwork(self.settings.rules, layers_of(self.policy)))

    def evaluate(self) -> dict[str, list[float]]:
        """The mean margin against each agent of the ladder, which takes all other seats, with its interval."""
        (deals,), margins = seeds_of(self.settings.seed, CHECKS), {}
        for name in filter(None, map(str.strip, self.settings.ladder.split(";"))):
            lineup = [self.player(), *[name] * (self.variant.seats - 1)]
            result = play_match(self.variant, lineup, self.settings.check_games, deals)
            margins[name] = [float(result.mean_returns[0]), *result.return_interval()]
        return margins

    def write(self, path: Path) -> None:
        """Write the network's file."""
        save_policy(PolicyNetwork(self.settings.rules, layers_of(self.policy), self.origin()), path)
