"""A tournament: many agents, a match for each lineup, one table.

All matches share the tournament's seed, so every match plays the same deals, exactly as
`cardkit.arena.match.play_match` plays them with that seed. The order in which agents are named changes nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.agents import Agent, Factory, Maker, name_of
from cardkit.arena.compiled_games import compile_agents
from cardkit.arena.lineups import ALL, ORDERS, ROTATIONS, Lineup, kind_of_places, lineups
from cardkit.arena.match import MOST_GAMES, MOST_JOBS, MatchPlay
from cardkit.arena.match_result import MatchResult
from cardkit.arena.played import Played
from cardkit.arena.schedule import Growth, Schedule, ScheduledMatch, StoredSchedule, no_growth
from cardkit.arena.seeds import seed_or_drawn
from cardkit.arena.store import Store
from cardkit.arena.tournament_result import TournamentResult
from cardkit.checks import check_callable, check_list, check_whole
from cardkit.files import replacing
from cardkit.game import Game, check_is_game
from cardkit.processes.backends import LOCAL, check_backend, in_backend
from cardkit.processes.side_by_side import Task
from cardkit.processes.stopping import Stop
from cardkit.processes.workers import Done, Span, in_threads
from cardkit.specs.loading import spelling
from cardkit.storage.database import IN_MEMORY
from cardkit.storage.sources import sources_of
from cardkit.wording import quoted

Progress = Callable[[int, int], None]
"""Called with the number of games done and the total."""


def play_tournament(
    game: Game,
    agents: Sequence[Agent | Factory | str],
    games: int = 500,
    seed: int | None = 0,
    jobs: int = 1,
    gauntlet: str | None = None,
    growth: Growth = no_growth,
    store: Path | str | None = None,
    records: Path | str | None = None,
    progress: Progress | None = None,
    backend: str = "local",
    seatings: str = ORDERS,
) -> TournamentResult:
    """Let agents play each other. The result depends on the seed, but not on ``jobs`` or the order of the agents.

    An illegal action or an exception ends its game, which is then scored by the game's rule.

    Args:
        game: the game to play.
        agents: agents, their specs or factories; two or more, with different names. See `cardkit.arena.lineups`, and
            `cardkit.arena.match.play_match` for what is asked in their place.
        games: of each match, a multiple of the seats, or of the parties, since each deal is played in all rotations.
        seed: of deals and agents, at least 0. None takes the seed of the variant's games in the store; if there are
            none, it draws an unguessable one. The result holds it.
        jobs: how many workers play: threads if all agents are compiled, else processes.
        gauntlet: the name of an agent that plays in every match; None for all lineups.
        growth: returns how many more games a match gets, given its results so far.
        store: an SQLite file that keeps all results and supplies those that it already has; it is created if it does
            not exist. All agents must then be given by spec, since the store identifies them by name.
        records: a text file to which all games are written; the games are then played from Python, which is much
            slower.
        progress: called now and then with the number of games.
        backend: ``"local"``, or ``"ray"`` to play on all processors of a Ray cluster; ``jobs`` is then ignored.
        seatings: of more than two seats. ``"orders"``: each deal in one circular order of the agents, another one deal
            by deal; see `cardkit.arena.lineups`. ``"rotations"``: all deals in one order, that of the agents' names.
            ``"all"``: a match for each order.

    Raises:
        ValueError: an unknown agent, an argument out of range, an unusable store, or no seed with a store that holds
            games of several seeds.
    """
    check_is_game(game)
    check_whole("games", games, 2, MOST_GAMES)
    check_callable("growth", growth, "of a match's results")
    check_callable("progress", progress, "of the games done and their total")
    drawn, seed = seed is None, seed_or_drawn(seed)
    check_whole("jobs", jobs, 1, MOST_JOBS)
    check_backend(backend)
    if games % game.places:
        raise ValueError(f"games of a tournament must be {_wanted(game)}; got {games}")
    play = TournamentPlay(game, agents, gauntlet, seed, records is not None, seatings)
    scheduled = [ScheduledMatch(game, games, growth) for _ in play.lineups]
    workers = _Workers(backend, jobs, progress)
    if store is None and records is None:
        return workers.play(play, Schedule(scheduled))
    with Store(IN_MEMORY if store is None else _checked(store, agents), game) as kept:
        if drawn:
            play = play.with_seed(kept.settle_seed(play.matches[0].names, play.seed, play.matches[0].plan.kept_as))
        return _play_stored(play, scheduled, kept, records, workers)


def _wanted(game: Game) -> str:
    places, kind = game.places, kind_of_places(game)
    if places == 2:
        return f"an even number, since each deal is played twice with {kind} swapped"
    return f"a multiple of {places}, since each deal is played in all {places} rotations of the {kind}"


class TournamentPlay:
    """The play of any span of the games of any match of a tournament: ``play(match, first, count)``.

    It is pickled as the arguments it was made from, so other processes make agents given by spec anew.

    Attributes:
        game: the game that is played.
        names: of the agents, sorted.
        seatings: see `play_tournament`.
        lineups: the agents' numbers, a lineup for each match.
        stop: as in `MatchPlay`, for all matches.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent | Factory | str],
        gauntlet: str | None,
        seed: int,
        with_records: bool,
        seatings: str = ORDERS,
    ) -> None:
        named = _by_name(agents, game)
        self._arguments: tuple[Any, ...] = game, tuple(agents), gauntlet, seed, with_records, seatings
        self.game, self.seed, self.with_records, self.seatings = game, seed, with_records, seatings
        self.names = tuple(sorted(named))
        self.lineups = lineups(self.names, game.places, gauntlet, seatings)
        made = [Maker(named[name], game, f"agent {quoted(name)}") for name in self.names]
        self.stop, self._here = Stop(), threading.local()
        self._specs = {name: spec for name, spec in named.items() if isinstance(spec, str)}
        of_a_match = ROTATIONS if seatings == ALL else seatings

        def match_of(lineup: Lineup) -> MatchPlay:
            return MatchPlay(
                *(game, [made[i] for i in lineup], seed, [self.names[i] for i in lineup], True, self.stop),
                seatings=of_a_match,
                recorded=with_records,
            )

        compiled = [maker.compiled for maker in made if maker.compiled is not None]
        loop: list[Task] = [lambda: match_of(self.lineups[-1]).compile()] if len(compiled) == len(made) else []
        compile_agents(game, compiled, loop)
        self.matches = [*map(match_of, self.lineups)]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments

    def with_seed(self, seed: int) -> TournamentPlay:
        """Return a tournament that differs in its seed alone."""
        game, agents, gauntlet, _, *others = self._arguments
        return self if seed == self.seed else TournamentPlay(game, agents, gauntlet, seed, *others)

    @property
    def sources(self) -> dict[str, dict[str, str]]:
        """The digests of the sources that the agents' specs load, by the agents' names."""
        return {name: sources_of(spec, self.game.AGENTS) for name, spec in self._specs.items()}

    @property
    def compiled(self) -> bool:
        """True if all agents are compiled."""
        return all(match.compiled for match in self.matches)

    def __call__(self, match: int, first: int, count: int) -> Played:
        self._enter(match)
        return self.matches[match](first, count)

    def describe(self, spans: Collection[Span]) -> str:
        """Name spans in words, match by match."""
        matches = sorted({span[0] for span in spans})
        return " and ".join(
            self.matches[match].describe([span[1:] for span in spans if span[0] == match]) for match in matches
        )

    def result(self, schedule: Schedule) -> TournamentResult:
        """Return the tournament's result, from a schedule that has been played to its end."""
        matches = tuple(
            MatchResult(
                *(self.game, match.names, self.seed, one.results, schedule.first_faults(number)),
                seatings=match.plan.seatings,
            )
            for number, (match, one) in enumerate(zip(self.matches, schedule.scheduled, strict=True))
        )
        return TournamentResult(self.names, self.lineups, matches, self.seatings)

    def _enter(self, match: int) -> None:
        """Release the agents of the match that this thread has played before: those of all may not fit in memory."""
        before = getattr(self._here, "match", match)
        if before != match:
            self.matches[before].leave()
        self._here.match = match


