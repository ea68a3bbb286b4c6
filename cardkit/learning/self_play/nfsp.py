"""Neural fictitious self-play (NFSP): a best response to the average of all that was played before.

Two networks learn. One holds the values of actions: a best response by Q-learning. The other imitates what the best
response has played so far: the average policy, which is what is learnt. In each game a seat plays one of the two, the
best response with a small probability. In fictitious play the average approaches an equilibrium of zero-sum games.

Source: J. Heinrich, D. Silver, "Deep reinforcement learning from self-play in imperfect-information games", 2016.
"""

from __future__ import annotations

import time
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch
from torch.nn.functional import nll_loss

from cardkit.checks import real
from cardkit.learning.networks import masked_log_probabilities, mlp
from cardkit.learning.run import Run
from cardkit.learning.self_play.batch import draw_actions
from cardkit.learning.self_play.experience import Reservoir, Ring
from cardkit.learning.settings import RunSettings, flag


@dataclass(frozen=True)
class NFSPSettings(RunSettings):
    """The settings that all games share; each is a flag of the command line."""

    learning_rate: float = flag(1e-3, "initial learning rate of both networks; it falls linearly to 0")
    responding: float = flag(0.1, "probability with which a seat plays a game by the best response")
    exploration: float = flag(0.06, "initial probability of a random action of the best response; it falls linearly")
    transitions: int = flag(200_000, "latest choices from which the values are learnt")
    reservoir: int = flag(500_000, "choices of the best response from which the average is learnt, of all so far")
    gradient_steps: int = flag(32, "gradient steps in an update")
    target_every: int = flag(5, "updates between two copies of the values for the targets of their learning")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("responding", "exploration"):
            real(name, getattr(self, name), 0, 1, 0.1)
        for name in ("transitions", "reservoir", "gradient_steps", "target_every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")


AnySettings = TypeVar("AnySettings", bound=NFSPSettings)


