"""Self-play PPO of Oh Hell!: one network learns bids and cards from nothing, at all seats.

The algorithm is `cardkit.learning.self_play.ppo`, which knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from baselines.oh_hell.learning.oh_hell_run import OhHellRun, OhHellSettings
from cardkit.learning.self_play.games import SeatGames
from cardkit.learning.self_play.ppo import PPO, PPOSettings
from cardkit.learning.settings import flag
from oh_hell_env.observation import Encoding

UNIT = 10.0
"""The points that count as 1 in learning: the bonus of a bid that is made."""


@dataclass(frozen=True)
class Settings(PPOSettings, OhHellSettings):
    """The settings of a run; each is a flag of the command line."""

    learning_rate: float = flag(1e-3, "initial learning rate; it falls linearly to 0")
    entropy: float = flag(0.02, "initial weight of the policy's entropy; it falls to a tenth")


class Trainer(PPO[Settings], OhHellRun[Settings]):
    """A run of PPO in games of Oh Hell!."""

    @cached_property
    def games(self) -> SeatGames:
        """The games of self-play."""
        return SeatGames(self.variant, Encoding(self.settings.rules), self.settings, unit=UNIT)
