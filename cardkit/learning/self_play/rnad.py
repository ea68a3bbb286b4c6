"""Regularised Nash dynamics (R-NaD): self-play whose rewards hold both players to a reference policy.

A choice costs its seat the weight ``pull`` times log(policy / reference) of the action played, and the other seat gains
as much, so the game stays one of zero sum. In this changed game self-play converges where it would run in circles. Then
the policy becomes the reference, and so on; the references approach an equilibrium.

DeepNash improves the policy by NeuRD from v-trace estimates of all actions, and blends two references. Here PPO's
clipped step takes the place of the first, and the reference changes at once.

Source: J. Perolat et al., "Mastering the game of Stratego with model-free multiagent reinforcement learning", Science
378 (2022).
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from cardkit.learning.networks import masked_log_probabilities
from cardkit.learning.self_play.ppo import PPO, PPOSettings
from cardkit.learning.settings import flag


@dataclass(frozen=True)
class RNaDSettings(PPOSettings):
    """The settings that all games share; each is a flag of the command line."""

    entropy: float = flag(0.0, "initial weight of the policy's entropy; the reference takes its place")
    pull: float = flag(0.2, "weight of the reward for staying near the reference")
    reference_every: int = flag(25, "updates after which the policy becomes the reference")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.past_share:
            raise ValueError(f"past_share must be 0: past selves have no reference, got {self.past_share}")
        if self.reference_every < 1:
            raise ValueError(f"reference_every must be at least 1, got {self.reference_every}")


AnySettings = TypeVar("AnySettings", bound=RNaDSettings)


class RNaD(PPO[AnySettings]):
    """A run of R-NaD, for two seats."""

    LEARNER = "rnad"
    NETWORKS = (*PPO.NETWORKS, "reference")

    def go_on(self) -> None:
        """Begin with the policy as the reference, or resume.

        Raises:
            ValueError: the game has more seats than two; and as of every run.
        """
        if self.games.num_seats != 2:
            raise ValueError(f"R-NaD is for two seats, this game has {self.games.num_seats}")
        self.reference = deepcopy(self.policy)
        super().go_on()

    def improve(self) -> None:
        """Do one update, towards the reference of these updates."""
        if self.update % self.settings.reference_every == 0:
            self.reference.load_state_dict(self.policy.state_dict())
        super().improve()

    def _judge(self) -> None:
        """Add what the reference pays to the rewards, and judge these."""
        batch, games = self.batch, np.arange(self.settings.games)
        for step, seen in enumerate(batch.seen):
            inputs, seats = seen[:, : self.games.input_size], batch.seats[step]
            masks = inputs[:, -self.games.num_actions :] > 0
            expected = masked_log_probabilities(self._outputs(self.reference, inputs), masks)
            expected = expected.gather(1, batch.actions[step][:, None])[:, 0]
            cost = self.settings.pull * (batch.log_probabilities[step] - expected).numpy()
            batch.rewards[step, games, seats] -= cost
            batch.rewards[step, games, 1 - seats] += cost
        super()._judge()
