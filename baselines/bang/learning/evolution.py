"""Evolves the individuals of ``eai`` and ``hai``: by (1+n)-ES, as the thesis does, or by CMA-ES; games are the fitness.

Individuals play among themselves, a seat each, or against named opponents: then all of a generation play the same
deals. Those games of an individual count in which it has one of the chosen teams.

Source: M. Daniláková, bachelor thesis, 2017, sections 7.7.8 and 7.8.7. How numbers mutate is not told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bang_env.bang import Bang
from bang_env.characters import TEAM_OF, TEAMS
from bang_env.rules import FEWEST_SEATS, MOST_SEATS
from baselines.bang.learning.subject import Subject
from cardkit.agents import Agent, as_agent
from cardkit.arena.match import play_match
from cardkit.arena.match_result import MatchResult
from cardkit.checks import check_choice
from cardkit.learning import evolution
from cardkit.learning.evolution import CmaStrategy, EvolutionSettings, Individuals, PlusStrategy
from cardkit.learning.provenance import origin_of
from cardkit.learning.resuming.streams import CHECKS, LEARNING, seeds_of
from cardkit.learning.settings import flag, parted

METHODS: Mapping[str, Any] = {"es": PlusStrategy, "cma": CmaStrategy}
SIZES = range(FEWEST_SEATS, MOST_SEATS + 1)


@dataclass(frozen=True)
class Settings(EvolutionSettings):
    """The settings of an evolution; each is a flag of the command line."""

    agent: str = flag("eai", "what evolves: eai or hai, with its parameters; its individual is the first parent")
    folder: str = flag("runs/bang", "folder for weights.json and log.jsonl")
    generations: int = flag(300, "how many")
    population: int = flag(4, "individuals tried per generation")
    spread: float = flag(0.1, "standard deviation of a mutation, in CMA-ES the initial one")
    method: str = flag("es", "es: (1+n)-ES, or cma: CMA-ES")
    games: int = flag(200, "games of a generation, of tables of all sizes equally many")
    against: str = flag("", "opponents, separated by semicolons; without them individuals play among themselves")
    teams: str = flag(";".join(TEAMS), "the teams as which the games of an individual count")
    players: str = flag(";".join(map(str, SIZES)), "sizes of the table")
    check_every: int = flag(10, "generations between two checks of the best guess on deals of their own")
    check_games: int = flag(600, "games of a check, against rair")

    def __post_init__(self) -> None:
        super().__post_init__()
        Subject(self.agent)
        check_choice("method", self.method, tuple(METHODS))
        for name in ("teams", "players"):
            if not parted(getattr(self, name)):
                raise ValueError(f"{name} must name at least one, separated by semicolons; got none")
        for team in self.chosen_teams:
            check_choice("teams", team, TEAMS)
        for size in self.sizes:
            check_choice("players", size, tuple(map(str, SIZES)))
        for opponent in self.opponents:
            as_agent(opponent, Bang())

    @property
    def opponents(self) -> list[str]:
        """The specs of the opponents."""
        return parted(self.against)

    @property
    def chosen_teams(self) -> list[str]:
        """The names of the teams."""
        return parted(self.teams)

    @property
    def team_numbers(self) -> list[int]:
        """The places of the chosen teams in `TEAMS`."""
        return [TEAMS.index(team) for team in self.chosen_teams]

    @property
    def sizes(self) -> list[str]:
        """The numbers of players."""
        return parted(self.players)


class Evolution(evolution.Evolution[Settings]):
    """A run of one of the `METHODS`."""

    MAY_CHANGE = (*evolution.Evolution.MAY_CHANGE, "check_every", "check_games")
    CHECKED_AGAINST = "rair"

    def __init__(self, settings: Settings) -> None:
        self.subject = Subject(settings.agent)
        strategy = METHODS[settings.method](self.subject.first, settings.spread, settings.population, settings.seed)
        super().__init__(settings, strategy)

    def fitness(self, drawn: Individuals) -> list[float]:
        """Compute the share of its games that each individual wins."""
        agents = [self.subject.playing(one) for one in drawn]
        (seed,) = seeds_of(self.settings.seed, LEARNING, len(self.log))
        if not self.settings.opponents:
            return among_themselves(agents, self.settings, np.random.default_rng(seed))
        games = self.settings.games / len(agents)
        return [float(np.mean(np.concatenate(list(self._wins(agent, games, seed)))[:, 1])) for agent in agents]

    def _wins(self, agent: Agent, games: float, seed: int) -> Iterator[np.ndarray]:
        each = games / len(self.settings.sizes) / len(self.settings.opponents)
        teams = self.settings.team_numbers
        for opponent in self.settings.opponents:
            found = wins_against(agent, opponent, self.settings.sizes, each * len(TEAMS) / len(teams), seed)
            yield found[np.isin(found[:, 0], teams)]

    def figures(self) -> dict[str, Any]:
        """Measure now and then how often the best guess wins against rair, in all and by team."""
        done = len(self.log) + 1
        if done % self.settings.check_every and done != self.settings.generations:
            return {}
        return {"check": self.check()}

    def words(self, row: Mapping[str, Any]) -> str:
        """Write the scores, and after a check how often the best guess wins."""
        if "check" not in row:
            return super().words(row)
        won, *as_teams = (f"{100 * share:.1f}" for share in row["check"])
        teams = ", ".join(f"{team} {share}" for team, share in zip(TEAMS, as_teams, strict=True))
        return f"{super().words(row)}  v {self.CHECKED_AGAINST} {won} % won ({teams})"

    def check(self) -> list[float]:
        """Compute the share of games that the best guess wins on the deals of checks: in all, then by team."""
        (seed,) = seeds_of(self.settings.seed, CHECKS)
        each = self.settings.check_games / len(self.settings.sizes)
        guess = self.subject.playing(self.strategy.guess)
        won = wins_against(guess, self.CHECKED_AGAINST, self.settings.sizes, each, seed)
        return [float(won[:, 1].mean()), *(float(won[won[:, 0] == team, 1].mean()) for team in range(len(TEAMS)))]

    def finish(self) -> str:
        """Write the best guess, and return the name of its file."""
        origin = origin_of(self.settings, self.commands, generations=len(self.log))
        self.subject.save(self.strategy.guess, origin, self.folder / "weights.json")
        return str(self.folder / "weights.json")


def wins_against(agent: Agent, opponent: str, sizes: Sequence[str], games: float, seed: int) -> np.ndarray:
    """Return an agent's team in each game, and whether it wins, against an opponent in both other teams.

    Args:
        agent: that is judged.
        opponent: its spec.
        sizes: of the table.
        games: of each size, rounded up to whole deals, in which the agent has every team.
        seed: of the deals.

    Returns:
        Integers of shape (games, 2).
    """
    count = len(TEAMS) * max(1, -(-round(games) // len(TEAMS)))
    found = [play_match(Bang(f"num_players={size}"), [agent, opponent, opponent], count, seed) for size in sizes]
    return np.concatenate([np.stack([one.results["seating"][:, 0], one.won[:, 0]], axis=1) for one in found])


def among_themselves(agents: Sequence[Agent], settings: Settings, rng: np.random.Generator) -> list[float]:
    """Compute the share of its seats of the chosen teams that each agent wins.

    Each deal draws who plays, with repetition.
    """
    played, won = np.zeros(len(agents)), np.zeros(len(agents))
    for size in map(int, settings.sizes):
        game = Bang(f"num_players={size}", lineup="seats")
        for _ in range(max(1, round(settings.games / len(settings.sizes) / size))):
            who = rng.integers(len(agents), size=size)
            result = play_match(game, [agents[one] for one in who], size, int(rng.integers(1 << 62)))
            counts = np.isin(teams_of(result), settings.team_numbers)
            np.add.at(played, who, counts.sum(axis=0))
            np.add.at(won, who, (counts & result.won).sum(axis=0))
    return (won / np.maximum(played, 1)).tolist()


def teams_of(result: MatchResult) -> np.ndarray:
    """Return the team of each agent in each game of a match by seats, shape (games, agents)."""
    return TEAM_OF[result.results["role"]]
