"""Self-play PPO: a policy network learns Durak from scratch by playing against itself.

The network plays both seats of many games (`DurakVectorEnv(opponent=None)`): each step collects a choice of the seat to
move in every game. A seat may move several times in a row, or not at all between two plies of the other. Advantages
therefore run along each seat's own sequence of choices, and the end of a game pays both seats, whichever moved last.

During training the critic may see both hands (``critic="hands"``, perfect-information distillation) and, with an empty
talon, also who wins under best play (``critic="endgame"``). As a baseline it does not change the mean of any gradient;
it removes noise that the policy cannot explain. The saved policy never sees more than its seat does, and it plays
without torch (`baselines.agents.policy`).

Sources: J. Schulman et al., "Proximal policy optimization algorithms", 2017, and "High-dimensional continuous control
using generalized advantage estimation", 2016; S. Huang et al., "CleanRL", JMLR 23 (2022); G. Yang et al., "PerfectDou:
dominating DouDizhu with perfect information distillation", 2022.

    python -m baselines.training.ppo_selfplay --plies 5000000 --folder runs/ppo
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from baselines.networks.network_input import input_size
from baselines.training.networks import masked_log_probabilities, mlp, start_from
from baselines.training.run import Run, main
from baselines.training.self_play_games import SelfPlayGames
from baselines.training.settings import RunSettings, flag
from cardkit.compiled.jit import jit

CRITICS = {
    "closed": (),
    "hands": (SelfPlayGames.other_hands,),
    "endgame": (SelfPlayGames.other_hands, SelfPlayGames.outcomes),
}
"""What each kind of critic sees besides the policy's input."""