class NFSP(Run[AnySettings]):
    """A run of NFSP: the average policy, the values of the best response, and what both learn from."""

    LEARNER = "nfsp"
    NETWORKS = ("policy", "values", "target")

    def __init__(self, settings: AnySettings) -> None:
        super().__init__(settings)
        games = self.games
        self.policy, self.values = (
            mlp(games.input_size, settings.hidden, games.num_actions, 0.01, self.random).to(self.device)
            for _ in range(2)
        )
        self.target = deepcopy(self.values)
        self._parameters = [*self.policy.parameters(), *self.values.parameters()]
        self.optimizer = torch.optim.Adam(self._parameters, settings.learning_rate, eps=1e-5, fused=True)
        seen, action, reward, ended = np.zeros(games.input_size, np.float32), np.int64(0), np.float32(0), np.False_
        self.played = Reservoir(settings.reservoir, seen=seen, action=action)
        self.latest = Ring(settings.transitions, seen=seen, action=action, reward=reward, then=seen, ended=ended)
        shape = settings.games, games.num_seats
        self._responds, self._waits = np.zeros(shape, bool), np.zeros(shape, bool)
        self._seen, self._action = np.zeros((*shape, games.input_size), np.float32), np.zeros(shape, np.int64)
        self._won = np.zeros(shape, np.float32)  # since the seat's last choice, whose outcome waits
        self.go_on()

    def begin(self) -> None:
        """Restart all games; choices whose outcome waits are dropped."""
        super().begin()
        self._waits[:] = False
        self._assign(np.ones(self.settings.games, bool))

    def improve(self) -> None:
        """Do one update: play, then improve both networks."""
        began = time.perf_counter()
        if self.update % self.settings.target_every == 0:
            self.target.load_state_dict(self.values.state_dict())
        for _ in range(self.settings.steps):
            self._play()
        played = time.perf_counter()
        self.optimizer.param_groups[0]["lr"] = self.settings.learning_rate * self.left
        if len(self.played) and len(self.latest):
            for _ in range(self.settings.gradient_steps):
                self._learn()
        self.seconds["playing"] += played - began
        self.seconds["learning"] += time.perf_counter() - played

    def _assign(self, games: np.ndarray) -> None:
        """Draw for each seat of these games, booleans by game, whether it plays the best response."""
        drawn = torch.rand(self._responds.shape, generator=self.random).numpy() < self.settings.responding
        self._responds[games] = drawn[games]

    def _play(self) -> None:
        """Play a choice in every game, and keep what it shows."""
        inputs, movers = self.games.observe(), (np.arange(self.settings.games), self.games.seats.astype(np.int64))
        seen, responds = inputs.numpy(), self._responds[movers]
        games, seats = (place[self._waits[movers]] for place in movers)
        self._settle(games, seats, seen[self._waits[movers]], ended=False)
        actions = np.where(responds, self._respond(inputs), self._follow_average(inputs))
        self.played.add(self.random, seen=seen[responds], action=actions[responds])
        self._seen[movers], self._action[movers], self._won[movers], self._waits[movers] = seen, actions, 0, True
        ends, received = self.games.step(actions)
        self._won += received
        games, seats = np.nonzero(self._waits & ends[:, None])
        self._settle(games, seats, np.zeros((len(games), seen.shape[1]), np.float32), ended=True)
        self._waits[ends] = False
        self._assign(ends)

    def _settle(self, games: np.ndarray, seats: np.ndarray, then: np.ndarray, ended: bool) -> None:
        """Keep the outcomes of these seats' last choices: what they won, and what they see next."""
        at, ends = (games, seats), np.full(len(games), ended)
        self.latest.add(
            self.random, seen=self._seen[at], action=self._action[at], reward=self._won[at], then=then, ended=ends
        )

    @torch.no_grad()
    def _respond(self, inputs: torch.Tensor) -> np.ndarray:
        """Choose the actions of the best values, or now and then a random one."""
        masks = inputs[:, -self.games.num_actions :] > 0
        best = self.values(inputs.to(self.device)).cpu().masked_fill(~masks, -torch.inf).argmax(1)
        any_one = torch.rand(masks.shape, generator=self.random).masked_fill(~masks, -1.0).argmax(1)
        explores = torch.rand(len(best), generator=self.random) < self.settings.exploration * self.left
        return torch.where(explores, any_one, best).numpy()

    @torch.no_grad()
    def _follow_average(self, inputs: torch.Tensor) -> np.ndarray:
        """Draw actions from the average policy."""
        logits = self.policy(inputs.to(self.device)).cpu().numpy()
        uniforms = torch.rand(len(logits), dtype=torch.float64, generator=self.random).numpy()
        actions, log_probabilities = np.zeros(len(logits), np.int64), np.zeros(len(logits), np.float32)
        draw_actions(logits, inputs.numpy(), uniforms, actions, log_probabilities)
        return actions

    def _learn(self) -> None:
        """Take a step of the optimizer for both networks."""
        value_error, surprise = self._value_error(), self._surprise()
        self.optimizer.zero_grad()
        (value_error + surprise).backward()
        self.optimizer.step()
        self.figures = {"value_error": float(value_error.detach()), "surprise": float(surprise.detach())}

    def _value_error(self) -> torch.Tensor:
        """Compute the mean squared error of the values, by what followed from some latest choices."""
        row = {name: some.to(self.device) for name, some in self.latest.draw(self.settings.batch, self.random).items()}
        with torch.no_grad():
            masks = row["then"][:, -self.games.num_actions :] > 0
            best = self.target(row["then"]).masked_fill(~masks, -torch.inf).amax(1)
            expected = row["reward"] + torch.where(row["ended"], 0.0, best)
        return (self.values(row["seen"]).gather(1, row["action"][:, None])[:, 0] - expected).square().mean()

    def _surprise(self) -> torch.Tensor:
        """Compute the cross-entropy of the average policy and some choices of the best response."""
        row = {name: some.to(self.device) for name, some in self.played.draw(self.settings.batch, self.random).items()}
        masks = row["seen"][:, -self.games.num_actions :] > 0
        return nll_loss(masked_log_probabilities(self.policy(row["seen"]), masks), row["action"])

    def saved(self) -> dict[str, Any]:
        """Return the networks, the optimizer and the experience."""
        return super().saved() | {"played": self.played.saved(), "latest": self.latest.saved()}

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore the state that `saved` returned."""
        super().restore(saved)
        self.played.restore(saved["played"])
        self.latest.restore(saved["latest"])
