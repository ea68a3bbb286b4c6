"""Self-play PPO for Durak in one file: collect choices of both seats, estimate their advantages, improve, repeat.

It needs the extra `train`. Copy it and change any line. Every setting is a flag (``--help``).

    python examples/ppo_durak.py --plies 3000000 --folder runs/ppo-1
    tensorboard --logdir runs
    durak tournament policy:path=runs/ppo-1/policy.safetensors random greedy smart --games 400
    durak benchmark policy:path=runs/ppo-1/policy.safetensors --track A --class 20us

The policy sees what its seat may know, and draws among legal actions. The environment asks the seat to move, so each
seat has a sequence of choices of its own, and advantages run along it. Suits differ only in which of them is trumps:
the trump suit changes places with the first, so the network learns one game instead of four. A run restarts all games
at each checkpoint: ``--resume`` continues from there, and gives the curve of a run that nobody interrupted.

`durak train --preset ppo` adds a critic that sees both hands, and more settings.

Sources: J. Schulman et al., "Proximal policy optimization algorithms", 2017; S. Huang et al., "CleanRL", JMLR 23, 2022.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical
from torch.utils.tensorboard.writer import SummaryWriter

import durak_env  # noqa: F401 - registers the environments
from baselines import play_match
from baselines.durak.networks.network_file import PolicyNetwork, save_network
from baselines.durak.networks.network_input import action_orders, input_size, inputs_of
from cardkit.learning.networks import layers_of
from cardkit.learning.settings import check_ranges, errors_in_a_line, flag, parse_settings
from durak_env import Rules

RULES = Rules()


@dataclass(frozen=True)
class Settings:
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag(
        "runs/ppo_durak", "folder for policy.safetensors, checkpoint.pt, log.jsonl and what TensorBoard shows"
    )
    resume: bool = flag(False, "continue from the checkpoint in the folder")
    seed: int = flag(1, "seed of the initial weights, the games and all draws")
    plies: int = flag(3_000_000, "choices to learn from")
    games: int = flag(1024, "at once")
    steps: int = flag(32, "choices in each game between two updates")
    batch: int = flag(2048, "choices of a gradient step")
    epochs: int = flag(1, "passes of an update over its choices; new games cost less than a second pass")
    hidden: int = flag(192, "units in each of two hidden layers")
    learning_rate: float = flag(1e-3, "of Adam, at first; it falls linearly to 0")
    decay: float = flag(0.95, "lambda of the advantages; a game ends soon, so nothing is discounted")
    clip: float = flag(0.2, "largest change of a choice's probability in an update, as a share")
    entropy: float = flag(0.02, "weight of the policy's entropy")
    check_every: int = flag(10, "updates between two checkpoints with evaluation")
    check_games: int = flag(1000, "games against each agent of the evaluation, in mirrored pairs")

    def __post_init__(self) -> None:
        check_ranges(self)


class Network(nn.Module):
    """A policy and a critic; an input is an observation and the mask of the legal actions, the trump suit first."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.policy, self.critic = layers(hidden, RULES.num_actions), layers(hidden, 1)
        with torch.no_grad():
            [*self.policy.parameters()][-2].zero_()  # so that all legal actions are about equally probable at first

    def actions(self, inputs: torch.Tensor) -> Categorical:
        """Return the distribution of actions; illegal ones have no probability."""
        legal = inputs[:, -RULES.num_actions :] > 0
        return Categorical(logits=self.policy(inputs).masked_fill(~legal, -1e9), validate_args=False)

    def values(self, inputs: torch.Tensor) -> torch.Tensor:
        """Estimate the return of the seat to move, from -1 to 1."""
        return self.critic(inputs)[:, 0]


def layers(hidden: int, outputs: int) -> nn.Sequential:
    """Build two hidden layers and the outputs."""
    sizes = [(input_size(RULES), hidden), (hidden, hidden), (hidden, outputs)]
    first, second, last = (nn.Linear(*size) for size in sizes)
    return nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), last)


class Choices(NamedTuple):
    """Tensors whose first dimensions are steps and games."""

    inputs: torch.Tensor
    actions: torch.Tensor
    log_probabilities: torch.Tensor
    values: torch.Tensor
    advantages: torch.Tensor

    def rows(self, count: int) -> Iterator[Choices]:
        """Yield the choices in random order, at most ``count`` at a time."""
        flat = [one.flatten(0, 1) for one in self]
        for rows in torch.randperm(len(flat[0])).split(count):
            yield Choices(*(one[rows] for one in flat))


