"""Self-play PPO in one file: a policy network for Durak from nothing, by playing against itself.

Both seats of many games are played by the network (`DurakVectorEnv(opponent=None)`): each step collects a choice of the
seat to move in every game. A seat may move several times in a row, or not at all between two plies of the other; so
advantages run along each seat's own sequence of choices, and a game that ends pays both seats, whoever played last.

The critic may see both hands while it learns (``critic="hands"``, perfect-information distillation): as a baseline it
changes no gradient's mean, and takes out of the noise what the policy cannot know. The policy that is saved never sees
more than its seat does, and plays without torch (`baselines.learned`).

Sources: J. Schulman et al., "Proximal policy optimization algorithms", 2017, and "High-dimensional continuous control
using generalized advantage estimation", 2016; S. Huang et al., "CleanRL", JMLR 23 (2022); G. Yang et al., "PerfectDou:
dominating DouDizhu with perfect information distillation", 2022.

    python -m baselines.training.ppo_selfplay --plies 5000000 --folder runs/mine
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import nn

from baselines.learned import network_agent
from baselines.match import play_match
from baselines.policy_file import PolicyNetwork, save_policy
from baselines.policy_input import action_orders, fill_inputs, input_orders, input_size, trump_rows
from durak_env.jit import jit
from durak_env.observation import Encoding
from durak_env.rules import Rules
from durak_env.vector_env import DurakVectorEnv

CRITICS = ("closed", "hands")
MAY_CHANGE = ("folder", "resume", "plies", "threads")  # of a run that goes on


def flag(default: Any, meaning: str) -> Any:
    """A field of the settings, told in the command line's help."""
    return field(default=default, metadata={"help": meaning})