@dataclass(frozen=True)
class Settings(RunSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/ppo_selfplay", "folder for policy.safetensors, checkpoint.pt and log.jsonl")
    epochs: int = flag(1, "passes of an update over the collected choices")
    learning_rate: float = flag(7e-4, "initial learning rate; it falls linearly to 0")
    critic: str = flag(
        "hands", "what the critic sees: closed, as the policy; hands, both hands; endgame, also who wins"
    )
    critic_hidden: int = flag(192, "units in each of the critic's two hidden layers")
    decay: float = flag(0.95, "lambda of the advantages")
    clip: float = flag(0.2, "largest change of a choice's probability in an update, as a share")
    entropy: float = flag(0.03, "initial weight of the policy's entropy; it falls to a tenth")
    value_weight: float = flag(0.5, "weight of the critic's squared error")
    max_norm: float = flag(0.5, "largest norm of a gradient")
    past_share: float = flag(0.0, "share of the games of self-play with a past self at one seat")
    past_every: int = flag(50, "updates between two past selves")


class Batch:
    """The data collected between two updates: tensors of shape (steps, games, ...)."""

    def __init__(self, settings: Settings, critic_size: int, device: torch.device) -> None:
        shape = settings.steps, settings.games
        self.inputs = torch.zeros(*shape, input_size(settings.rules), device=device)
        self.critic_inputs = self.inputs
        if settings.critic != "closed":
            self.critic_inputs = torch.zeros(*shape, critic_size, device=device)
        self.masks = torch.zeros(*shape, settings.rules.num_actions, dtype=torch.bool, device=device)
        self.actions = torch.zeros(shape, dtype=torch.int64, device=device)
        self.log_probabilities, self.values, self.advantages = (torch.zeros(shape, device=device) for _ in range(3))
        self.own = torch.ones(shape, dtype=torch.bool)  # chosen by the learning policy, not by a past self
        self.seats = np.zeros(shape, np.int64)
        self.ends = np.zeros(shape, bool)
        self.returns = np.zeros((*shape, 2))


@jit
def seat_advantages(
    seats: Any, ends: Any, returns: Any, values: Any, last_seats: Any, last_values: Any, decay: Any, advantages: Any
) -> None:
    """Generalized advantages along each seat's own choices, with gamma 1; arrays of shape (steps, games).

    A seat's choice leads to its next choice, or to its return if the game ends first, whoever ends it. If the batch
    ends first, the critic's value stands in for the rest; for the seat not to move it is the other seat's, negated.
    """
    for game in range(seats.shape[1]):
        following, running = np.zeros(2), np.zeros(2)
        following[last_seats[game]] = last_values[game]
        following[1 - last_seats[game]] = -last_values[game]
        for step in range(len(seats) - 1, -1, -1):
            if ends[step, game]:
                following[:] = returns[step, game]
                running[:] = 0
            seat, value = seats[step, game], values[step, game]
            running[seat] = following[seat] - value + decay * running[seat]
            following[seat] = value
            advantages[step, game] = running[seat]


class Trainer(Run[Settings]):
    """A run of PPO: the policy, the critic and past selves of the policy."""

    def __init__(self, settings: Settings) -> None:
        if settings.critic not in CRITICS:
            raise ValueError(f"critic must be one of {', '.join(CRITICS)} (default hands), got {settings.critic!r}")
        if settings.past_share and settings.against:
            raise ValueError("past_share and against exclude each other: past selves take part in self-play only")
        super().__init__(settings)
        inputs, rules = input_size(settings.rules), settings.rules
        self.policy, self._past_policy = (
            mlp(inputs, settings.hidden, rules.num_actions, 0.01, self.random).to(self.device) for _ in range(2)
        )
        critic_inputs = inputs + sum(look(self.games).shape[1] for look in CRITICS[settings.critic])
        self.critic = mlp(critic_inputs, settings.critic_hidden, 1, 1.0, self.random).to(self.device)
        if settings.start:
            start_from(self.policy, settings.start, self.KIND)
        self.parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, settings.learning_rate, eps=1e-5, fused=True)
        self.batch = Batch(settings, critic_inputs, self.device)
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
            batch.ends[step], batch.returns[step] = self.games.step(actions.cpu().numpy())
            self.seconds["games"] += time.perf_counter() - at_games
        self._advantages()
        self.seconds["playing"] += time.perf_counter() - began

    def _observe(self, step: int) -> torch.Tensor:
        """The policy's inputs; stores them, their masks and the critic's inputs in the batch."""
        inputs = self.batch.inputs[step] = self.games.observe().to(self.device)
        self.batch.masks[step] = inputs[:, -self.settings.rules.num_actions :] > 0
        if self.settings.critic != "closed":
            self.batch.critic_inputs[step] = self._for_critic(inputs)
        return inputs

    def _for_critic(self, inputs: torch.Tensor) -> torch.Tensor:
        more = (look(self.games).to(self.device) for look in CRITICS[self.settings.critic])
        return torch.cat([inputs, *more], dim=1)

    def _advantages(self) -> None:
        batch, inputs = self.batch, self.games.observe().to(self.device)
        last_values = self.critic(self._for_critic(inputs))[:, 0].cpu().numpy()
        values = batch.values.cpu().numpy()
        advantages = np.zeros_like(values)
        seats = np.asarray(self.games.seats, np.int64)
        decay = self.settings.decay
        seat_advantages(batch.seats, batch.ends, batch.returns, values, seats, last_values, decay, advantages)
        batch.advantages.copy_(torch.from_numpy(advantages))

    def _choose_past(self) -> np.ndarray:
        """The games with a past self at one seat; its seat is the parity of the game's number."""
        count = int(self.settings.past_share * self.settings.games) if self.past else 0
        if count:
            number = int(torch.randint(len(self.past), (), generator=self.random))
            self._past_policy.load_state_dict(self.past[number])
        self.batch.own[:] = True
        return np.arange(count)

    def _play_past(self, step: int, past: np.ndarray, inputs: torch.Tensor, logits: torch.Tensor) -> None:
        theirs = past[self.games.seats[: len(past)] == past % 2]
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
        own = {name: getattr(self, name).state_dict() for name in ("policy", "critic", "optimizer")}
        return own | {"past": self.past}

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore what `saved` returned."""
        for name in ("policy", "critic", "optimizer"):
            getattr(self, name).load_state_dict(saved[name])
        self.past = saved["past"]


if __name__ == "__main__":
    main(Trainer, Settings)
