"""A match: two agents, many games in mirrored pairs, one result."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import closing, contextmanager
from copy import copy
from typing import Any

import numpy as np

from baselines.agents.external import ProgramAgent, check_move_time
from baselines.agents.protocol import Agent, BatchAgent, CompiledAgent, PreparedAgent
from baselines.arena.compiled_games import GAME_RESULT, play_compiled, roots_of
from baselines.arena.faults import Fault, first_faults
from baselines.arena.game_loop import PythonGame
from baselines.arena.lockstep import play_in_lockstep
from baselines.arena.match_result import MatchResult, half_points
from baselines.arena.played import Played, played_from_python
from baselines.arena.roster import make_agent
from baselines.arena.seeds import seed_or_drawn
from cardkit.arena.stopping import Stop, StoppedError
from cardkit.arena.workers import Done, Span, Spans, in_processes, in_this_thread, in_threads
from cardkit.specs import is_agent
from cardkit.statistics.sprt import Sprt, SprtWatch
from durak_env.compiled_agents import players
from durak_env.envs.env_arguments import check_flag, check_whole
from durak_env.envs.opponents import name_of
from durak_env.rules import Rules, RulesLike

MOST_GAMES, MOST_JOBS = 100_000_000, 1024
"""Of a match: its results take 5 GB, and more workers than games at hand help nobody."""


def play_match(
    a: Agent | str,
    b: Agent | str,
    games: int = 1000,
    seed: int | None = 0,
    open_world: bool = False,
    rules: RulesLike = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    on_game: Callable[[PythonGame], None] | None = None,
    explain: bool = False,
    forfeits: bool = False,
    sprt: Sprt | None = None,
    move_time: float | None = None,
) -> MatchResult:
    """Play a match of a against b. Its result follows from the seed, whatever ``jobs`` is.

    Games come in mirrored pairs, the same deal twice with seats swapped; of an odd number the last deal is played once.

    Args:
        a, b: agents, or their specs.
        games: how many, from 1 on.
        seed: of deals and agents, from 0 on; None for one that nobody can guess, which the result tells.
        open_world: whether the agents see all cards.
        rules: as `durak_env.rules.Rules.of` takes them; None for the standard rules.
        jobs: how many workers play: threads if both agents are compiled, else processes.
        progress: called with the number of games done, now and then.
        on_game: called with each game, in order, with all its plies; the games are then played from Python by this
            process, which is much slower.
        explain: whether these games keep what agents think that can say so; the games stay the same.
        forfeits: whether an illegal action or an exception loses the game, instead of ending the match.
        sprt: a test that ends the match with the pair that decides it.
        move_time: seconds that an agent which is a program has for an action; None for its own limit.

    Raises:
        ValueError: an unknown agent, an argument out of range, or an agent that chose an action that is not legal.
    """
    check_whole("games", games, 1, MOST_GAMES)
    drawn, seed = seed is None, seed_or_drawn(seed)
    check_whole("jobs", jobs, 1, MOST_JOBS)
    names = name_of(a), name_of(b)
    if move_time is not None:
        a, b = in_time(a, b, move_time)
    play = MatchPlay(a, b, seed, open_world, rules, names, forfeits)
    results = np.zeros(games, GAME_RESULT)
    watch = None if sprt is None else SprtWatch(sprt)
    faults: list[Fault | None] = []
    done = 0
    with _told_seed(seed, drawn), closing(_spans(play, games, jobs, on_game, explain)) as spans:
        for (first, _), played, _ in spans:
            part = played.results
            results[first : first + len(part)] = part
            faults += played.faults
            done += len(part)
            if progress is not None:
                progress(done)
            if watch is not None:
                watch.note(first // 2, half_points(part))
                if watch.decided_at is not None:
                    results = results[: 2 * watch.decided_at]
                    break
    return MatchResult(play.names, play.rules, open_world, seed, results, first_faults(faults, len(results)))


@contextmanager
def _told_seed(seed: int, drawn: bool) -> Iterator[None]:
    """Tell with an error in play the seed that was drawn, so that the same games can be played again."""
    try:
        yield
    except Exception as error:
        if drawn:
            error.add_note(f"(the match's seed was {seed})")
        raise


class MatchPlay:
    """Plays any span of the games of a match: ``play(first, count)`` returns what was `Played`.

    Other processes get it as the arguments it was made from, so that agents given by spec are made there anew.

    Attributes:
        names: of a and b.
        rules: of the games.
        stop: to be set once nobody wants the games that are being played; other processes do not hear of it.
    """

    def __init__(
        self,
        a: Agent | str,
        b: Agent | str,
        seed: int,
        open_world: bool,
        rules: RulesLike,
        names: tuple[str, str] | None = None,
        forfeits: bool = False,
        stop: Stop | None = None,
    ) -> None:
        check_flag("open_world", open_world)
        rules = Rules.of(rules)
        self._arguments = a, b, seed, open_world, rules, names, forfeits
        self._agents = as_agent(a), as_agent(b)
        self._roots, self._open_world, self._forfeits = roots_of(seed), bool(open_world), forfeits
        self.names = names or (name_of(a), name_of(b))
        self.rules, self.stop = rules, Stop() if stop is None else stop
        for agent in self._agents:
            if isinstance(agent, PreparedAgent):
                agent.prepare(copy(rules), self._open_world)
        self._compiled = [agent for agent in self._agents if isinstance(agent, CompiledAgent)]
        players(self._compiled, [agent.memory for agent in self._compiled])  # compiles them before a clock runs

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments

    @property
    def compiled(self) -> bool:
        """Whether both agents are compiled, and so the games are."""
        return len(self._compiled) == len(self._agents)

    def __call__(self, first: int, count: int) -> Played:
        if self.compiled:
            try:
                return self._play_compiled(first, count)
            except StoppedError:
                raise
            except Exception:
                if not self._forfeits:
                    raise  # else played again from Python, which tells who crashed in which game
        return played_from_python(self.play_some(first, count))

    def compile(self) -> None:
        """Compile the loop that plays compiled agents now, in this thread, which Ctrl-C can end."""
        self._play_compiled(0, 0)

    def describe(self, spans: Collection[Span]) -> str:
        """Spans in words: the games from the first to the last, and who plays."""
        first, last = min(span[0] for span in spans), max(sum(span) - 1 for span in spans)
        return f"games {first} to {last} of {self.names[0]} v {self.names[1]}"

    def play_one(self, number: int, explain: bool = False) -> PythonGame:
        """Play the game of a number from Python."""
        game = self._game(number, explain)
        game.play(self._open_world, self._forfeits)
        return game

    def play_some(self, first: int, count: int) -> list[PythonGame]:
        """Play games from Python, many at once where an agent can be asked about many at once."""
        if not any(isinstance(agent, BatchAgent) for agent in self._agents):
            return [self.play_one(number) for number in range(first, first + count)]
        games = [self._game(number) for number in range(first, first + count)]
        play_in_lockstep(games, self._agents, self._open_world, self._forfeits)
        return games

    def _game(self, number: int, explain: bool = False) -> PythonGame:
        self.stop.check()
        return PythonGame(self._agents, self.names, self.rules, self._roots, number, explain)

    def _play_compiled(self, first: int, count: int) -> Played:
        results = np.zeros(count, GAME_RESULT)
        faults = play_compiled(
            self._compiled,
            self.names,
            self.rules,
            self._roots,
            first,
            results,
            self._open_world,
            forfeits=self._forfeits,
            stop=self.stop,
        )
        return Played(results, faults)


def _spans(
    play: MatchPlay, games: int, jobs: int, on_game: Callable[[PythonGame], None] | None, explain: bool
) -> Generator[Done]:
    if on_game is not None:
        return in_this_thread(_Shown(play, on_game, explain), Spans(games))
    if play.compiled:
        play.compile()
        return in_threads(play, Spans(games), jobs, play.stop)
    return in_this_thread(play, Spans(games)) if jobs == 1 else in_processes(play, Spans(games), jobs, play.describe)


class _Shown:
    """Plays like ``play``, and shows each game."""

    def __init__(self, play: MatchPlay, on_game: Callable[[PythonGame], None], explain: bool) -> None:
        self._play, self._on_game, self._explain = play, on_game, explain

    def __call__(self, first: int, count: int) -> Played:
        games: list[PythonGame] = []
        for number in range(first, first + count):
            games.append(self._play.play_one(number, self._explain))
            self._on_game(games[-1])
        return played_from_python(games)


def as_agent(agent: Any) -> Agent:
    """An agent, or the agent of a spec."""
    if isinstance(agent, str):
        return make_agent(agent)
    if not is_agent(agent):
        raise ValueError(
            f"{reprlib.repr(agent)} is no agent: give its spec, an object with act(info, rng), or CompiledAgent(choice)"
        )
    return agent


def in_time(a: Agent | str, b: Agent | str, seconds: float) -> tuple[Agent | str, Agent | str]:
    """Both agents, with this limit where they are programs.

    Raises:
        ValueError: none of them is one, or ``seconds`` is out of range.
    """
    made = as_agent(a), as_agent(b)
    programs = [agent for agent in made if isinstance(agent, ProgramAgent)]
    if not programs:
        raise ValueError("move_time is for agents that are programs, exec:./program; neither of these is one")
    for agent in programs:
        agent.move_time = check_move_time(seconds)
    first, second = (new if new in programs else old for new, old in zip(made, (a, b), strict=True))
    return first, second