class Games:
    """Games of which one network plays both seats."""

    def __init__(self, count: int) -> None:
        self._envs: Any = gymnasium.make_vec(
            "durak_env/Durak-v0", count, opponent=None, skip_forced=True, autoreset_mode="SameStep"
        )
        self._all = np.arange(count)

    def begin(self, seed: int) -> None:
        """Restart all games."""
        self._take(*self._envs.reset(seed=seed))

    def collect(self, network: Network, steps: int, decay: float) -> Choices:
        """Play some steps by the network."""
        played, seats, ends, returns = [], [], [], []
        for _ in range(steps):
            distribution, values = network.actions(self._inputs), network.values(self._inputs)
            actions = distribution.sample()
            played.append((self._inputs, actions, distribution.log_prob(actions), values))
            seats.append(self._seats)
            ids = action_orders(RULES)[self._trumps, actions.numpy()]
            observations, _, ended, _, infos = self._envs.step(ids)
            ends.append(ended)
            returns.append(infos["returns"])  # of both seats: 1 and -1, or a draw's 0, as a game ends
            self._take(observations, infos)
        outlook = network.values(self._inputs).numpy()
        inputs, actions, log_probabilities, values = (torch.stack(some) for some in zip(*played, strict=True))
        advantages = self._advantages(seats, ends, returns, values.numpy(), outlook, decay)
        return Choices(inputs, actions, log_probabilities, values, torch.from_numpy(advantages))

    def _take(self, observations: np.ndarray, infos: dict[str, Any]) -> None:
        inputs, self._trumps = inputs_of(observations, infos["action_mask"], RULES)
        self._inputs, self._seats = torch.from_numpy(inputs), infos["seat"].astype(np.int64)

    def _advantages(self, seats: Any, ends: Any, returns: Any, values: Any, outlook: Any, decay: float) -> np.ndarray:
        """Compute generalized advantage estimates along each seat's own choices, from the last step back."""
        advantages = np.zeros_like(values)
        later, ahead = np.zeros((len(self._all), 2)), np.zeros((len(self._all), 2))  # of each seat's next choice
        ahead[self._all, self._seats], ahead[self._all, 1 - self._seats] = outlook, -outlook
        for step in reversed(range(len(values))):
            mover, ended = (self._all, seats[step]), ends[step]
            later[ended], ahead[ended] = 0, returns[step][ended]
            advantages[step] = ahead[mover] - values[step] + decay * later[mover]
            later[mover], ahead[mover] = advantages[step], values[step]
        return advantages


class Run:
    """Training from update to update, from checkpoint to checkpoint."""

    def __init__(self, settings: Settings) -> None:
        torch.set_num_threads(1)  # networks of this size gain nothing by more
        torch.manual_seed(settings.seed)
        self.settings, self.folder, self.update = settings, Path(settings.folder), 0
        self.log: list[dict[str, Any]] = []  # a row for each checkpoint
        self.games, self.network = Games(settings.games), Network(settings.hidden)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.learning_rate, eps=1e-5, fused=True)
        self.updates = max(1, settings.plies // (settings.games * settings.steps))
        if settings.resume:
            self.restore()
        elif (self.folder / "checkpoint.pt").exists():
            raise ValueError(f"{self.folder} holds a run: --resume continues it, --folder names another")
        self.writer = SummaryWriter(self.folder)

    def train(self) -> None:
        """Improve the network until the settings' plies are played."""
        while self.update < self.updates:
            torch.manual_seed(self.settings.seed + 1_000_003 * self.update)
            self.games.begin(self.settings.seed + 1_000_003 * self.update)
            until, began = min(self.updates, self.update + self.settings.check_every), time.perf_counter()
            count = until - self.update
            while self.update < until:
                self.improve()
                self.update += 1
            self.check(count * self.settings.games * self.settings.steps / (time.perf_counter() - began))
            self.save()

    def improve(self) -> None:
        """Make one update of PPO."""
        settings = self.settings
        self.optimizer.param_groups[0]["lr"] = settings.learning_rate * (1 - self.update / self.updates)
        with torch.no_grad():
            choices = self.games.collect(self.network, settings.steps, settings.decay)
        for _ in range(settings.epochs):
            for some in choices.rows(settings.batch):
                self.optimizer.zero_grad()
                self.loss(some).backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    def loss(self, some: Choices) -> torch.Tensor:
        """Compute the clipped loss of the policy, less its entropy, and the critic's squared error."""
        distribution = self.network.actions(some.inputs)
        ratio = (distribution.log_prob(some.actions) - some.log_probabilities).exp()
        gain = (some.advantages - some.advantages.mean()) / (some.advantages.std(correction=0) + 1e-8)
        clipped = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
        policy = -torch.min(ratio * gain, clipped * gain).mean()
        error = (self.network.values(some.inputs) - (some.values + some.advantages)).square().mean()
        return policy - self.settings.entropy * distribution.entropy().mean() + 0.5 * error

    def check(self, rate: float) -> None:
        """Write the policy, measure it, and add a point to the curve."""
        plies, scores = self.update * self.settings.games * self.settings.steps, {}
        save_network(PolicyNetwork(RULES, layers_of(self.network.policy)), self.folder / "policy.safetensors")
        for name in ("random", "greedy", "smart"):
            policy = f"policy:path={self.folder / 'policy.safetensors'}"  # its most probable action
            found = play_match(policy, name, self.settings.check_games, seed=self.settings.seed)
            scores[name] = (found.score, *found.interval())
            self.writer.add_scalar(f"score/{name}", found.score, plies)
        self.log.append({"plies": plies, "scores": scores})
        text = (f"{name} {score:.3f} ({low:.3f} to {high:.3f})" for name, (score, low, high) in scores.items())
        print(f"{plies:>10,} plies, {rate:,.0f} a second  score v {'  '.join(text)}", flush=True)

    def save(self) -> None:
        """Write the checkpoint in one step, so that a killed run resumes."""
        kept = {"settings": asdict(self.settings), "update": self.update, "log": self.log}
        weights = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        torch.save(kept | weights, self.folder / "new.pt")
        (self.folder / "new.pt").replace(self.folder / "checkpoint.pt")
        (self.folder / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in self.log), encoding="utf-8")

    def restore(self) -> None:
        """Continue from the checkpoint."""
        kept = torch.load(self.folder / "checkpoint.pt", weights_only=True)
        asked = asdict(self.settings)
        if changed := [
            name
            for name in asked
            if name not in ("folder", "resume") and asked[name] != kept["settings"].get(name, asked[name])
        ]:
            raise ValueError(f"the run in {self.folder} began with another {', '.join(changed)}: leave it as it was")
        self.update, self.log = kept["update"], kept["log"]
        self.network.load_state_dict(kept["network"])
        self.optimizer.load_state_dict(kept["optimizer"])


if __name__ == "__main__":
    with errors_in_a_line():
        Run(parse_settings(Settings)).train()
