"""Labels positions by a search: compiled games in which a searching agent is asked at every choice.

The search need not play. A network mostly sees its own positions when it plays, so it plays many of the games itself,
and the search only says what it would have done.

Source: S. Ross, G. Gordon, D. Bagnell, "A reduction of imitation learning and structured prediction to no-regret online
learning", AISTATS 2011.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import numpy as np

from cardkit.agents import CompiledAgent, name_of
from cardkit.arena.compiled_games import begin_game, illegal_choice, play_forced, roots_of
from cardkit.compiled.bits import Number
from cardkit.compiled.blocks import copied
from cardkit.compiled.call import ask, players
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of, record_like
from cardkit.compiled.prng import below, chance
from cardkit.compiled.protocol import Slot, decision, is_legal, mover, observe, step, write_observation
from cardkit.compiled.records import record
from cardkit.compiled.slots import Actions, first_slot, is_empty, legal_of, random_slot, without_first
from cardkit.encoding import Encoding
from cardkit.game import Game
from cardkit.learning.labels.positions import ASKED, NOT_LEGAL, PLAYED, Labels, WorkSpace, label_in_threads, work_space
from cardkit.search.memory import Search, SearchMemory

TEACHER, STUDENT, SPARRING = range(3)  # the players, in the order of the agents
MOST_CHOICES = 1024  # per game; later choices are not labelled

PLAN = record(
    [
        ("teacher", np.float64),  # share of the games that the search plays; the student plays the others
        ("sparring", np.float64),  # share of the games with the sparring agent at one seat
        ("noise", np.float64),  # share of random plies
        ("asked", np.float64),  # share of the choices that are labelled, in games that the student plays
    ]
)
"""The shares of the games that the agents play."""

Arrangement = Callable[[np.ndarray, np.ndarray, np.ndarray], Labels]
"""Makes labels of a game's observations, action masks and shares of simulations by action id."""


def in_order(vectors: np.ndarray, masks: np.ndarray, shares: np.ndarray) -> Labels:
    """Concatenate the observation and the action mask; targets are by action id."""
    return Labels(np.concatenate([vectors, masks], axis=1, dtype=np.float32), shares)


class AsksTeacher(Protocol):
    """A player of games in which a search says what it would do."""

    def label(self, student: CompiledAgent, first: int, games: int) -> Labels:
        """Label the choices of the games numbered from ``first``, in order."""
        ...


