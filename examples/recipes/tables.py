"""The tables that the recipes play at: Durak by any rules, and Oh Hell!, alone against agents in all other seats."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, NoReturn

from baselines import PolicyAgent
from baselines.oh_hell.agents.batched_policy import OhHellPolicyAgent
from cardkit.agents import as_agent, prepare
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
    agent: Callable[..., Any]
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
    """Return the table of Durak; the returns of a game add up to 0."""
    return Table(
        Durak(rules), "durak_env/Durak-v0", durak_v0.raw_env, PolicyAgent, {"rules": rules}, ("random", "greedy"), 1.0
    )


def oh_hell(rules: str) -> Table:
    """Return the table of Oh Hell!; a return is the points less the mean of the others'."""
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


def positive(text: str) -> int:
    """Read a number of at least 1 for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be an integer of at least 1, got {text}")
    return int(text)


class Parser(argparse.ArgumentParser):
    """A recipe's command line, with the arguments that the recipes share; an error ends in one line.

    Args:
        description: of the recipe.
        steps, games_at_once: the defaults of ``--steps`` and ``--games-at-once``, which None leaves out.
        opponent: whether an agent plays against the learner; ``--opponent`` names it.
        opponents: words that it may be beside an agent's spec.
    """

    def __init__(
        self,
        description: str | None,
        steps: int,
        games_at_once: int | None = None,
        opponent: bool = True,
        opponents: Collection[str] = (),
    ) -> None:
        super().__init__(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        self._opponents = opponents
        self.add_argument("--game", choices=sorted(TABLES), default="durak")
        self.add_argument("--rules", default="standard", help="as text, such as num_players=4")
        self.add_argument("--steps", type=positive, default=steps)
        if games_at_once is not None:
            self.add_argument("--games-at-once", type=positive, default=games_at_once)
        if opponent:
            self.add_argument("--opponent", default="random", help=" or ".join(["an agent's spec", *opponents]))
        self.add_argument("--seed", type=int, default=1)
        self.add_argument("--match-games", type=positive, default=400)

    def error(self, message: str) -> NoReturn:
        """End with the message alone, without the usage that argparse prints and ``--help`` shows."""
        self.exit(2, f"{self.prog}: {message}\n")

    def table(self, chosen: argparse.Namespace) -> Table:
        """Return the table that the arguments name, once an agent can play there as the opponent."""
        try:
            table = TABLES[chosen.game](chosen.rules)
            if getattr(chosen, "opponent", "random") not in self._opponents:
                prepare(as_agent(getattr(chosen, "opponent", "random"), table.game), table.game, "--opponent")
        except (ValueError, ImportError, OSError) as error:
            self.error(str(error))
        return table


def main(
    train: Callable[[Table, int, str, int, int], Any],
    description: str | None,
    steps: int,
    at_once: int,
    opponents: Collection[str] = (),
) -> None:
    """Run the command line of a recipe: train against an opponent, then judge the agent.

    Args:
        train: of a table, the steps, the opponent, the games at once and the seed; returns an agent.
        description, steps, at_once, opponents: as for `Parser`.
    """
    parser = Parser(description, steps, at_once, opponents=opponents)
    chosen = parser.parse_args()
    table = parser.table(chosen)
    agent = train(table, chosen.steps, chosen.opponent, chosen.games_at_once, chosen.seed)
    table.judge(agent, chosen.match_games, chosen.seed)
