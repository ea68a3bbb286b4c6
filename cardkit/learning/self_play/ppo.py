"""Self-play PPO: a policy network learns a game from scratch by playing all its seats.

Each step collects a choice of the seat to move in every game. A seat may move several times in a row, or not at all
between two plies of others. Advantages therefore run along each seat's own sequence of choices. A seat's winnings go to
its last choice, even if others have moved since.

During training the critic may see more than the policy (perfect-information distillation). As a baseline it does not
change the mean of any gradient; it removes noise that the policy cannot explain.

Sources: J. Schulman et al., "Proximal policy optimization algorithms", 2017, and "High-dimensional continuous control
using generalized advantage estimation", 2016; S. Huang et al., "CleanRL", JMLR 23 (2022); G. Yang et al., "PerfectDou:
dominating DouDizhu with perfect information distillation", 2022.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch
from torch import nn

from cardkit.checks import real
from cardkit.compiled.jit import jit
from cardkit.learning.networks import masked_log_probabilities, mlp
from cardkit.learning.resuming.checkpoint import load_weights
from cardkit.learning.run import Run
from cardkit.learning.self_play.games import SeatGames
from cardkit.learning.settings import RunSettings, flag


@dataclass(frozen=True)
class PPOSettings(RunSettings):
    """The settings that all games share; each is a flag of the command line."""

    epochs: int = flag(1, "passes of an update over the collected choices")
    learning_rate: float = flag(7e-4, "initial learning rate; it falls linearly to 0")
    critic: str = flag("closed", "what the critic sees: closed, as the policy, or what else the game shows")
    critic_hidden: int = flag(192, "units in each of the critic's two hidden layers")
    decay: float = flag(0.95, "lambda of the advantages")
    clip: float = flag(0.2, "largest change of a choice's probability in an update, as a share")
    entropy: float = flag(0.03, "initial weight of the policy's entropy; it falls to a tenth")
    value_weight: float = flag(0.5, "weight of the critic's squared error")
    max_norm: float = flag(0.5, "largest norm of a gradient")
    past_share: float = flag(0.0, "share of the games of self-play with a past self at one seat")
    past_every: int = flag(50, "updates between two past selves")

    def __post_init__(self) -> None:
        super().__post_init__()
        real("past_share", self.past_share, 0, 1, 0.0)


AnySettings = TypeVar("AnySettings", bound=PPOSettings)


class Batch:
    """The data collected between two updates: tensors of shape (steps, games, ...)."""

    def __init__(self, settings: PPOSettings, games: SeatGames, critic_size: int, device: torch.device) -> None:
        shape = settings.steps, settings.games
        self.inputs = torch.zeros(*shape, games.input_size, device=device)
        self.critic_inputs = self.inputs
        if critic_size > games.input_size:
            self.critic_inputs = torch.zeros(*shape, critic_size, device=device)
        self.masks = torch.zeros(*shape, games.num_actions, dtype=torch.bool, device=device)
        self.actions = torch.zeros(shape, dtype=torch.int64, device=device)
        self.log_probabilities, self.values, self.advantages = (torch.zeros(shape, device=device) for _ in range(3))
        self.own = torch.ones(shape, dtype=torch.bool)  # chosen by the learning policy, not by a past self
        self.seats = np.zeros(shape, np.int64)
        self.ends = np.zeros(shape, bool)
        self.rewards = np.zeros((*shape, games.num_seats))


@jit
def seat_advantages(
    seats: Any, ends: Any, rewards: Any, values: Any, outlook: Any, decay: Any, advantages: Any
) -> None:
    """Generalized advantages along each seat's own choices, with gamma 1.

    A choice earns what its seat receives until the seat's next choice or the end of the game, even if others move in
    between, and leads to that next choice. If the batch ends first, the outlook stands in for the rest. Without an
    outlook, the choice counts as earning what the critic expected of it: the learner learns nothing from it, and its
    value judges earlier choices of the seat.

    Args:
        seats, ends, values: who chose, whether that ended the game, the critic's value: (steps, games).
        rewards: what each seat received: (steps, games, seats).
        outlook: what each seat may expect after the last step, NaN where it is unknown: (games, seats).
        decay: lambda.
        advantages: the result, of shape (steps, games).
    """
    for game in range(seats.shape[1]):
        following, running = outlook[game].astype(np.float64), np.zeros(outlook.shape[1])
        for step in range(len(seats) - 1, -1, -1):
            if ends[step, game]:
                following[:] = 0
                running[:] = 0
            for other in range(len(following)):
                following[other] += rewards[step, game, other]
            seat, value = seats[step, game], values[step, game]
            if np.isnan(following[seat]):
                following[seat] = value
            running[seat] = following[seat] - value + decay * running[seat]
            following[seat] = value
            advantages[step, game] = running[seat]


class PPO(Run[AnySettings]):
    """A run of PPO: the policy, the critic and past selves of the policy. A game's run says what is played."""

    NETWORKS = ("policy", "critic")

    def __init__(self, settings: AnySettings) -> None:
        super().__init__(settings)
        games, critics = self.games, self.games.CRITICS
        if settings.critic not in critics:
            raise ValueError(f"critic must be one of {', '.join(critics)}, got {settings.critic!r}")
        self._looks = critics[settings.critic]
        self.policy, self._past_policy = (
            mlp(games.input_size, settings.hidden, games.num_actions, 0.01, self.random).to(self.device)
            for _ in range(2)
        )
        critic_inputs = games.input_size + sum(look(games).shape[1] for look in self._looks)
        self.critic = mlp(critic_inputs, settings.critic_hidden, 1, 1.0, self.random).to(self.device)
        self.parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, settings.learning_rate, eps=1e-5, fused=True)
        self.batch = Batch(settings, games, critic_inputs, self.device)
        self.past: list[dict[str, torch.Tensor]] = []
        self.go_on()

    def improve(self) -> None:
        """One update: collect choices and learn from them."""
        if self.settings.past_share and self.update % self.settings.past_every == 0:
            self.past.append({name: value.clone() for name, value in self.policy.state_dict().items()})
        self._collect()
        self._learn()

    @torch.no_grad()
    def _collect(self) -> None:
        began = time.perf_counter()
        batch, settings = self.batch, self.settings
        past = self._choose_past()
        for step in range(settings.steps):
            inputs = self._observe(step)
            batch.seats[step] = self.games.seats
            logits = self.policy(inputs)
            if len(past):
                self._play_past(step, past, inputs, logits)
            log_probabilities = masked_log_probabilities(logits, batch.masks[step])
            noise = torch.empty(logits.shape).exponential_(generator=self.random).clamp_min_(1e-20).log_()
            actions = (log_probabilities - noise.to(self.device)).argmax(1)
            batch.actions[step] = actions
            batch.log_probabilities[step] = log_probabilities.gather(1, actions[:, None])[:, 0]
            batch.values[step] = self.critic(batch.critic_inputs[step])[:, 0]
            at_games = time.perf_counter()
            batch.ends[step], batch.rewards[step] = self.games.step(actions.cpu().numpy())
            self.seconds["games"] += time.perf_counter() - at_games
        self._advantages()
        self.seconds["playing"] += time.perf_counter() - began

    def _observe(self, step: int) -> torch.Tensor:
        """The policy's inputs; stores them, their masks and the critic's inputs in the batch."""
        inputs = self.batch.inputs[step] = self.games.observe().to(self.device)
        self.batch.masks[step] = inputs[:, -self.games.num_actions :] > 0
        if self._looks:
            self.batch.critic_inputs[step] = self._for_critic(inputs)
        return inputs

    def _for_critic(self, inputs: torch.Tensor) -> torch.Tensor:
        more = (look(self.games).to(self.device) for look in self._looks)
        return torch.cat([inputs, *more], dim=1)

    def _advantages(self) -> None:
        batch, inputs = self.batch, self.games.observe().to(self.device)
        outlook = self.games.outlook(self.critic(self._for_critic(inputs))[:, 0].cpu().numpy())
        values = batch.values.cpu().numpy()
        advantages = np.zeros_like(values)
        decay = self.settings.decay
        seat_advantages(batch.seats, batch.ends, batch.rewards, values, outlook, decay, advantages)
        batch.advantages.copy_(torch.from_numpy(advantages))

    def _choose_past(self) -> np.ndarray:
        """The games with a past self at one seat: game number i at seat i, counted round the table."""
        count = int(self.settings.past_share * self.settings.games) if self.past else 0
        if count:
            number = int(torch.randint(len(self.past), (), generator=self.random))
            self._past_policy.load_state_dict(self.past[number])
        self.batch.own[:] = True
        return np.arange(count)

    def _play_past(self, step: int, past: np.ndarray, inputs: torch.Tensor, logits: torch.Tensor) -> None:
        theirs = past[self.games.seats[: len(past)] == past % self.games.num_seats]
        logits[theirs] = self._past_policy(inputs[theirs])
        self.batch.own[step, theirs] = False

    def _learn(self) -> None:
        began = time.perf_counter()
        settings, batch = self.settings, self.batch
        self.optimizer.param_groups[0]["lr"] = settings.learning_rate * self.left
        entropy_weight = settings.entropy * (0.1 + 0.9 * self.left)
        rows = torch.nonzero(batch.own.view(-1))[:, 0]
        for _ in range(settings.epochs):
            for some in rows[torch.randperm(len(rows), generator=self.random)].split(settings.batch):
                self._improve(some, entropy_weight)
        self.seconds["learning"] += time.perf_counter() - began

    def _improve(self, rows: torch.Tensor, entropy_weight: float) -> None:
        batch, clip = self.batch, self.settings.clip
        taken = {name: getattr(batch, name).flatten(0, 1)[rows] for name in ("inputs", "masks", "actions", "values")}
        old, advantages = batch.log_probabilities.view(-1)[rows], batch.advantages.view(-1)[rows]
        log_probabilities = masked_log_probabilities(self.policy(taken["inputs"]), taken["masks"])
        ratio = (log_probabilities.gather(1, taken["actions"][:, None])[:, 0] - old).exp()
        scaled = (advantages - advantages.mean()) / (advantages.std(correction=0) + 1e-8)
        gain = torch.min(ratio * scaled, ratio.clamp(1 - clip, 1 + clip) * scaled).mean()
        entropy = -(log_probabilities.exp() * log_probabilities).sum(1).mean()
        seen = taken["inputs"] if batch.critic_inputs is batch.inputs else batch.critic_inputs.flatten(0, 1)[rows]
        error = (self.critic(seen)[:, 0] - (advantages + taken["values"])).square().mean()
        loss = -gain - entropy_weight * entropy + self.settings.value_weight * error
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.parameters, self.settings.max_norm)
        self.optimizer.step()
        self.figures = {"entropy": float(entropy.detach()), "value_error": float(error.detach())}

    def saved(self) -> dict[str, Any]:
        """Both networks, the optimizer and the past selves."""
        return super().saved() | {"past": self.past}

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore what `saved` returned."""
        super().restore(saved)
        self.past = list(saved["past"])
        for weights in self.past:
            load_weights(self._past_policy, weights)  # which checks them
