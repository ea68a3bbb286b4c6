"""A match: a lineup of agents plays many games, each deal in several seatings."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import numpy as np

from cardkit.agents import Agent, Factory, Maker, name_of
from cardkit.arena.compiled_games import compile_agents, is_match_kept, play_compiled, roots_of
from cardkit.arena.faults import MOST_FAILURES, Fault, first_faults
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.lineups import ALL, ORDERS, SeatingPlan, kind_of_places
from cardkit.arena.lockstep import play_in_lockstep
from cardkit.arena.match_result import MatchResult, failures_by_deal, returns_whatever_failed
from cardkit.arena.played import Played, played_from_python
from cardkit.arena.result_rows import new_results, places_of_desks
from cardkit.arena.seeds import seed_or_drawn
from cardkit.checks import MOST_WORKERS, check_callable, check_list, check_whole
from cardkit.compiled.call import players
from cardkit.game import Game, check_is_game
from cardkit.notation.search_tree import Cut
from cardkit.processes.backends import LOCAL, in_backend
from cardkit.processes.stopping import Stop, StoppedError
from cardkit.processes.workers import Done, Span, Spans, in_this_thread, in_threads
from cardkit.rules.tables import check_tables
from cardkit.statistics.sprt import DealTest, SprtWatch
from cardkit.wording import quoted

Measure = Callable[[PythonGame], float]
"""A measure of a game that has ended."""

MOST_GAMES, MOST_JOBS = 100_000_000, MOST_WORKERS
"""Limits of a match: its results then take 5 GB, and further workers would have no games to play."""
MOST_BEGIN = 2**62
"""Limit of the number of its first game: compiled code counts in 64 bits."""


def play_match(
    game: Game,
    agents: Sequence[Agent | Factory | str],
    games: int = 1000,
    seed: int | None = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    on_game: Callable[[PythonGame], None] | None = None,
    explain: bool | Cut = False,
    forfeits: bool = False,
    sprt: DealTest | None = None,
    names: Sequence[str] | None = None,
    measure: Measure | None = None,
    seatings: str = ORDERS,
    most_failures: float = MOST_FAILURES,
    begin: int = 0,
    recorded: bool = False,
) -> MatchResult:
    """Play a match. Its result depends on the seed but not on ``jobs``.

    Each deal is played once for every rotation of the lineup; the last deal only in part if the games run out. With
    more than two different agents deals go through their circular orders; see `cardkit.arena.lineups`.

    Args:
        game: the game to play.
        agents: agents, their specs or factories, one for each party, which by default is a seat. A match asks no agent
            that it is given: each place in the lineup has an agent of its own for each game of a deal, made anew or
            copied, so that none meets a deal twice. Where the deal draws parties, each seat has one.
        games: how many games to play, at least 1.
        seed: of deals and agents, at least 0; None draws an unguessable one, which the result holds.
        jobs: how many workers play: threads if all agents are compiled, else processes.
        progress: called now and then with the number of games done.
        on_game: called with each game, in order, with all its plies; this process then plays from Python, slowly.
        explain: whether these games keep the analyses of agents that can explain their choices, with a
            `cardkit.notation.search_tree.Cut` also so much of their trees; the games stay the same.
        forfeits: whether an agent's fault ends its game, scored by the game's rule, instead of ending the match.
        sprt: a test that ends the match with the deal that decides it: `Sprt` for two seats, else `LastRateSprt`.
        names: of the agents; by default their specs.
        measure: finds a number of each game for `MatchResult.measured`, in the worker that has played it; the games are
            then played from Python. Other processes must be able to import it.
        seatings: ``"orders"``: each deal in one circular order of the agents, another one deal by deal.
            ``"rotations"``: all deals in the lineup's order. ``"all"``: each deal in all orders, which
            does not go with ``sprt``.
        most_failures: the share of failed games beyond which ``sprt`` ends the match without a verdict.
        begin: the number of the first game, which begins a deal: the match is a part of a longer one.
        recorded: whether to keep `MatchResult.records`; games are then played from Python.

    Raises:
        ValueError: an argument is out of range, or an agent is unknown, cannot be copied, or chose an illegal action.
    """
    check_is_game(game)
    check_whole("games", games, 1, MOST_GAMES)
    for what, called in (("progress", progress), ("on_game", on_game), ("measure", measure)):
        check_callable(what, called, "of one argument")
    drawn, seed = seed is None, seed_or_drawn(seed)
    check_whole("jobs", jobs, 1, MOST_JOBS)
    _check_test(sprt, game, seatings)
    play = MatchPlay(game, agents, seed, names, forfeits, measure=measure, seatings=seatings, recorded=recorded)
    _check_begin(begin, play.plan.games_a_deal)
    gathered = _Gathered(game, games, begin, measure is not None, sprt, most_failures)
    spans = Spans(games, play.plan.games_a_deal, begin)
    with _told_seed(seed, drawn), closing(_spans(play, spans, jobs, on_game, explain)) as parts:
        for (first, _), played, _ in parts:
            gathered.add(first, played)
            if progress is not None:
                progress(gathered.done)
            if gathered.ends_with(first, played.results):
                break
    results, measured, faults = gathered.kept()
    records = gathered.records(len(results)) if recorded else None
    return MatchResult(game, play.names, seed, results, faults, measured, seatings, play.plan.games_a_deal, records)


class _Gathered:
    """The games of a match as they arrive, in any order, and the test that may end it.

    Attributes:
        done: how many have arrived.
    """

    def __init__(
        self, game: Game, games: int, begin: int, measures: bool, sprt: DealTest | None, most_failures: float
    ) -> None:
        self.done, self._begin, self._places, self._sprt = 0, begin, game.places, sprt
        self._results, self._measured = new_results(game, games), np.zeros(games) if measures else None
        self._faults: list[Fault | None] = []
        self._records: dict[int, Sequence[str]] = {}
        self._watch = None if sprt is None else SprtWatch(sprt, sprt.num_kinds(self._places), most_failures)

    def add(self, first: int, played: Played) -> None:
        """Add the games numbered from ``first``."""
        some = slice(first - self._begin, first - self._begin + len(played.results))
        self._results[some] = played.results
        if self._measured is not None:
            self._measured[some] = played.measured
        if played.records is not None:
            self._records[first] = played.records
        self._faults += played.faults
        self.done += len(played.results)

    def ends_with(self, first: int, part: np.ndarray) -> bool:
        """Return whether the match ends with these games, numbered from ``first``; drop those after its last deal."""
        if self._sprt is None or self._watch is None:
            return False
        kinds = np.array([self._sprt.kinds(returns) for returns in returns_whatever_failed(part)])
        self._watch.note((first - self._begin) // self._places, kinds, failures_by_deal(part), self._places)
        if self._watch.decided_at is None:
            return False
        self._results = self._results[: self._places * self._watch.decided_at]
        return True

    def records(self, count: int) -> list[str]:
        """Return the records of the first games, a text for each rotation of a deal."""
        texts = [text for first in sorted(self._records) for text in self._records[first]]
        return texts[: -(-count // self._places)]

    def kept(self) -> tuple[np.ndarray, np.ndarray | None, Any]:
        """Return the results, the measurements of each game, and the first faults."""
        count = len(self._results)
        measured = None if self._measured is None else self._measured[:count]
        return self._results, measured, first_faults(self._faults, self._places, self._begin + count)


def _check_begin(begin: int, games_a_deal: int) -> None:
    check_whole("begin", begin, 0, MOST_BEGIN)
    if begin % games_a_deal:
        raise ValueError(f"begin must be a multiple of the {games_a_deal} games of a deal, got {begin}")


def _check_test(sprt: Any, game: Game, seatings: str) -> None:
    if sprt is None:
        return
    if not isinstance(sprt, DealTest):
        raise ValueError(f"sprt must be a test such as Sprt(0, 10), got {quoted(sprt)}")
    if seatings == ALL:
        raise ValueError(f"sprt counts deals of {game.places} games, so it does not go with seatings {ALL!r}")


@contextmanager
def _told_seed(seed: int, drawn: bool) -> Iterator[None]:
    """Add the drawn seed to an error raised in play, so that the same games can be played again."""
    try:
        yield
    except Exception as error:
        if drawn:
            error.add_note(f"(the match's seed was {seed})")
        raise


class MatchPlay:
    """The play of any span of the games of a match: ``play(first, count)`` returns what was `Played`.

    It is pickled as the arguments it was made from, so other processes make agents given by spec anew.

    Each thread has its own agents, one for each place in the lineup and game of a deal (in a mirrored pair that is the
    seat); where the deal draws parties, also for each seat. They are made when they are first needed. So no
    agent meets a deal twice, provided that no game is played twice.

    Attributes:
        game: the game that is played.
        names: of the agents.
        plan: the seats of the agents in each game.
        stop: set it to abandon the games in progress; it does not reach other processes.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent | Factory | Maker | str],
        seed: int,
        names: Sequence[str] | None = None,
        forfeits: bool = False,
        stop: Stop | None = None,
        measure: Measure | None = None,
        seatings: str = ORDERS,
        recorded: bool = False,
    ) -> None:
        check_list("agents", agents, "agents or specs, one for each seat")
        places = game.places
        if len(agents) != places:
            kind = kind_of_places(game)
            raise ValueError(f"{game} has {places} {kind}: a lineup has an agent for each, not {quoted(agents)}")
        check_tables(game)
        kept = names, forfeits, None, measure, seatings, recorded  # without the stop, which is of its process
        self._arguments = (game, tuple(agents), seed, *kept)
        self._roots, self._forfeits, self._measure = roots_of(seed, game.seats), forfeits, measure
        self._recorded = recorded
        self.game, self.names = game, tuple(map(name_of, agents)) if names is None else _checked(names)
        if len(self.names) != places:
            raise ValueError(f"names must be {places} names, one for each agent, got {quoted(names)}")
        self.plan = SeatingPlan([_identity(agent) for agent in agents], seed, seatings)
        self.stop = Stop() if stop is None else stop
        self._makers = [
            agent if isinstance(agent, Maker) else Maker(agent, game, f"agent {quoted(name)}")
            for name, agent in zip(self.names, agents, strict=True)
        ]
        self._desks, self._places = _Desks(), places_of_desks(game)
        self._compiled = [maker.compiled for maker in self._makers if maker.compiled is not None]
        if not (is_match_kept() or any(isinstance(agent, Maker) for agent in agents)):  # whose owner compiles them
            compile_agents(game, self._compiled)
        memories = [agent.memory for agent in self._compiled]
        players(self._compiled, memories, game.new_info().dtype)  # compiles them before time is measured

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments

    @property
    def compiled(self) -> bool:
        """True if the games run in compiled code: all agents are compiled, and the games are not measured."""
        return len(self._compiled) == len(self._makers) and self._measure is None

    def __call__(self, first: int, count: int) -> Played:
        if self.compiled and not self._recorded:
            try:
                return self._play_compiled(first, count)
            except StoppedError:
                raise
            except Exception:
                if not self._forfeits:
                    raise  # else play again from Python, which finds out who crashed in which game
        return self.played(self.play_some(first, count))

    def played(self, games: Sequence[PythonGame]) -> Played:
        """Return the results of games that `PythonGame` played, with their records if the match keeps them."""
        measured = None if self._measure is None else [self._measure(game) for game in games]
        return played_from_python(self.game, games, self._records(games) if self._recorded else None, measured)

    def _records(self, games: Sequence[PythonGame]) -> list[str]:
        texts, places = [game.record_text() for game in games], self.game.places
        return ["\n".join(texts[first : first + places]) for first in range(0, len(texts), places)]

    def leave(self) -> None:
        """Release the agents of this thread; if it plays on, it gets others."""
        self._desks.agents.clear()

    def compile(self) -> None:
        """Compile the loop for compiled agents now, in this thread, where Ctrl-C can interrupt it."""
        self._play_compiled(0, 0)

    def describe(self, spans: Collection[Span]) -> str:
        """Name spans in words: the first game, the last game, and the agents."""
        first, last = min(span[0] for span in spans), max(sum(span) - 1 for span in spans)
        return f"games {first} to {last} of {' v '.join(self.names)}"

    def play_one(self, number: int, explain: bool | Cut = False) -> PythonGame:
        """Play game ``number`` from Python."""
        game = self.begun(number, explain)
        game.play(self._forfeits)
        return game

    def play_some(self, first: int, count: int) -> list[PythonGame]:
        """Play games from Python, many at once if an agent can choose in many at once."""
        if not any(maker.in_batches for maker in self._makers):
            return [self.play_one(number) for number in range(first, first + count)]
        games = [self.begun(number) for number in range(first, first + count)]
        play_in_lockstep(games, self.plan.games_a_deal, self._forfeits)
        return games

    def begun(self, number: int, explain: bool | Cut = False) -> PythonGame:
        """Return game ``number`` after its deal."""
        self.stop.check()
        meeting = number % self.plan.games_a_deal
        agents = [self._agent(desk, meeting) for desk in range(len(self._places))]
        return PythonGame(self.game, agents, self.names, self._roots, self.plan, number, explain)

    def _agent(self, desk: int, meeting: int) -> Agent:
        agents = self._desks.agents
        if (desk, meeting) not in agents:
            agents[desk, meeting] = self._makers[self._places[desk]]()
        return agents[desk, meeting]

    def _play_compiled(self, first: int, count: int) -> Played:
        results = new_results(self.game, count)
        faults = play_compiled(
            self.game,
            self._compiled,
            self.names,
            self._roots,
            self.plan,
            first,
            results,
            forfeits=self._forfeits,
            stop=self.stop,
        )
        return Played(results, faults)


