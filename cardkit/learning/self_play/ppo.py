"""Self-play PPO: a policy network learns a game from scratch by playing all its seats.

Each step collects a choice of the seat to move in every game. A seat may move several times in a row, or not at all
between two plies of others. Advantages therefore run along each seat's own sequence of choices. A seat's winnings go to
its last choice, even if others have moved since.

During training the critic may see more than the policy (perfect-information distillation). As a baseline it does not
change the mean of any gradient; it removes noise that the policy cannot explain.

Sources: J. Schulman et al., "Proximal policy optimization algorithms", 2017, and "High-dimensional continuous control
using generalized advantage estimation", 2016; S. Huang et al., "CleanRL", JMLR 23 (2022); G. Yang et al., "PerfectDou:
dominating DouDizhu with perfect information distillation", 2022. The magnet: S. Sokota et al., "A unified approach to
reinforcement learning, quantal response equilibria, and two-player zero-sum games", 2023.
"""

from __future__ import annotations

import time
from copy import deepcopy
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch
from torch import nn

from cardkit.checks import real
from cardkit.learning.networks import masked_log_probabilities, mlp
from cardkit.learning.resuming.checkpoint import load_weights
from cardkit.learning.run import Run
from cardkit.learning.self_play.batch import Batch, draw_actions
from cardkit.learning.self_play.shares import Shares
from cardkit.learning.settings import RunSettings, flag


@dataclass(frozen=True)
class PPOSettings(RunSettings):
    """The settings that all games share; each is a flag of the command line."""

    threads: int = flag(1, "threads of the networks and of the games; they change nothing but the time")
    epochs: int = flag(1, "passes of an update over the collected choices")
    learning_rate: float = flag(7e-4, "initial learning rate; it falls linearly to 0")
    critic: str = flag("closed", "what the critic sees: closed, as the policy, or what else the game shows")
    critic_hidden: int = flag(192, "units in each of the critic's two hidden layers")
    decay: float = flag(0.95, "lambda of the advantages")
    clip: float = flag(0.2, "largest change of a choice's probability in an update, as a share")
    entropy: float = flag(0.03, "initial weight of the policy's entropy")
    entropy_left: float = flag(0.1, "the share of that weight to which it falls linearly; 1 keeps it")
    average: float = flag(0.0, "what a moving average of the policy keeps at an update; above 0 it is what is saved")
    magnet: float = flag(0.0, "weight of the policy's divergence from that average")
    value_weight: float = flag(0.5, "weight of the critic's squared error")
    max_norm: float = flag(0.5, "largest norm of a gradient")
    past_share: float = flag(0.0, "share of the games of self-play with a past self at one seat")
    past_every: int = flag(50, "updates between two past selves")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("past_share", "entropy_left", "average"):
            real(name, getattr(self, name), 0, 1, 0.1)
        if self.magnet and not self.average:
            raise ValueError(f"magnet={self.magnet} draws the policy to its average: give average too, such as 0.9")


AnySettings = TypeVar("AnySettings", bound=PPOSettings)


class Gradient(NamedTuple):
    """A share's part of the gradient of each parameter, and of the figures."""

    parts: tuple[torch.Tensor, ...]
    entropy: float
    value_error: float


