"""A tournament: many agents, a match for each pairing, one table.

All matches share the tournament's seed, so that each deal is played in every match, and a match is the one that
`baselines.match.play_match` plays with that seed. The order in which agents are named changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from baselines.agent import Agent
from baselines.fixture import Fixture, no_growth, thesis_growth
from baselines.match import MatchPlay, as_agent, check_whole, name_of
from baselines.match_result import MatchResult
from baselines.tournament_result import TournamentResult
from baselines.workers import Done, Span, in_processes, in_this_thread, in_threads
from durak_env.rules import Rules

Progress = Callable[[int, int], None]
"""Told the number of games done, and of how many."""


def play_tournament(
    agents: Sequence[Agent | str],
    games: int = 500,
    seed: int = 0,
    open_world: bool = False,
    rules: Rules | None = None,
    jobs: int = 1,
    gauntlet: str | None = None,
    thesis: bool = False,
    progress: Progress | None = None,
) -> TournamentResult:
    """Let agents play each other. The result follows from the seed, whatever ``jobs`` and the order of the agents are.

    Args:
        agents: agents, or their specs; two or more, each of another name.
        games: of each match, an even number, since each deal is played twice with seats swapped.
        seed: of deals and agents, from 0 on.
        open_world: whether the agents see all cards.
        rules: None for the standard rules.
        jobs: how many workers play: threads if all agents are compiled, else processes.
        gauntlet: the name of an agent that plays all others, who do not play each other; None for a round robin.
        thesis: whether an undecided match gets 500 more games until it is decided or has 10,000.
        progress: told of the games now and then.

    Raises:
        ValueError: an unknown agent, or an argument out of range.
    """
    check_whole("games", games, 2)
    check_whole("seed", seed, 0)
    check_whole("jobs", jobs, 1)
    if games % 2:
        raise ValueError(f"games of a tournament are an even number, since each deal is played twice; not {games}")
    play = TournamentPlay(agents, gauntlet, seed, open_world, Rules() if rules is None else rules)
    schedule = Schedule([Fixture(games, thesis_growth if thesis else no_growth) for _ in play.pairings])
    for (match, first, _), results, _ in _spans(play, schedule, jobs):
        schedule.note(match, first, results)
        if progress is not None:
            progress(*schedule.progress)
    return play.result([fixture.results for fixture in schedule.fixtures])


class TournamentPlay:
    """Plays any span of the games of any match of a tournament: ``play(match, first, count)``.

    Other processes get it as the arguments it was made from, so that agents given by spec are made there anew.

    Attributes:
        names: of the agents, sorted.
        pairings: of the agents' numbers, sorted; a match each.
    """

    def __init__(
        self, agents: Sequence[Agent | str], gauntlet: str | None, seed: int, open_world: bool, rules: Rules
    ) -> None:
        self._arguments = tuple(agents), gauntlet, seed, open_world, rules
        named = _by_name(agents)
        self.names = tuple(sorted(named))
        self.pairings = _pairings(self.names, gauntlet)
        made = [as_agent(named[name]) for name in self.names]
        self._matches = [
            MatchPlay(made[i], made[j], seed, open_world, rules, (self.names[i], self.names[j]))
            for i, j in self.pairings
        ]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments

    @property
    def compiled(self) -> bool:
        """Whether all agents are compiled."""
        return all(match.compiled for match in self._matches)

    def __call__(self, match: int, first: int, count: int) -> np.ndarray:
        return self._matches[match](first, count)

    def result(self, results: Sequence[np.ndarray]) -> TournamentResult:
        """The tournament's result, of the results of all matches."""
        _, _, seed, open_world, rules = self._arguments
        matches = tuple(
            MatchResult(match.names, rules, open_world, seed, games)
            for match, games in zip(self._matches, results, strict=True)
        )
        return TournamentResult(self.names, self.pairings, matches)


class Schedule:
    """The fixtures of a tournament as work for `baselines.workers`; spans are (match, first game, number of games)."""

    def __init__(self, fixtures: Sequence[Fixture]) -> None:
        self.fixtures = fixtures

    @property
    def left(self) -> bool:
        return any(fixture.left for fixture in self.fixtures)

    @property
    def progress(self) -> tuple[int, int]:
        """Games played, and games wanted."""
        return sum(one.games_played for one in self.fixtures), sum(len(one.results) for one in self.fixtures)

    def take(self) -> Span:
        match = next(number for number, fixture in enumerate(self.fixtures) if fixture.left)
        return match, *self.fixtures[match].take()

    def learn(self, span: Span, seconds: float) -> None:
        match, _, count = span
        self.fixtures[match].learn(count, seconds)

    def note(self, match: int, first: int, results: np.ndarray) -> None:
        """Keep the results of games of a match, from the number ``first`` on."""
        self.fixtures[match].note(first, results)


def _by_name(agents: Sequence[Agent | str]) -> dict[str, Agent | str]:
    if isinstance(agents, str) or len(agents) < 2:
        raise ValueError(f"a tournament needs two agents or more, not {agents!r}")
    named: dict[str, Agent | str] = {}
    for agent in agents:
        if name_of(agent) in named:
            raise ValueError(f"agent {name_of(agent)!r} is named twice: agents of a tournament differ")
        named[name_of(agent)] = agent
    return named


def _pairings(names: Sequence[str], gauntlet: str | None) -> list[tuple[int, int]]:
    if gauntlet is not None and gauntlet.strip() not in names:
        raise ValueError(f"gauntlet {gauntlet!r} is none of the agents: {', '.join(names)}")
    everybody = combinations(range(len(names)), 2)
    return [pair for pair in everybody if gauntlet is None or gauntlet.strip() in (names[pair[0]], names[pair[1]])]


def _spans(play: TournamentPlay, schedule: Schedule, jobs: int) -> Iterator[Done]:
    if jobs == 1:
        return in_this_thread(play, schedule)
    return (in_threads if play.compiled else in_processes)(play, schedule, jobs)
