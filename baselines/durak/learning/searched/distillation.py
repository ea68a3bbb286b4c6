"""Trains a policy network on searched positions that `durak label` has stored.

python -m baselines.durak.learning.searched.distillation --labels runs/labels --folder runs/distilled
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from baselines.durak.agents.policy import CHAMPION, network_agent
from baselines.durak.learning.durak_run import DurakRun
from baselines.durak.learning.durak_settings import DurakSettings
from baselines.durak.learning.searched.positions import PieceFolder
from baselines.durak.learning.searched.targets import COMPLETED, SHARES, targets_of
from baselines.durak.learning.suit_exchange import drawn_exchange
from baselines.durak.networks.network_file import PolicyNetwork
from baselines.durak.networks.network_input import input_size
from cardkit.checks import check_choice
from cardkit.learning.imitation import LEAST
from cardkit.learning.networks import layers_of, masked_log_probabilities, mlp
from cardkit.learning.run import main
from cardkit.learning.settings import flag
from durak_env.compiled_agents import CompiledAgent
from durak_env.rules import Rules

STEPS = 100  # gradient steps of an update


@dataclass(frozen=True)
class Settings(DurakSettings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/distilled", "folder for the policy, checkpoint and log")
    labels: str = flag("runs/labels", "folder of searched positions")
    pieces: int = flag(1_000_000, "pieces to learn from, at most")
    target: str = flag(COMPLETED, "what is learnt: completed (priors improved by values) or shares of simulations")
    scale: float = flag(12.0, "of values as logits, with target completed")
    start: str = flag(str(CHAMPION), "file of such a network that supplies the initial weights; without it random")
    plies: int = flag(2_000_000, "positions to learn from, each as often as it is drawn")
    hidden: int = flag(512, "units in each of the two hidden layers")
    batch: int = flag(1024, "positions per gradient step")
    learning_rate: float = flag(3e-4, "initial learning rate; it falls linearly to 0")
    check_every: int = flag(10, "updates of a hundred steps between two checkpoints with evaluation")
    check_games: int = flag(4000, "games of the evaluation against each agent")
    ladder: str = flag("champion", "agents for the evaluation, separated by semicolons")
    endgame: str = flag("policy", "how the policy plays endgames in the evaluation: policy or exact")

    @property
    def updates(self) -> int:
        """The number of updates in the run."""
        return max(1, self.plies // (self.batch * STEPS))


class Distillation(DurakRun[Settings]):
    """A training run on stored positions."""

    def __init__(self, settings: Settings) -> None:
        if settings.against:
            raise ValueError("against must be empty: nothing is played")
        check_choice("target", settings.target, (COMPLETED, SHARES))
        if not settings.rules.plays_like(Rules()):
            raise ValueError(f"searched positions are of the standard rules, not of {settings.rules}")
        super().__init__(settings)
        inputs, outputs = input_size(settings.rules), settings.rules.num_actions
        self.policy = mlp(inputs, settings.hidden, outputs, 0.01, self.random).to(self.device)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), settings.learning_rate, fused=True)
        self._inputs, self._targets = self._read()
        self.go_on()

    def _read(self) -> tuple[np.ndarray, np.ndarray]:
        folder, settings = PieceFolder(Path(self.settings.labels)), self.settings
        if not (numbers := folder.numbers()[: settings.pieces]):
            raise ValueError(f"{settings.labels} holds no searched positions: make some with durak label")
        parts = []
        for number in numbers:
            piece = folder.read(number)
            parts.append((piece.inputs, targets_of(piece, settings.target, settings.scale).astype(np.float16)))
        inputs, targets = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        return inputs, targets

    @property
    def plies(self) -> int:
        """Positions learnt from so far, with repetitions."""
        return self.update * self.settings.batch * STEPS

    def begin(self) -> None:
        """Do nothing: no games are played."""

    def improve(self) -> None:
        """One update of `STEPS` gradient steps."""
        settings, losses, began = self.settings, [], time.perf_counter()
        self.optimizer.param_groups[0]["lr"] = settings.learning_rate * self.left
        for _ in range(STEPS):
            drawn = torch.randint(len(self._inputs), (settings.batch,), generator=self.random).numpy()
            entries, actions = drawn_exchange(settings.rules, self.random)
            inputs = self._batch(self._inputs[drawn][:, entries])
            targets = self._batch(self._targets[drawn][:, actions])
            logits = masked_log_probabilities(self.policy(inputs), inputs[:, -settings.rules.num_actions :] > 0)
            loss = -(targets * logits.clamp(min=-LEAST)).sum(1).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(float(loss.detach()))
        self.figures["loss"] = float(np.mean(losses))
        self.seconds["learning"] += time.perf_counter() - began

    def _batch(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array.astype(np.float32)).to(self.device)

    def player(self) -> CompiledAgent:
        """The agent that plays the current policy."""
        network = PolicyNetwork(self.settings.rules, layers_of(self.policy))
        return network_agent(network, endgame=self.settings.endgame)


if __name__ == "__main__":
    main(Distillation, Settings)
