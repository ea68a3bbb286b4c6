"""Train a policy by PPO in a league: against itself, its past selves, and exploiters that learn to beat it.

The learner plays one seat. Each game draws its opponent from the environment's `opponent_pool`, which changes between
updates:

- the current learner plays a fixed share of the games;
- after every round of updates a past self joins the league;
- an exploiter joins with it: it starts the round with the learner's weights and plays only against the learner;
- past selves, exploiters and the first agents share the other games by score: the less the learner scores against an
  opponent, the more often they meet (prioritised fictitious self-play). Opponents that always lose are hardly met.

Every setting is a flag (``--help``). The policy plays wherever you can name an agent, as ``policy:path=FILE``.

Source: O. Vinyals et al., "Grandmaster level in StarCraft II using multi-agent reinforcement learning", Nature, 2019.

    python examples/train_league.py --plies 3000000 --folder runs/league-1
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import torch
from torch import nn

from baselines.durak.agents.policy import network_agent
from baselines.durak.learning import ppo_selfplay
from baselines.durak.learning.self_play_games import SelfPlayGames
from baselines.durak.networks.network_file import PolicyNetwork
from cardkit.checks import check_whole, real
from cardkit.learning.networks import layers_of
from cardkit.learning.resuming.streams import PURPOSES, seeds_of
from cardkit.learning.run import main
from cardkit.learning.settings import flag, parted
from durak_env import Rules
from durak_env.compiled_agents import CompiledAgent

ITSELF = "itself"
EXPLOITING = PURPOSES  # what the seeds of the exploiter's games are for
FADE = 0.9  # weight of a game, multiplied by this after each further update


@dataclass(frozen=True)
class Settings(ppo_selfplay.Settings):
    """The settings of a run; each is a flag of the command line."""

    folder: str = flag("runs/league", "folder for policy.safetensors, checkpoint.pt and log.jsonl")
    plies: int = flag(3_000_000, "choices of the learner to learn from; those of exploiters are extra")
    check_every: int = flag(23, "updates between two checkpoints with evaluation; all games restart there")
    check_games: int = flag(1000, "games against each agent of the ladder, in mirrored pairs")
    against: str = flag("random", "agents that are in the league from the start, separated by semicolons")
    itself: float = flag(0.35, "share of the games against the current learner")
    priority: float = flag(2.0, "exponent of 1 - score in an opponent's weight; 0 for equal weights")
    round: int = flag(10, "updates per round; then a past self and an exploiter join, and a new exploiter starts")
    exploit_every: int = flag(2, "updates of the learner per update of the exploiter; 0 for no exploiters")
    members: int = flag(40, "most past selves and exploiters at a time; the easiest leaves first")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, least in {"round": 1, "exploit_every": 0, "members": 1}.items():
            check_whole(name, getattr(self, name), least)
        real("itself", self.itself, 0, 0.99, 0.35)  # the others need a share
        real("priority", self.priority, 0, 100, 2)
        if not parted(self.against):
            raise ValueError("against must name an agent, such as random: the league begins with it")

    @property
    def opponents(self) -> list[str]:
        """Specs of the agents for the evaluation: the ladder alone."""
        return parted(self.ladder)


class Scores:
    """A learner's recent scores against each opponent."""

    def __init__(self) -> None:
        self.points: defaultdict[str, float] = defaultdict(float)
        self.games: defaultdict[str, float] = defaultdict(float)

    def add(self, opponents: Sequence[str], returns: np.ndarray) -> None:
        """Count finished games, given the learner's returns."""
        for name, value in zip(opponents, returns, strict=True):
            self.points[name] += (1 + float(value)) / 2
            self.games[name] += 1

    def fade(self) -> None:
        """Reduce the weight of past games."""
        for counts in (self.points, self.games):
            for name in counts:
                counts[name] *= FADE

    def of(self, name: str) -> float:
        """Return the score against an opponent, pulled towards one half by an imagined win and loss."""
        return (self.points[name] + 1) / (self.games[name] + 2)

    def mean(self) -> float:
        """Return the score over all games."""
        return (sum(self.points.values()) + 1) / (sum(self.games.values()) + 2)

    def saved(self) -> list[dict[str, float]]:
        """Return all that `restore` needs."""
        return [dict(self.points), dict(self.games)]

    def restore(self, saved: list[dict[str, float]]) -> None:
        """Restore the state that `saved` returned."""
        self.points, self.games = (defaultdict(float, counts) for counts in saved)


