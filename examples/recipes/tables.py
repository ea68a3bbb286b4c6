"""The tables that the recipes play at: Durak by any rules, and Oh Hell!, alone against agents in all other seats."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gymnasium import spaces

from baselines import PolicyAgent
from baselines.oh_hell.agents.batched_policy import OhHellPolicyAgent
from cardkit.arena.match import play_match
from durak_env import durak_v0
from durak_env.durak import Durak
from oh_hell_env import oh_hell_v0
from oh_hell_env.oh_hell import OhHell


@dataclass(frozen=True)
class Table:
    """A game by some rules, at which a recipe trains.

    Attributes:
        game: for matches.
        env_id: of the Gymnasium environments, which need ``settings``.
        raw_env: PettingZoo's environment, which needs ``settings``.
        agent: makes an agent of a policy's scores and the space of its observations.
        settings: arguments of the environments.
        opponents: to play against after training, the weakest first.
        unit: what a return is divided by in learning, so that it is about 1 in size.
    """

    game: Any
    env_id: str
    raw_env: Callable[..., Any]
    agent: Callable[[Callable[[Any], Any], spaces.Space[Any]], Any]
    settings: dict[str, Any]
    opponents: tuple[str, ...]
    unit: float

    def judge(self, agent: Any, games: int, seed: int) -> None:
        """Play matches, the agent alone against each opponent in all other seats, and print the results."""
        for opponent in self.opponents:
            result = play_match(self.game, [agent, *[opponent] * (self.game.seats - 1)], games, seed)
            mean, (low, high) = float(result.mean_returns[0]), result.return_interval()
            print(result if self.game.seats == 2 else f"v {opponent}: return {mean:.3f} ({low:.3f} to {high:.3f})")


def durak(rules: str) -> Table:
    """Durak; the returns of a game add up to 0."""
    return Table(
        Durak(rules), "durak_env/Durak-v0", durak_v0.raw_env, PolicyAgent, {"rules": rules}, ("random", "greedy"), 1.0
    )


def oh_hell(rules: str) -> Table:
    """Oh Hell!; a return is the points less the mean of the others'."""
    return Table(
        OhHell(rules, returns="margin"),
        "oh_hell_env/OhHell-v0",
        oh_hell_v0.raw_env,
        OhHellPolicyAgent,
        {"rules": rules, "returns": "margin"},
        ("random", "informed:version=2"),
        10.0,
    )


TABLES = {"durak": durak, "oh-hell": oh_hell}


def add_arguments(parser: argparse.ArgumentParser, steps: int, games_at_once: int | None = None) -> None:
    """The arguments that the recipes share."""
    parser.add_argument("--game", choices=sorted(TABLES), default="durak")
    parser.add_argument("--rules", default="standard", help="as text, such as num_players=4")
    parser.add_argument("--steps", type=int, default=steps)
    if games_at_once is not None:
        parser.add_argument("--games-at-once", type=int, default=games_at_once)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match-games", type=int, default=400)


def table_of(chosen: argparse.Namespace) -> Table:
    """The table that the arguments name."""
    return TABLES[chosen.game](chosen.rules)


def main(train: Callable[[Table, int, str, int, int], Any], description: str | None, steps: int, at_once: int) -> None:
    """The command line of a recipe that trains against an opponent, and then judges the agent.

    Args:
        train: of a table, the steps, the opponent, the games at once and the seed; returns an agent.
        description: of the recipe.
        steps, at_once: the defaults of ``--steps`` and ``--games-at-once``.
    """
    parser = argparse.ArgumentParser(description=description)
    add_arguments(parser, steps, at_once)
    parser.add_argument("--opponent", default="random")
    chosen = parser.parse_args()
    table = table_of(chosen)
    agent = train(table, chosen.steps, chosen.opponent, chosen.games_at_once, chosen.seed)
    table.judge(agent, chosen.match_games, chosen.seed)
