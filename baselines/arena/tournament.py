"""A tournament: many agents, a match for each pairing, one table.

All matches share the tournament's seed, so that each deal is played in every match, and a match is the one that
`baselines.arena.match.play_match` plays with that seed. The order in which agents are named changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from baselines.agents.protocol import Agent
from baselines.arena.game_records import record_of
from baselines.arena.growing_match import Fixture, no_growth, thesis_growth
from baselines.arena.match import MOST_GAMES, MOST_JOBS, MatchPlay, as_agent
from baselines.arena.match_result import MatchResult
from baselines.arena.played import Played, played_from_python
from baselines.arena.schedule import Schedule, StoredSchedule
from baselines.arena.seeds import seed_or_drawn
from baselines.arena.store import Store
from baselines.arena.tournament_result import TournamentResult
from cardkit.arena.ray_workers import in_ray
from cardkit.arena.stopping import Stop
from cardkit.arena.workers import Done, Span, in_processes, in_this_thread, in_threads
from cardkit.files import replacing
from durak_env.envs.env_arguments import check_whole
from durak_env.envs.opponents import name_of
from durak_env.rules import Rules, RulesLike

BACKENDS = ("local", "ray")

Progress = Callable[[int, int], None]
"""Told the number of games done, and of how many."""


def play_tournament(
    agents: Sequence[Agent | str],
    games: int = 500,
    seed: int | None = 0,
    open_world: bool = False,
    rules: RulesLike = None,
    jobs: int = 1,
    gauntlet: str | None = None,
    thesis: bool = False,
    store: Path | str | None = None,
    records: Path | str | None = None,
    progress: Progress | None = None,
    backend: str = "local",
) -> TournamentResult:
    """Let agents play each other. The result follows from the seed, whatever ``jobs`` and the order of the agents are.

    An illegal action or an exception loses the game.

    Args:
        agents: agents, or their specs; two or more, each of another name.
        games: of each match, an even number, since each deal is played twice with seats swapped.
        seed: of deals and agents, from 0 on; None for that of the games by the same rules in the store, and if there
            are none, for one that nobody can guess. The result tells it.
        open_world: whether the agents see all cards.
        rules: as `durak_env.rules.Rules.of` takes them; None for the standard rules.
        jobs: how many workers play: threads if all agents are compiled, else processes.
        gauntlet: the name of an agent that plays all others, who do not play each other; None for a round robin.
        thesis: whether an undecided match gets 500 more games until it is decided or has 10,000.
        store: an SQLite file that keeps all results, and from which they are taken where they are there already; it
            is made if it does not exist. For agents given by spec only, since it knows them by their names.
        records: a text file to be written with all games, for `durak replay`; the games are then played from Python,
            which is much slower.
        progress: told of the games now and then.
        backend: ``"local"``, or ``"ray"`` to play on all processors of a Ray cluster, whatever ``jobs`` is.

    Raises:
        ValueError: an unknown agent, an argument out of range, a store that cannot be used, or one with games of
            several seeds where none is given.
    """
    check_whole("games", games, 2, MOST_GAMES)
    drawn, seed = seed is None, seed_or_drawn(seed)
    check_whole("jobs", jobs, 1, MOST_JOBS)
    if backend not in BACKENDS:
        raise ValueError(f"backend is one of {', '.join(BACKENDS)}, not {backend!r}")
    if games % 2:
        raise ValueError(f"games of a tournament are an even number, since each deal is played twice; not {games}")
    play = TournamentPlay(agents, gauntlet, seed, open_world, rules, records is not None)
    fixtures = [Fixture(games, thesis_growth if thesis else no_growth) for _ in play.pairings]
    workers = _Workers(backend, jobs, progress)
    if store is None and records is None:
        return workers.play(play, Schedule(fixtures))
    with Store(":memory:" if store is None else _checked(store, agents)) as kept:
        if drawn:
            first = play.matches[0]
            play = play.with_seed(kept.settle_seed(first.names, play.rules, play.open_world, play.seed))
        return _play_stored(play, fixtures, kept, records, workers)


class TournamentPlay:
    """Plays any span of the games of any match of a tournament: ``play(match, first, count)``.

    Other processes get it as the arguments it was made from, so that agents given by spec are made there anew.

    Attributes:
        names: of the agents, sorted.
        pairings: of the agents' numbers, sorted; a match each.
        stop: as that of a `MatchPlay`, for all matches.
    """

    def __init__(
        self,
        agents: Sequence[Agent | str],
        gauntlet: str | None,
        seed: int,
        open_world: bool,
        rules: RulesLike,
        with_records: bool,
    ) -> None:
        rules = Rules.of(rules)
        self._arguments: tuple[Any, ...] = tuple(agents), gauntlet, seed, open_world, rules, with_records
        self.seed, self.open_world, self.rules, self.with_records = seed, open_world, rules, with_records
        named = _by_name(agents)
        self.names = tuple(sorted(named))
        self.pairings = _pairings(self.names, gauntlet)
        made = [as_agent(named[name]) for name in self.names]
        self.stop = Stop()
        self.matches = [
            MatchPlay(made[i], made[j], seed, open_world, rules, (self.names[i], self.names[j]), True, self.stop)
            for i, j in self.pairings
        ]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments

    def with_seed(self, seed: int) -> TournamentPlay:
        """The same tournament with this seed."""
        agents, gauntlet, _, *rest = self._arguments
        return self if seed == self.seed else TournamentPlay(agents, gauntlet, seed, *rest)

    @property
    def compiled(self) -> bool:
        """Whether all agents are compiled."""
        return all(match.compiled for match in self.matches)

    def __call__(self, match: int, first: int, count: int) -> Played:
        return self._recorded(match, first, count) if self.with_records else self.matches[match](first, count)

    def describe(self, spans: Collection[Span]) -> str:
        """Spans in words, match by match."""
        matches = sorted({span[0] for span in spans})
        return " and ".join(
            self.matches[match].describe([span[1:] for span in spans if span[0] == match]) for match in matches
        )

    def result(self, schedule: Schedule) -> TournamentResult:
        """The tournament's result, of a schedule of which all has been played."""
        matches = tuple(
            MatchResult(
                match.names, self.rules, self.open_world, self.seed, fixture.results, schedule.first_faults(number)
            )
            for number, (match, fixture) in enumerate(zip(self.matches, schedule.fixtures, strict=True))
        )
        return TournamentResult(self.names, self.pairings, matches)

    def _recorded(self, match: int, first: int, count: int) -> Played:
        played = self.matches[match]
        games = played.play_some(first, count)
        texts = [record_of(game, played.names, self.open_world).format() for game in games]
        return played_from_python(games, ["\n".join(texts[pair : pair + 2]) for pair in range(0, count, 2)])


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