class PPO(Run[AnySettings]):
    """A run of PPO: the policy, the critic and past selves of the policy. A game's run says what is played."""

    LEARNER = "ppo"
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
        self.average = deepcopy(self.policy)
        seen = games.input_size + sum(look(games).shape[1] for look in self._looks)
        self.critic = mlp(seen, settings.critic_hidden, 1, 1.0, self.random).to(self.device)
        self.parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, settings.learning_rate, eps=1e-5, fused=True)
        self.batch = Batch(settings, games, seen)
        self.past: list[dict[str, torch.Tensor]] = []
        self._shares = Shares(settings.threads)
        self.go_on()

    @property
    def learnt(self) -> nn.Sequential:
        """The policy or, with the setting ``average``, its moving average."""
        return self.average if self.settings.average else self.policy

    def improve(self) -> None:
        """Do one update: collect choices and learn from them."""
        self._follow()
        if self.settings.past_share and self.update % self.settings.past_every == 0:
            self.past.append({name: value.clone() for name, value in self.policy.state_dict().items()})
        began = time.perf_counter()
        self._collect()
        collected = time.perf_counter()
        self._learn()
        self.seconds["playing"] += collected - began
        self.seconds["learning"] += time.perf_counter() - collected

    @torch.no_grad()
    def _follow(self) -> None:
        """Move the average towards the policy, where it begins."""
        step = 1 - self.settings.average if self.update else 1.0
        for mean, parameter in zip(self.average.parameters(), self.policy.parameters(), strict=True):
            mean.lerp_(parameter, step)

    def _collect(self) -> None:
        batch, past = self.batch, self._choose_past()
        for step in range(self.settings.steps):
            seen = batch.seen[step]
            self._observe(seen)
            batch.seats[step] = self.games.seats
            inputs = seen[:, : self.games.input_size]
            logits = self._outputs(self.policy, inputs)
            if len(past):
                self._play_past(step, past, inputs, logits)
            uniforms = torch.rand(len(logits), dtype=torch.float64, generator=self.random)
            drawn = batch.actions[step], batch.log_probabilities[step]
            draw_actions(*(one.numpy() for one in (logits, inputs, uniforms, *drawn)))
            at_games = time.perf_counter()
            batch.ends[step], batch.rewards[step] = self.games.step(batch.actions[step].numpy())
            self.seconds["games"] += time.perf_counter() - at_games
        self._judge()

    def _observe(self, seen: torch.Tensor) -> None:
        """Write the critic's present inputs, the policy's first: float32 of shape (games, entries)."""
        start = self.games.input_size
        seen[:, :start] = self.games.observe()
        for look in self._looks:
            more = look(self.games)
            seen[:, start : start + more.shape[1]] = more
            start += more.shape[1]

    def _outputs(self, network: nn.Module, inputs: torch.Tensor) -> torch.Tensor:
        """Compute the outputs of a network, in main memory."""

        @torch.no_grad()
        def of(some: torch.Tensor) -> torch.Tensor:
            return network(some.to(self.device)).cpu()

        return torch.cat(self._shares.each(of, inputs))

    def _judge(self) -> None:
        """Write the critic's values of all that was seen, and the advantages."""
        batch, now = self.batch, torch.empty_like(self.batch.seen[0])
        self._observe(now)
        for step, seen in enumerate(batch.seen):
            batch.values[step] = self._outputs(self.critic, seen)[:, 0]
        outlook = self.games.outlook(self._outputs(self.critic, now)[:, 0].numpy())
        batch.find_advantages(outlook, self.settings.decay)

    def _choose_past(self) -> np.ndarray:
        """Choose the games with a past self at one seat: game number i at seat i, counted round the table."""
        count = int(self.settings.past_share * self.settings.games) if self.past else 0
        if count:
            number = int(torch.randint(len(self.past), (), generator=self.random))
            self._past_policy.load_state_dict(self.past[number])
        self.batch.own[:] = True
        return np.arange(count)

    def _play_past(self, step: int, past: np.ndarray, inputs: torch.Tensor, logits: torch.Tensor) -> None:
        theirs = past[self.games.seats[: len(past)] == past % self.games.num_seats]
        logits[theirs] = self._outputs(self._past_policy, inputs[theirs])
        self.batch.own[step, theirs] = False

    def _learn(self) -> None:
        settings = self.settings
        self.optimizer.param_groups[0]["lr"] = settings.learning_rate * self.left
        rows = torch.nonzero(self.batch.own.view(-1))[:, 0]
        for _ in range(settings.epochs):
            for some in rows[torch.randperm(len(rows), generator=self.random)].split(settings.batch):
                self._improve(some)

    def _improve(self, rows: torch.Tensor) -> None:
        """Take a step of the optimizer along the sum of the shares' gradients."""
        advantages = self.batch.advantages.view(-1)[rows]
        mean, deviation = float(advantages.mean()), float(advantages.std(correction=0)) + 1e-8
        shares = self._shares.each(lambda some: self._gradient(some, len(rows), mean, deviation), rows)
        for parameter, parts in zip(self.parameters, zip(*(share.parts for share in shares), strict=True), strict=True):
            parameter.grad = reduce(torch.add, parts)
        nn.utils.clip_grad_norm_(self.parameters, self.settings.max_norm)
        self.optimizer.step()
        self.figures = {
            "entropy": sum(share.entropy for share in shares),
            "value_error": sum(share.value_error for share in shares),
        }

    def _gradient(self, rows: torch.Tensor, count: int, mean: float, deviation: float) -> Gradient:
        """Compute the part of some of ``count`` rows; ``mean`` and ``deviation`` are those of the advantages."""
        batch, settings = self.batch, self.settings
        seen, actions = (one.flatten(0, 1).index_select(0, rows).to(self.device) for one in (batch.seen, batch.actions))
        old, values, advantages = (
            one.view(-1)[rows].to(self.device) for one in (batch.log_probabilities, batch.values, batch.advantages)
        )
        inputs = seen[:, : self.games.input_size]
        masks = inputs[:, -self.games.num_actions :] > 0
        log_probabilities = masked_log_probabilities(self.policy(inputs), masks)
        ratio = (log_probabilities.gather(1, actions[:, None])[:, 0] - old).exp()
        scaled = (advantages - mean) / deviation
        gain = torch.min(ratio * scaled, ratio.clamp(1 - settings.clip, 1 + settings.clip) * scaled).sum() / count
        entropy = -(log_probabilities.exp() * log_probabilities).sum() / count
        error = (self.critic(seen)[:, 0] - (advantages + values)).square().sum() / count
        weight = settings.entropy * (settings.entropy_left + (1 - settings.entropy_left) * self.left)
        loss = -gain - weight * entropy + settings.value_weight * error
        if settings.magnet:
            with torch.no_grad():
                average = masked_log_probabilities(self.average(inputs), masks)
            loss = loss + settings.magnet * (log_probabilities.exp() * (log_probabilities - average)).sum() / count
        return Gradient(torch.autograd.grad(loss, self.parameters), float(entropy.detach()), float(error.detach()))

    def saved(self) -> dict[str, Any]:
        """Return the networks, the optimizer and the past selves."""
        average = {"average": self.average.state_dict()} if self.settings.average else {}
        return super().saved() | {"past": self.past} | average

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore the state that `saved` returned."""
        super().restore(saved)
        if self.settings.average:
            load_weights(self.average, saved["average"])
        self.past = list(saved["past"])
        for weights in self.past:
            load_weights(self._past_policy, weights)  # which checks them