class LeagueGames(SelfPlayGames):
    """Games whose opponents come from a pool, with the scores against them."""

    def __init__(self, settings: Settings) -> None:
        self.scores = Scores()
        first, *others = parted(settings.against)
        super().__init__(replace(settings, against=first))
        for other in others:
            self.opponent_pool.add(other)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Play actions, and return which games ended and the return of each seat."""
        ends, received = super().step(actions)
        rows = np.flatnonzero(ends)
        if len(rows):
            last = self.infos["final_info"]
            names = [self._env.opponent_names[number] for number in last["opponent"][rows]]
            self.scores.add(names, received[rows, last["seat"][rows].astype(np.int64)])
        return ends, received


class Learner(ppo_selfplay.Trainer):
    """PPO in such games."""

    settings: Settings

    @cached_property
    def games(self) -> LeagueGames:
        """The games."""
        return LeagueGames(self.settings)

    def agent(self) -> CompiledAgent:
        """Return the current policy as an agent that samples its actions, as the learner does."""
        return agent_of(self.policy, self.settings.rules)


class Exploiter(Learner):
    """A learner whose only opponent is another learner in its current state."""

    def improve_against(self, other: Learner) -> None:
        """Make one update against the other learner."""
        pool = self.games.opponent_pool
        names = pool.names
        pool.add(other.agent(), name=f"update {other.update}")
        for name in names:
            pool.remove(name)
        self.improve()
        self.update += 1
        self.games.scores.fade()

    def begin_again(self, other: Learner) -> None:
        """Copy the other's weights and forget all scores."""
        self.update = 0
        self.games.scores = Scores()
        self.policy.load_state_dict(other.policy.state_dict())
        self.critic.load_state_dict(other.critic.state_dict())
        self.optimizer.state.clear()


class League(Learner):
    """A run: the learner, its league, and the exploiter that joins next."""

    def __init__(self, settings: Settings) -> None:
        self.exploiter: Exploiter | None = None
        if settings.exploit_every:
            plies = settings.games * settings.steps * settings.round // settings.exploit_every
            folder = f"{settings.folder}/exploiter"  # nothing is written there
            self.exploiter = Exploiter(replace(settings, folder=folder, plies=plies, resume=False))
        self.members: dict[str, dict[str, torch.Tensor]] = {}  # weights by name
        super().__init__(settings)

    def begin(self) -> None:
        """Restart all games."""
        self._make_pool()
        super().begin()
        if self.exploiter:
            own = self.exploiter.settings
            self.exploiter.games.begin(seeds_of(own.seed, EXPLOITING, self.update, own.games))

    def improve(self) -> None:
        """Update the learner, sometimes the exploiter; at the end of a round both join the league."""
        self._make_pool()
        super().improve()
        self.games.scores.fade()
        self.figures["hardest"] = min(map(self.games.scores.of, self.games.opponent_pool.names))
        number, updates = divmod(self.update + 1, self.settings.round)
        if not updates:
            self._join(f"self {number}", self.policy)
        if self.exploiter:
            self._exploit(self.exploiter, number, joins=not updates)

    def _exploit(self, exploiter: Exploiter, number: int, joins: bool) -> None:
        if (self.update + 1) % self.settings.exploit_every == 0:
            exploiter.seconds = self.seconds
            exploiter.improve_against(self)
        self.figures["exploiter"] = exploiter.games.scores.mean()
        if joins:
            self._join(f"exploiter {number}", exploiter.policy)
            exploiter.begin_again(self)

    def saved(self) -> dict[str, Any]:
        """Return the state of PPO, of the league and of the exploiter."""
        league = {"members": self.members, "scores": self.games.scores.saved()}
        if other := self.exploiter:
            exploiter = {
                "update": other.update,
                "random": other.random.get_state(),
                "scores": other.games.scores.saved(),
            }
            league["exploiter"] = exploiter | other.saved()
        return super().saved() | league

    def restore(self, saved: dict[str, Any]) -> None:
        """Restore the state that `saved` returned."""
        super().restore(saved)
        for name, weights in saved["members"].items():
            self._past_policy.load_state_dict(weights)
            self._join(name, self._past_policy)
        self.games.scores.restore(saved["scores"])
        if other := self.exploiter:
            kept = saved["exploiter"]
            other.restore(kept)
            other.random.set_state(kept["random"])
            other.update = kept["update"]
            other.games.scores.restore(kept["scores"])

    def _make_pool(self) -> None:
        """Update the pool: the current learner, and the weights with which games draw their opponents."""
        pool, settings = self.games.opponent_pool, self.settings
        if ITSELF in pool.names:
            pool.remove(ITSELF)
        hard = {name: (1 - self.games.scores.of(name)) ** settings.priority for name in pool.names}
        pool.set_weights({name: (1 - settings.itself) * one / sum(hard.values()) for name, one in hard.items()})
        pool.add(self.agent(), settings.itself, ITSELF)

    def _join(self, name: str, policy: nn.Sequential) -> None:
        """Add a copy of a policy to the league; if there are too many members, the easiest leaves."""
        pool = self.games.opponent_pool
        pool.add(agent_of(policy, self.settings.rules), name=name)
        self.members[name] = {part: value.clone() for part, value in policy.state_dict().items()}
        if len(self.members) > self.settings.members:
            easiest = max(self.members, key=self.games.scores.of)
            pool.remove(easiest)
            del self.members[easiest]


def agent_of(policy: nn.Sequential, rules: Rules) -> CompiledAgent:
    """Copy a policy into an agent that samples its actions."""
    return network_agent(PolicyNetwork(rules, layers_of(policy)), temperature=1.0)


if __name__ == "__main__":
    main(League, Settings)