def _identity(agent: Any) -> str | int:
    """Return a key that is equal for equal specs and for the same object.

    Names do not count: they must not change who sits where.
    """
    return agent.strip() if isinstance(agent, str) else id(agent)


class _Desks(threading.local):
    """The agents of a thread, by desk and game of a deal; see `cardkit.arena.result_rows.places_of_desks`."""

    def __init__(self) -> None:
        self.agents: dict[tuple[int, int], Agent] = {}


def _checked(names: Any) -> tuple[str, ...]:
    check_list("names", names, "texts, one for each agent")
    for name in names:
        if not isinstance(name, str):
            raise ValueError(f"names must be texts, one for each agent, got {quoted(name)}")
    return tuple(names)


def _spans(
    play: MatchPlay, spans: Spans, jobs: int, on_game: Callable[[PythonGame], None] | None, explain: bool | Cut
) -> Generator[Done]:
    if on_game is not None:
        return in_this_thread(_Shown(play, on_game, explain), spans)
    if play.compiled:
        play.compile()
        return in_threads(play, spans, jobs, play.stop)
    return in_backend(play, spans, LOCAL, jobs)


class _Shown:
    """A wrapper of ``play`` that passes each game to ``on_game``."""

    def __init__(self, play: MatchPlay, on_game: Callable[[PythonGame], None], explain: bool | Cut) -> None:
        self._play, self._on_game, self._explain = play, on_game, explain

    def __call__(self, first: int, count: int) -> Played:
        games: list[PythonGame] = []
        for number in range(first, first + count):
            games.append(self._play.play_one(number, self._explain))
            self._on_game(games[-1])
        return self._play.played(games)
