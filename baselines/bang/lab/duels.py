"""Duels of two agents in the three teams: all six splits on the same deals, tables of 4 to 7 players equally often."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bang_env.bang import Bang
from bang_env.characters import TEAMS
from bang_env.rules import FEWEST_SEATS, MOST_SEATS
from cardkit.arena.match_result import MatchResult
from cardkit.lab.estimates import Estimate, by_deal, in_deals, mean_of_differences, share_of_games
from cardkit.lab.scale import Scale

SIZES = range(FEWEST_SEATS, MOST_SEATS + 1)
SPLITS = 2 * len(TEAMS)


@dataclass(frozen=True)
class Wins:
    """The wins of one agent of a duel.

    Attributes:
        hits: whether a team of the agent wins, bool array (deals, splits).
        as_team: for each team, how often it wins where the agent has it, and the number of these games.
    """

    hits: np.ndarray
    as_team: np.ndarray

    @property
    def share(self) -> Estimate:
        """The share of all games; deals are clusters."""
        return share_of_games(self.hits)

    def ahead_of(self, other: Wins) -> Estimate:
        """Estimate how many more of all games it wins than another on the same deals, at equal or other tables."""
        games = self.hits.shape[1]
        return mean_of_differences((by_deal(self.hits) - by_deal(other.hits)) / games, games)

    @property
    def by_team(self) -> str:
        """The percentages of wins, team by team."""
        return " ".join(f"{100 * won / games:.1f}" for won, games in self.as_team)


def wins_of(name: str, results: list[list[MatchResult]]) -> Wins:
    """Count the wins of the agent of a name, from the matches of each size of the table."""
    hits, as_team = [], np.zeros((len(TEAMS), 2))
    for matches in results:
        parts = []
        for match in matches:
            own = np.array([one == name for one in match.names])
            won, teams = match.won & own, match.results["seating"]
            parts.append(in_deals(np.asarray(won.any(axis=1)), match.games_a_deal or len(TEAMS)))
            for team in range(len(TEAMS)):
                as_team[team] += [(won & (teams == team)).sum(), (own & (teams == team)).sum()]
        hits.append(np.concatenate(parts, axis=1))
    return Wins(np.concatenate(hits), as_team)


def duel(scale: Scale, first: str, second: str, games: int) -> tuple[Wins, Wins]:
    """Play two agents against each other; equal names share the deals of all duels of as many games."""
    results = []
    for size, count in _sizes(games):
        game, seed = Bang(f"num_players={size}"), scale.seed_of("duel", size)
        lineups = ((first, second, second), (second, first, first))
        results.append([scale.play(game, lineup, count // 2, seed) for lineup in lineups])
    return wins_of(first, results), wins_of(second, results)


def three(scale: Scale, agents: tuple[str, str, str], games: int) -> list[Wins]:
    """Play three agents against each other, a team each."""
    results = []
    for size, count in _sizes(games):
        result = scale.play(Bang(f"num_players={size}"), agents, count, scale.seed_of("three", size))
        results.append([result])
    return [wins_of(name, results) for name in agents]


def _sizes(games: int) -> list[tuple[int, int]]:
    """Return each size of the table and its share of the games: whole deals."""
    each = max(1, games // len(SIZES) // SPLITS) * SPLITS
    return [(size, each) for size in SIZES]