@dataclass(frozen=True)
class Settings:
    """What a run depends on; each is a flag of the command line."""

    folder: str = flag("runs/ppo_selfplay", "where policy.safetensors, checkpoint.pt and log.jsonl are written")
    resume: bool = flag(False, "go on from the checkpoint in the folder; plies may differ from what it was begun with")
    seed: int = flag(1, "of the games, the first weights and all draws")
    plies: int = flag(10_000_000, "choices to learn from, of both seats; learning rate and entropy fall along them")
    games: int = flag(1024, "games at once")
    steps: int = flag(32, "choices collected in each game between two updates")
    epochs: int = flag(1, "times that an update learns from what was collected")
    batch: int = flag(2048, "choices a gradient step")
    learning_rate: float = flag(7e-4, "at the start; it falls to 0 in a straight line")
    hidden: int = flag(256, "units of each of the policy's two hidden layers")
    critic: str = flag("hands", "what the critic sees: closed, as the policy does, or both hands")
    critic_hidden: int = flag(192, "units of each of the critic's two hidden layers")
    decay: float = flag(0.95, "lambda of the advantages")
    clip: float = flag(0.2, "how far an update may change a choice's probability, as a share")
    entropy: float = flag(0.03, "weight of the policy's entropy at the start; it falls to a tenth")
    value_weight: float = flag(0.5, "weight of the critic's squared error")
    max_norm: float = flag(0.5, "of a gradient")
    past_share: float = flag(0.0, "share of the games that have a past self at one seat")
    past_every: int = flag(50, "updates between two past selves")
    check_every: int = flag(100, "updates between two checkpoints with evaluation; all games begin anew then")
    check_games: int = flag(2000, "games against each agent of the ladder, in mirrored pairs")
    ladder: str = flag("random,greedy,smart", "agents to be evaluated against, with commas between")
    threads: int = flag(1, "of torch and of the games; with more than one a seed no longer gives the same curve")
    start_rank: int = flag(6, "lowest rank of the deck")
    num_suits: int = flag(4, "suits of the deck")
    hand_size: int = flag(6, "cards of a hand")

    @property
    def rules(self) -> Rules:
        """Of the games."""
        return Rules(self.start_rank, self.num_suits, self.hand_size)

    @property
    def updates(self) -> int:
        """How many make up the run."""
        return max(1, self.plies // (self.games * self.steps))


class Batch:
    """What is collected between two updates: tensors of shape (steps, games, ...)."""

    def __init__(self, settings: Settings, critic_size: int) -> None:
        shape = settings.steps, settings.games
        self.inputs = torch.zeros(*shape, input_size(settings.rules))
        self.critic_inputs = torch.zeros(*shape, critic_size) if critic_size else self.inputs
        self.masks = torch.zeros(*shape, settings.rules.num_actions, dtype=torch.bool)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.log_probabilities, self.values, self.advantages = (torch.zeros(shape) for _ in range(3))
        self.own = torch.ones(shape, dtype=torch.bool)  # played by the policy that learns, not by a past self
        self.seats = np.zeros(shape, np.int64)
        self.ends = np.zeros(shape, bool)
        self.returns = np.zeros((*shape, 2))


class Table:
    """Many games of self-play, twice: as the policy sees them and, for a critic of both hands, with open cards."""

    def __init__(self, settings: Settings) -> None:
        self.rules = settings.rules
        self._orders, self._actions = input_orders(self.rules), action_orders(self.rules)
        worlds = (False, True) if settings.critic == "hands" else (False,)
        self.envs = [self._new_env(settings, open_world) for open_world in worlds]
        self._inputs = np.zeros((settings.games, input_size(self.rules)), np.float32)
        self._other_hand = Encoding(self.rules, "open").slices["other_hand"]
        self.critic_size = self._inputs.shape[1] + self.rules.num_cards if settings.critic == "hands" else 0

    @staticmethod
    def _new_env(settings: Settings, open_world: bool) -> DurakVectorEnv:
        return DurakVectorEnv(
            settings.games,
            opponent=None,
            rules=settings.rules,
            open_world=open_world,
            skip_forced=True,
            autoreset_mode=AutoresetMode.SAME_STEP,
            copy=False,
            num_threads=settings.threads,
        )

    def begin(self, seed: int) -> None:
        """Begin all games anew; the same ones in both worlds."""
        for env in self.envs:
            observations, infos = env.reset(seed=seed)
            self._take(env, observations, infos)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Play actions (trump suit first); which games have ended, and the returns of both seats."""
        played = self._actions[self._rows, actions]
        results = [env.step(played) for env in self.envs]
        for env, (observations, _, _, _, infos) in zip(self.envs, results, strict=True):
            self._take(env, observations, infos)
        return results[0][2], results[0][4]["returns"]

    def look(self) -> tuple[torch.Tensor, torch.Tensor | None]:
        """The policy's inputs and, where they differ, the critic's."""
        if len(self.envs) == 1:
            return torch.from_numpy(self._inputs), None
        order = self._actions[self._rows, : self.rules.num_cards]
        hands = np.take_along_axis(self._open[:, self._other_hand], order, axis=1)
        inputs = torch.from_numpy(self._inputs)
        return inputs, torch.cat([inputs, torch.from_numpy(hands)], dim=1)

    def _take(self, env: DurakVectorEnv, observations: np.ndarray, infos: dict[str, Any]) -> None:
        if env is not self.envs[0]:
            self._open = observations
            return
        self.seats = infos["seat"]
        self._rows = trump_rows(observations, self.rules)
        fill_inputs(observations, infos["action_mask"], self._orders, self._rows, self._inputs)


def mlp(inputs: int, hidden: int, outputs: int, gain: float, random: torch.Generator) -> nn.Sequential:
    """Two hidden layers with ReLU; orthogonal weights, the last layer's with the given gain."""
    layers = [nn.Linear(inputs, hidden), nn.Linear(hidden, hidden), nn.Linear(hidden, outputs)]
    for layer, scale in zip(layers, (2**0.5, 2**0.5, gain), strict=True):
        nn.init.orthogonal_(layer.weight, scale, random)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2])


