"""Imitation of a search in one file: a policy network learns what ISMCTS would do in the positions that it gets into.

Each update plays some games, partly by the network and partly by the search, asks the search at every choice, keeps its
answers, and improves the network on all answers so far: towards the shares of the simulations that each action got,
with the plain suits exchanged at will, since nothing but their names tells them apart. The answers to single positions
are noisy, since a search that has to be asked a million times has to be short; the network averages over positions that
are alike, and plays better than the search that it learns from.

Sources: T. Anthony, Z. Tian, D. Barber, "Thinking fast and slow with deep learning and tree search", NeurIPS 2017; S.
Ross, G. Gordon, D. Bagnell, "A reduction of imitation learning and structured prediction to no-regret online learning",
AISTATS 2011.

    python -m baselines.training.imitation --plies 1000000 --teacher ismcts:simulations=800 --folder runs/mine
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import torch

from baselines.agent import CompiledAgent
from baselines.learned import network_agent
from baselines.policy_input import exchanges, input_size
from baselines.roster import make_agent
from baselines.search_agent import SearchAgent
from baselines.training.answers import Answers
from baselines.training.labels import Labeller, Labels
from baselines.training.networks import masked_log_probabilities, mlp, start_from
from baselines.training.run import Run, main
from baselines.training.settings import RunSettings, flag

GAMES_AT_ONCE = 32  # that the threads share; so many at least, so that none has to wait long for the last
LEAST = 50.0  # a log-probability is not taken for less than minus this: illegal actions have a share of 0


@dataclass(frozen=True)
class Settings(RunSettings):
    """What a run depends on; each is a flag of the command line."""

    folder: str = flag("runs/imitation", "where policy, checkpoint, log and labels are written")
    teacher: str = flag("ismcts:simulations=800", "the search to learn from, one of those that count simulations")
    teacher_share: float = flag(0.5, "share of the games that the search plays, the network the others")
    sparring: str = flag("greedy", "a compiled agent at one seat of some games, not learnt from")
    sparring_share: float = flag(0.3, "share of those games")
    noise: float = flag(0.1, "share of uniform plies")
    games: int = flag(256, "times steps: positions that an update labels")
    plies: int = flag(2_000_000, "positions to label")
    labelling: float = flag(0.8, "share of the updates that label; the others go over the answers once more")
    epochs: int = flag(8, "positions learnt from in an update, as a multiple of those that one labels")
    batch: int = flag(1024, "positions a gradient step")
    learning_rate: float = flag(1e-3, "at the start; it falls to 0 in a straight line")

    @property
    def updates(self) -> int:
        """How many make up the run."""
        return max(1, round(self.plies / (self.games * self.steps) / self.labelling))


class Imitation(Run[Settings]):
    """A run of imitation: the network, and all answers of the search so far."""

    def __init__(self, settings: Settings) -> None:
        if settings.against:
            raise ValueError("imitation plays with its teacher and with sparring, not against another agent")
        super().__init__(settings)
        rules = settings.rules
        self.policy = mlp(input_size(rules), settings.hidden, rules.num_actions, 0.01, self.random).to(self.device)
        if settings.start:
            start_from(self.policy, settings.start)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), settings.learning_rate, fused=True)
        self.labeller = Labeller(
            rules,
            _search(settings.teacher),
            _compiled(settings.sparring),
            (settings.teacher_share, settings.sparring_share, settings.noise),
            settings.seed,
            settings.threads,
        )
        self.answers = Answers(self.folder / "labels", settings.plies, (input_size(rules), rules.num_actions))
        self.played = 0  # games so far
        self.go_on()

    def begin(self) -> None:
        """Nothing: an update plays games of its own, each to its end."""

    @property
    def plies(self) -> int:
        """Positions labelled so far."""
        return self.answers.count

    def improve(self) -> None:
        """One update: ask the search about some positions, and learn from all its answers."""
        began = time.perf_counter()
        if self.answers.count < self.settings.plies:
            self._ask()
        asked = time.perf_counter()
        self._learn()
        self.seconds["playing"] += asked - began
        self.seconds["learning"] += time.perf_counter() - asked

    def _ask(self) -> None:
        student = network_agent(self.network())
        enough = min(self.answers.count + self.settings.games * self.settings.steps, self.settings.plies)
        while self.answers.count < enough:
            self.answers.add(self.labeller.label(student, self.played, GAMES_AT_ONCE))
            self.played += GAMES_AT_ONCE

    def _learn(self) -> None:
        settings = self.settings
        self.optimizer.param_groups[0]["lr"] = settings.learning_rate * self.left
        for _ in range(settings.epochs * settings.games * settings.steps // settings.batch):
            drawn = torch.randint(self.answers.count, (settings.batch,), generator=self.random)
            inputs, shares = self._with_suits_exchanged(self.answers.rows(drawn.numpy()))
            logits = masked_log_probabilities(self.policy(inputs), inputs[:, -settings.rules.num_actions :] > 0)
            loss = -(shares * logits.clamp(min=-LEAST)).sum(1).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.figures = {"loss": float(loss.detach())}

    def _with_suits_exchanged(self, answers: Labels) -> list[torch.Tensor]:
        """The same answers with other names for the plain suits, drawn anew for each batch."""
        orders = exchanges(self.settings.rules)
        drawn = int(torch.randint(len(orders[0]), (1,), generator=self.random))
        named_anew = (some[:, order[drawn]] for some, order in zip(answers, orders, strict=True))
        return [torch.from_numpy(some).to(self.device) for some in named_anew]

    def saved(self) -> dict[str, Any]:
        """The network and the optimizer; the answers have files of their own."""
        self.answers.save()
        own = {name: getattr(self, name).state_dict() for name in ("policy", "optimizer")}
        return own | {"answers": self.answers.count, "played": self.played}

    def restore(self, saved: dict[str, Any]) -> None:
        """Take up what `saved` gave."""
        for name in ("policy", "optimizer"):
            getattr(self, name).load_state_dict(saved[name])
        if saved["answers"] > self.settings.plies:
            raise ValueError(
                f"{saved['answers']:,} positions are labelled already, more than plies={self.settings.plies}"
            )
        self.played = saved["played"]
        self.answers.load(saved["answers"])


def _search(spec: str) -> SearchAgent:
    agent = make_agent(spec)
    if not isinstance(agent, SearchAgent):
        raise ValueError(f"teacher is a search that counts its simulations, such as ismcts, not {spec!r}")
    return agent


def _compiled(spec: str) -> CompiledAgent:
    agent = make_agent(spec)
    if not isinstance(agent, CompiledAgent):
        raise ValueError(f"sparring is a compiled agent, such as greedy, not {spec!r}")
    return agent


if __name__ == "__main__":
    main(Imitation, Settings)