class TablesInTurn:
    """A labeller of games at several tables: each call plays at the next of them.

    Args:
        labellers: of the tables; each gives inputs and targets of the same widths.
    """

    def __init__(self, labellers: Sequence[Labeller]) -> None:
        self._labellers = labellers

    def label(self, student: CompiledAgent, first: int, games: int) -> Labels:
        """Label the choices of the games numbered from ``first``, in order; that number tells whose turn it is."""
        return self._labellers[first // games % len(self._labellers)].label(student, first, games)


class Labeller:
    """A player of games that labels their choices; they depend on the seed, the games' numbers and the student only.

    Args:
        game: what is played, in the closed world.
        encoding: of the observations.
        layout: of the search's memory.
        teacher: a search, whose memory begins as the layout says.
        sparring: a compiled agent.
        plan: ``teacher``, ``sparring`` and ``noise`` of `PLAN`.
        seed: of deals and draws.
        threads: number of threads that share the games.
        arrange: makes a network's inputs and targets of what is seen; by default `in_order`.
        asked: ``asked`` of `PLAN`: positions of one game are alike, so a share of more games tells more.
    """

    def __init__(
        self,
        game: Game,
        encoding: Encoding,
        layout: SearchMemory,
        teacher: CompiledAgent,
        sparring: CompiledAgent,
        plan: Sequence[float],
        seed: int,
        threads: int,
        arrange: Arrangement = in_order,
        asked: float = 1.0,
    ) -> None:
        self.game, self._encoding, self._arrange = game, encoding, arrange
        self._teacher, self._sparring = teacher, sparring
        self._info = game.new_info().dtype
        self._searches = np.zeros(1, layout.search_dtype(self._info))
        self._plan = np.zeros(1, PLAN)
        self._plan[0] = (*plan, asked)
        self._roots = roots_of(seed, game.seats)
        self._threads = threads

    @property
    def input_size(self) -> int:
        """Entries of a network's input: the observation, then the action mask."""
        return sum(part.shape[1] for part in self._encoding.new_rows(1))

    def label(self, student: CompiledAgent, first: int, games: int) -> Labels:
        """Label the choices of the games numbered from ``first``, in order."""
        return label_in_threads(lambda numbers: self._label_share(student, numbers), first, games, self._threads)

    def _label_share(self, student: CompiledAgent, numbers: Iterable[int]) -> list[Labels]:
        game, agents = self.game, [self._teacher, student, self._sparring]
        for agent in agents:
            agent.entry_for(self._info)  # which an exact agent notes in the memory that is copied
        memories = [copied(agent.memory) for agent in agents]
        records = players(agents, memories, self._info)
        work, ids = work_space(game, self._encoding), np.asarray(game.action_ids)
        vectors, masks = self._encoding.new_rows(MOST_CHOICES)
        visits = np.zeros((MOST_CHOICES, game.num_actions), np.float32)
        labels = []
        for number in numbers:
            visits[:] = 0
            deal = game.seats * number
            rows, asked, slot = label_game(
                deal, game.seats, self._roots, self._plan, records, work, self._searches, ids, vectors, masks, visits
            )
            if rows == NOT_LEGAL:
                raise illegal_choice(name_of(agents[asked]), deal, game.illegal_slot(work.states[0], slot))
            shares = visits[:rows] / np.maximum(1, visits[:rows].sum(1, keepdims=True))
            labels.append(self._arrange(vectors[:rows], masks[:rows], shares))
        return labels


@jit
def label_game(
    number: Number,
    seats: np.ndarray,
    roots: np.ndarray,
    plans: np.ndarray,
    agents: np.ndarray,
    work: WorkSpace,
    searches: np.ndarray,
    actions: np.ndarray,
    vectors: np.ndarray,
    masks: np.ndarray,
    visits: np.ndarray,
) -> Any:
    """Play a game and store each choice with the visits that the search gives each action.

    Args:
        number: of the game; the deal is that of `cardkit.arena.compiled_games`.
        seats: of the game.
        roots: as `cardkit.arena.compiled_games.roots_of` gives them.
        plans: PLAN record in an array of one.
        agents: PLAYER records of the search, the student and the sparring agent.
        work: WorkSpace of the games.
        searches: a SEARCH record of the teacher's kind; its numbers are not read.
        actions: the action id of each slot, by kind of decision.
        vectors, masks: outputs: observations and action masks of the choices.
        visits: output: visits of each action id; zeros at the start.

    Returns:
        The number of choices stored, the agent asked last, and its choice. If that choice is illegal, the number is
        NOT_LEGAL.
    """
    state, info, plan, streams = work.states[0], work.infos[0], plans[0], work.streams
    begin_game(state, streams, roots, seats, number)
    stream = streams[PLAYED]
    usual = TEACHER if chance(stream, plan.teacher) else STUDENT
    partner = below(stream, seats) if chance(stream, plan.sparring) else -1  # the seat of the sparring agent
    rows, asked, slot = 0, TEACHER, 0
    while play_forced(state) and rows < len(vectors):
        seat = mover(state)
        observe(state, seat, False, info)
        if seat == partner:
            asked, slot = SPARRING, ask(agents[SPARRING], info, stream)
        elif usual == STUDENT and plan.asked < 1 and not chance(stream, plan.asked):
            asked, slot = STUDENT, ask(agents[STUDENT], info, stream)
        else:
            write_observation(work.writers[0], info, work.pasts[0], address_of(vectors[rows]), address_of(masks[rows]))
            asked, slot = TEACHER, ask(agents[TEACHER], info, streams[ASKED])
            if not is_legal(state, slot):
                return NOT_LEGAL, asked, slot
            search = record_like(searches[0], agents[TEACHER].memory, 0)
            write_visits(search, legal_of(state), slot, actions[decision(state)], visits[rows])
            rows += 1
            if usual == STUDENT:
                observe(state, seat, False, info)  # which a search may have changed
                asked, slot = STUDENT, ask(agents[STUDENT], info, stream)
        if not is_legal(state, slot):
            return NOT_LEGAL, asked, slot
        if chance(stream, plan.noise):
            slot = random_slot(legal_of(state), stream)
        step(state, slot)
    return rows, asked, slot


@jit
def write_visits(search: Search, legal: Actions, chosen: Slot, actions: np.ndarray, visits: np.ndarray) -> None:
    """Write the simulations of each legal action; one for the chosen action if there was no search."""
    total = 0
    while not is_empty(legal):
        slot = first_slot(legal)
        legal = without_first(legal)
        visits[actions[slot]] = search.tally_visits[slot]
        total += search.tally_visits[slot]
    if total == 0:
        visits[actions[chosen]] = 1