def _by_name(agents: Sequence[Agent | Factory | str], game: Game) -> dict[str, Agent | Factory | str]:
    check_list("agents", agents, "agents or specs")
    if len(agents) < 2:
        raise ValueError(f"a tournament needs two agents or more, got {quoted(agents)}")
    named: dict[str, Agent | Factory | str] = {}
    for agent in agents:
        name = name_of(spelling(agent, game.AGENTS) if isinstance(agent, str) else agent)
        if name in named:
            raise ValueError(f"agent {quoted(name)} is named twice: a tournament needs different agents")
        named[name] = agent
    return named


def _checked(store: Path | str, agents: Sequence[Agent | Factory | str]) -> Path | str:
    if not all(isinstance(agent, str) for agent in agents):
        raise ValueError("a store identifies agents by their specs: give specs, not objects")
    return store


def _play_stored(
    play: TournamentPlay,
    scheduled: Sequence[ScheduledMatch],
    store: Store,
    records: Path | str | None,
    workers: _Workers,
) -> TournamentResult:
    store.settle_sources(play.sources)
    matches = [store.match(match.names, play.seed, match.plan.kept_as) for match in play.matches]
    result = workers.play(play, StoredSchedule(scheduled, store, matches, play.with_records))
    if records is not None:
        with replacing(records) as new, new.open("w", encoding="utf-8") as text:
            for match, one in zip(matches, scheduled, strict=True):
                text.writelines(f"{games}\n" for games in store.records(match, one.games))
    return result


@dataclass(frozen=True)
class _Workers:
    """The workers that play a tournament."""

    backend: str
    jobs: int
    progress: Progress | None

    def play(self, play: TournamentPlay, schedule: Schedule) -> TournamentResult:
        """Play all games of a schedule, and check that all were played."""
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
        if play.compiled and self.backend == LOCAL:
            if schedule.left:
                play.matches[0].compile()
            return in_threads(play, schedule, self.jobs, play.stop)
        return in_backend(play, schedule, self.backend, self.jobs)