def masked_log_probabilities(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Of all actions; those that are not legal get none to speak of."""
    return torch.log_softmax(logits.masked_fill(~masks, -1e9), dim=-1)


@jit
def seat_advantages(
    seats: Any, ends: Any, returns: Any, values: Any, last_seats: Any, last_values: Any, decay: Any, advantages: Any
) -> None:
    """Generalized advantages along each seat's own choices, gamma 1; arrays of shape (steps, games).

    A seat's choice is followed by its next choice, or by its return if the game ends before, whoever ends it. Where the
    batch ends first, the critic's value stands for the rest: for the seat not to move, that of the other negated.
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


class Trainer:
    """A run: networks, games, and what is known about their progress.

    Attributes:
        settings: of the run.
        update: number of updates done.
        log: a row of figures for each checkpoint so far.
        commands: that began the run and went on with it.
    """

    def __init__(self, settings: Settings) -> None:
        if settings.critic not in CRITICS:
            raise ValueError(f"critic is one of {', '.join(CRITICS)} (default hands), not {settings.critic!r}")
        self.settings, self.update = settings, 0
        self.log: list[dict[str, Any]] = []
        self.commands = [shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])]
        self.folder = Path(settings.folder)
        torch.set_num_threads(settings.threads)
        self.random = torch.Generator().manual_seed(settings.seed)
        self.table = Table(settings)
        inputs, critic_inputs = input_size(settings.rules), self.table.critic_size
        self.policy, self._past_policy = (
            mlp(inputs, settings.hidden, settings.rules.num_actions, 0.01, self.random) for _ in range(2)
        )
        self.critic = mlp(critic_inputs or inputs, settings.critic_hidden, 1, 1.0, self.random)
        self.parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, settings.learning_rate, eps=1e-5, fused=True)
        self.batch = Batch(settings, critic_inputs)
        self.past: list[dict[str, torch.Tensor]] = []
        self.seconds = {"games": 0.0, "playing": 0.0, "learning": 0.0}
        if settings.resume:
            self._load()

    def run(self) -> Iterator[int]:
        """Train; yields the number of updates done after each."""
        settings = self.settings
        self.folder.mkdir(parents=True, exist_ok=True)
        begun = False  # also where a finished run goes on, which need not have ended at a checkpoint's update
        while self.update < settings.updates:
            if not begun or self.update % settings.check_every == 0:
                begun = True
                self.table.begin(settings.seed * 1_000_003 + self.update * settings.games)
            if settings.past_share and self.update % settings.past_every == 0:
                self.past.append({name: value.clone() for name, value in self.policy.state_dict().items()})
            self._collect()
            self._learn()
            self.update += 1
            if self.update % settings.check_every == 0 or self.update == settings.updates:
                self._check()
            yield self.update

    @torch.no_grad()
    def _collect(self) -> None:
        began = time.perf_counter()
        batch, settings = self.batch, self.settings
        past = self._choose_past()
        for step in range(settings.steps):
            inputs, critic_inputs = self.table.look()
            batch.inputs[step] = inputs
            if critic_inputs is not None:
                batch.critic_inputs[step] = critic_inputs
            batch.seats[step] = self.table.seats
            batch.masks[step] = inputs[:, -settings.rules.num_actions :] > 0
            logits = self.policy(inputs)
            if len(past):
                self._play_past(step, past, inputs, logits)
            log_probabilities = masked_log_probabilities(logits, batch.masks[step])
            noise = torch.empty_like(logits).exponential_(generator=self.random).clamp_min_(1e-20).log_()
            actions = (log_probabilities - noise).argmax(1)
            batch.actions[step] = actions
            batch.log_probabilities[step] = log_probabilities.gather(1, actions[:, None])[:, 0]
            batch.values[step] = self.critic(batch.critic_inputs[step])[:, 0]
            at_games = time.perf_counter()
            batch.ends[step], batch.returns[step] = self.table.step(actions.numpy())
            self.seconds["games"] += time.perf_counter() - at_games
        self._advantages()
        self.seconds["playing"] += time.perf_counter() - began

    def _advantages(self) -> None:
        batch = self.batch
        inputs, critic_inputs = self.table.look()
        last_values = self.critic(inputs if critic_inputs is None else critic_inputs)[:, 0].numpy()
        values, advantages = batch.values.numpy(), batch.advantages.numpy()
        seats = np.asarray(self.table.seats, np.int64)
        decay = self.settings.decay
        seat_advantages(batch.seats, batch.ends, batch.returns, values, seats, last_values, decay, advantages)

    def _choose_past(self) -> np.ndarray:
        """The games with a past self at one seat, in which it sits at the seat of the game's parity."""
        count = int(self.settings.past_share * self.settings.games) if self.past else 0
        if count:
            number = int(torch.randint(len(self.past), (), generator=self.random))
            self._past_policy.load_state_dict(self.past[number])
        self.batch.own[:] = True
        return np.arange(count)

    def _play_past(self, step: int, past: np.ndarray, inputs: torch.Tensor, logits: torch.Tensor) -> None:
        theirs = past[self.table.seats[: len(past)] == past % 2]
        logits[theirs] = self._past_policy(inputs[theirs])
        self.batch.own[step, theirs] = False

    def _learn(self) -> None:
        began = time.perf_counter()
        settings, batch = self.settings, self.batch
        left = 1 - self.update / settings.updates
        self.optimizer.param_groups[0]["lr"] = settings.learning_rate * left
        entropy_weight = settings.entropy * (0.1 + 0.9 * left)
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

    def network(self) -> PolicyNetwork:
        """The policy as it is now, with where it comes from."""
        layers = [layer for layer in self.policy if isinstance(layer, nn.Linear)]
        weights = tuple((layer.weight.detach().numpy().copy(), layer.bias.detach().numpy().copy()) for layer in layers)
        origin = {
            "commands": self.commands,
            "code_version": version("durak-env"),
            "settings": asdict(self.settings),
            "plies": self.plies,
            "scores": self.log[-1]["scores"] if self.log else {},
        }
        return PolicyNetwork(self.settings.rules, weights, origin)

    @property
    def plies_per_second(self) -> float:
        """Of this run so far, collecting and learning together."""
        return self.plies / max(1e-9, self.seconds["playing"] + self.seconds["learning"])

    @property
    def plies(self) -> int:
        """Choices learnt from so far."""
        return self.update * self.settings.games * self.settings.steps

    def _check(self) -> None:
        """Evaluate, log, and save the policy and all that is needed to go on."""
        agent, settings = network_agent(self.network()), self.settings
        scores = {}
        for name in settings.ladder.split(","):
            result = play_match(agent, name, settings.check_games, seed=settings.seed, rules=settings.rules)
            scores[name] = [result.score, *result.interval()]
        spent = self.seconds["playing"] + self.seconds["learning"]
        self.log.append(
            {"update": self.update, "plies": self.plies, "seconds": spent, "scores": scores, **self.figures}
        )
        with (self.folder / "log.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in self.log)
        save_policy(self.network(), self.folder / "policy.safetensors")
        self._save()

    def _save(self) -> None:
        checkpoint = {
            "settings": asdict(self.settings),
            "policy": self.policy.state_dict(),
            "critic": self.critic.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "past": self.past,
            "commands": self.commands,
            "random": self.random.get_state(),
            "update": self.update,
            "log": self.log,
            "seconds": self.seconds,
        }
        torch.save(checkpoint, self.folder / "checkpoint.pt.new")
        (self.folder / "checkpoint.pt.new").replace(self.folder / "checkpoint.pt")

    def _load(self) -> None:
        checkpoint = torch.load(self.folder / "checkpoint.pt", weights_only=True)
        changed = {
            name: value
            for name, value in asdict(self.settings).items()
            if name not in MAY_CHANGE and checkpoint["settings"][name] != value
        }
        if changed:
            raise ValueError(f"the checkpoint in {self.folder} is of a run with other settings than {changed}")
        self.policy.load_state_dict(checkpoint["policy"])
        self.critic.load_state_dict(checkpoint["critic"])
        self.optimizer.load_state_dict(checkpoint["optimizer"])
        self.random.set_state(checkpoint["random"])
        self.past, self.update = checkpoint["past"], checkpoint["update"]
        self.commands = checkpoint["commands"] + self.commands
        self.log, self.seconds = checkpoint["log"], checkpoint["seconds"]


def parse_settings(arguments: Sequence[str] | None = None) -> Settings:
    """The settings that a command line's flags ask for."""
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    for one in fields(Settings):
        name, meaning = f"--{one.name.replace('_', '-')}", one.metadata["help"]
        if isinstance(one.default, bool):
            parser.add_argument(name, action="store_true", help=meaning)
        else:
            parser.add_argument(name, type=type(one.default), default=one.default, help=meaning)
    return Settings(**vars(parser.parse_args(arguments)))


def train(settings: Settings) -> Trainer:
    """Run to the end, with a progress bar on a terminal and a line for each checkpoint."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    trainer, console = Trainer(settings), Console(highlight=False)
    told = len(trainer.log)
    columns = BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=settings.updates)
        for update in trainer.run():
            progress.update(task, completed=update, description=f"{trainer.plies_per_second:,.0f} plies/s")
            for row in trainer.log[told:]:
                console.print(checkpoint_line(row), soft_wrap=True)
            told = len(trainer.log)
    return trainer


def checkpoint_line(row: dict[str, Any]) -> str:
    """A row of the log in words."""
    scores = "  ".join(
        f"{name} {score:.3f} ({low:.3f} to {high:.3f})" for name, (score, low, high) in row["scores"].items()
    )
    return f"{row['plies']:>11,} plies  {row['seconds']:>6,.0f} s  entropy {row['entropy']:.3f}  score v {scores}"


if __name__ == "__main__":
    train(parse_settings())
