"""Deep Monte Carlo: a network learns the return of each action by playing many games to their end.

Each output of the network is the expected return of an action. All seats of many games play the legal action with the
largest value, or occasionally a random one. When a game ends, the values of the actions that a seat chose move toward
that seat's return. The targets use no estimates of later positions, which avoids bias at the price of the noise of
whole games.

A policy file plays the largest logit among the legal actions, so it plays these values unchanged. A ``temperature``
would have no meaning for them.

Source: D. Zha et al., "DouZero: mastering DouDizhu with self-play deep reinforcement learning", ICML 2021. Their
network takes the action as an input, since DouDizhu has 27,472 actions; with 38, each can have an output of its own.

    python -m baselines.durak.learning.dmc --plies 5000000 --folder runs/dmc
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from baselines.durak.learning.durak_run import DurakRun
from baselines.durak.learning.durak_settings import TableSettings
from baselines.durak.networks.network_input import input_size
from cardkit.compiled.jit import jit
from cardkit.learning.networks import mlp
from cardkit.learning.run import main
from cardkit.learning.settings import flag


@dataclass(frozen=True)
class Settings(TableSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/dmc", "folder for policy.safetensors, checkpoint.pt and log.jsonl")
    learning_rate: float = flag(1e-3, "initial learning rate; it falls linearly to 0")
    exploration: float = flag(0.02, "probability of playing a random legal action instead of the best")
    memory: int = flag(128, "most choices remembered per game, of all seats, until it ends; older ones are dropped")
    max_norm: float = flag(1.0, "largest norm of a gradient")


class Memory:
    """The last choices of each game in ring buffers: tensors of shape (memory, games, ...).

    A choice is due once its game has ended: its return is then known, so it can be learnt from.
    """

    def __init__(self, settings: Settings) -> None:
        shape = settings.memory, settings.games
        self.inputs = torch.zeros(*shape, input_size(settings.rules))
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.returns = torch.zeros(shape)
        self.due = torch.zeros(shape, dtype=torch.bool)
        self._seats = np.zeros(shape, np.int64)
        self._ages = np.zeros(settings.games, np.int64)  # choices in each game so far
        self._row = 0

    def append(self, inputs: torch.Tensor, actions: torch.Tensor, seats: np.ndarray) -> None:
        """Append a choice of the seat to move in each game."""
        self._row = (self._row + 1) % len(self.due)
        self.inputs[self._row], self.actions[self._row], self._seats[self._row] = inputs, actions, seats
        self.due[self._row] = False
        self._ages += 1

    def assign_returns(self, ends: np.ndarray, returns: np.ndarray) -> None:
        """Give each choice of the ended games its seat's return."""
        assign_returns(self._row, ends, returns, self._ages, self._seats, self.returns.numpy(), self.due.numpy())

    def forget(self) -> None:
        """Drop all choices, because all games restart."""
        self._ages[:] = 0
        self._row = 0  # a resumed run starts here too and so learns in the same order
        self.due[:] = False


@jit
def assign_returns(row: Any, ends: Any, returns: Any, ages: Any, seats: Any, paid: Any, due: Any) -> None:
    """Assign the returns of ended games to their choices, from the one in ``row`` back to their first."""
    rows = len(paid)
    for game in np.flatnonzero(ends):
        for age in range(min(ages[game], rows)):
            place = (row - age) % rows
            paid[place, game] = returns[game, seats[place, game]]
            due[place, game] = True
        ages[game] = 0


class Trainer(DurakRun[Settings]):
    """A run of Deep Monte Carlo; the policy that it saves consists of the values of the actions."""

    LEARNER = "dmc"

    def __init__(self, settings: Settings) -> None:
        if settings.memory < settings.steps:
            raise ValueError(f"memory must be at least steps={settings.steps}, got {settings.memory}")
        super().__init__(settings)
        rules = settings.rules
        self.policy = mlp(input_size(rules), settings.hidden, rules.num_actions, 0.01, self.random).to(self.device)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), settings.learning_rate, eps=1e-5, fused=True)
        self.memory = Memory(settings)
        self.go_on()

    def begin(self) -> None:
        """Restart all games, so that no choice awaits its return at a checkpoint."""
        super().begin()
        self.memory.forget()

    def improve(self) -> None:
        """Do one update: collect choices and learn from those whose games have ended."""
        self._collect()
        self._learn()

    @torch.no_grad()
    def _collect(self) -> None:
        began = time.perf_counter()
        for _ in range(self.settings.steps):
            inputs = self.games.observe()
            actions = self._choose(inputs)
            self.memory.append(inputs, actions, self.games.seats)
            at_games = time.perf_counter()
            self.memory.assign_returns(*self.games.step(actions.numpy()))
            self.seconds["games"] += time.perf_counter() - at_games
        self.seconds["playing"] += time.perf_counter() - began

    def _choose(self, inputs: torch.Tensor) -> torch.Tensor:
        masks = inputs[:, -self.settings.rules.num_actions :] > 0
        best = self.policy(inputs.to(self.device)).cpu().masked_fill(~masks, -torch.inf).argmax(1)
        any_one = torch.rand(masks.shape, generator=self.random).masked_fill(~masks, -1.0).argmax(1)
        explores = torch.rand(len(best), generator=self.random) < self.settings.exploration
        return torch.where(explores, any_one, best)

    def _learn(self) -> None:
        began = time.perf_counter()
        memory = self.memory
        self.optimizer.param_groups[0]["lr"] = self.settings.learning_rate * self.left
        rows = torch.nonzero(memory.due.view(-1))[:, 0]
        mixed = rows[torch.randperm(len(rows), generator=self.random)]
        for some in mixed.split(self.settings.batch) if len(rows) else ():  # no game may have ended
            inputs, actions, returns = (
                part.flatten(0, 1)[some].to(self.device) for part in (memory.inputs, memory.actions, memory.returns)
            )
            chosen = self.policy(inputs).gather(1, actions[:, None])[:, 0]
            error = (chosen - returns).square().mean()
            self.optimizer.zero_grad()
            error.backward()
            nn.utils.clip_grad_norm_(self.policy.parameters(), self.settings.max_norm)
            self.optimizer.step()
            self.figures = {"value_error": float(error.detach())}
        memory.due[:] = False
        self.seconds["learning"] += time.perf_counter() - began


if __name__ == "__main__":
    main(Trainer, Settings)