def _checked(store: Path | str, agents: Sequence[Agent | str]) -> Path | str:
    if not all(isinstance(agent, str) for agent in agents):
        raise ValueError("a store knows agents by their specs: give specs, not objects")
    return store


def _play_stored(
    play: TournamentPlay,
    fixtures: Sequence[Fixture],
    store: Store,
    records: Path | str | None,
    workers: _Workers,
) -> TournamentResult:
    matches = [store.match(match.names, play.rules, play.open_world, play.seed) for match in play.matches]
    result = workers.play(play, StoredSchedule(fixtures, store, matches, play.with_records))
    if records is not None:
        with replacing(records) as new, new.open("w", encoding="utf-8") as text:
            for match, fixture in zip(matches, fixtures, strict=True):
                text.writelines(f"{pair}\n" for pair in store.records(match, fixture.games))
    return result


@dataclass(frozen=True)
class _Workers:
    """Who plays."""

    backend: str
    jobs: int
    progress: Progress | None

    def play(self, play: TournamentPlay, schedule: Schedule) -> TournamentResult:
        """Play all games of a schedule, and see that they have been."""
        if self.progress is not None:
            self.progress(*schedule.progress)
        with closing(self._spans(play, schedule)) as spans:
            for span, played, _ in spans:
                schedule.note(span, played)
                if self.progress is not None:
                    self.progress(*schedule.progress)
        schedule.check()
        return play.result(schedule)

    def _spans(self, play: TournamentPlay, schedule: Schedule) -> Generator[Done]:
        if self.backend == "ray":
            return in_ray(play, schedule)
        if play.compiled:
            if schedule.left:
                play.matches[0].compile()
            return in_threads(play, schedule, self.jobs, play.stop)
        if self.jobs == 1:
            return in_this_thread(play, schedule)
        return in_processes(play, schedule, self.jobs, play.describe)
