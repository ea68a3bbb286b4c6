"""Many games of compiled agents, played end to end in compiled code.

A lineup is one agent for each party, which by default is a seat; see `cardkit.arena.result_rows`. The games of a match
are numbered. Neighbouring games play the same deal with other seats, as `cardkit.arena.lineups` plans them.
With two seats these are the mirrored pairs.

A game's deal, its seats and its agents' random streams follow from the match's seed and the game's number alone. So the
order of the games, their chunks and the number of workers change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from cardkit.agents import CompiledAgent
from cardkit.arena.faults import Fault, FirstFaults, told
from cardkit.arena.lineups import SeatingPlan
from cardkit.arena.result_rows import (
    Row,
    desk_in,
    note_parties,
    party_in,
    place_of,
    places_of_desks,
    seat_in,
    seats_in,
    stream_in,
)
from cardkit.arena.seeds import UNGUESSABLE, agents_words
from cardkit.arena.timing import fill_seconds, is_timed
from cardkit.compiled.bits import Number
from cardkit.compiled.blocks import new_lines
from cardkit.compiled.call import ask, players
from cardkit.compiled.clock import seconds_per_tick, ticks
from cardkit.compiled.dispatchers import folder_of, is_kept
from cardkit.compiled.game_functions import rules_to_compile
from cardkit.compiled.jit import JIT_OFF, jit, jit_inline
from cardkit.compiled.memory import Address, read_word
from cardkit.compiled.prng import STREAM, derive
from cardkit.compiled.protocol import Info, Slot, State, count, deal, is_legal, mover, observe, returns, step
from cardkit.compiled.slots import first_slot, is_empty, is_lone, legal_of
from cardkit.game import Game
from cardkit.processes.side_by_side import Task, side_by_side
from cardkit.processes.stopping import Stop
from cardkit.wording import quoted

NO_FAULT, ILLEGAL, CRASH = range(3)


class IllegalChoiceError(ValueError):
    """An agent chose an illegal action."""


def roots_of(seed: int, seats: int) -> np.ndarray:
    """Derive the words from which a match's streams derive, uint64: one for each agent, then one for the deals.

    `cardkit.arena.seeds` explains why agents cannot learn the deals from them.
    """
    roots = np.random.SeedSequence((seed,)).generate_state(seats + 1, np.uint64)
    if seed >= UNGUESSABLE:
        roots[:seats] = agents_words(seed, seats)
    return roots


def compile_agents(game: Game, agents: Iterable[CompiledAgent], later: Sequence[Task] = ()) -> None:
    """Compile agents on all processors, and the rules with them if no match has been played here before.

    Processes find each other's code on disk: where no folder can hold it, each function is compiled at its first call.

    Args:
        game: that they play.
        agents: those of a match or a tournament.
        later: see `cardkit.processes.side_by_side.side_by_side`.
    """
    if JIT_OFF or folder_of(play_games) is None:
        return
    state, info = game.new_states().dtype, game.new_info().dtype
    of_agents = [partial(agent.entry_for, info) for agent in agents]
    side_by_side(of_agents if is_match_kept() else [*of_agents, *rules_to_compile(state, info)], later)


def is_match_kept() -> bool:
    """Return whether a match's loop was compiled before, for some game, or need not be compiled."""
    return JIT_OFF or is_kept(play_games)


def play_compiled(
    game: Game,
    agents: Sequence[CompiledAgent],
    names: Sequence[str],
    roots: np.ndarray,
    plan: SeatingPlan,
    first: int,
    results: np.ndarray,
    timed: bool = True,
    forfeits: bool = False,
    stop: Stop | None = None,
) -> FirstFaults:
    """Play the games of a lineup of compiled agents, starting at number ``first``: one for each row of ``results``.

    All games of the first rotation are played, then all of the second: each rotation starts on new copies of the
    agents' memories, so that no agent meets a deal twice. Threads may share the agents. Without ``timed`` the seconds
    stay 0; with it those of quick agents are measured in some games alone, see `cardkit.arena.timing`. With
    ``forfeits`` an illegal choice ends its game. Once ``stop`` is set, no agent is asked again.

    Returns:
        The first fault of each agent that ended a game.

    Raises:
        ValueError: an agent chose an illegal action; the error names the first game in which one did.
        StoppedError: the games were stopped.
    """
    stop = Stop() if stop is None else stop
    states, infos, streams = game.new_states(), game.new_info(), np.zeros(game.seats + 1, STREAM)
    at_desks = [agents[place] for place in places_of_desks(game)]
    memories = [new_lines(len(agent.memory)) for agent in at_desks]
    records = players(at_desks, memories, infos.dtype)
    seconds_per_tick()
    faults: list[Fault | None] = [None] * game.places
    error: IllegalChoiceError | None = None
    results["seating"] = plan.seats(first, len(results))
    together, rest = plan.games_a_deal, results

    def play(row: int) -> tuple[int, int]:
        return play_games(
            *(states, infos, streams, records, roots, together, first, row),
            *(game.open_world, timed, stop.address, rest),
        )

    for meeting in range(together):
        for agent, memory in zip(at_desks, memories, strict=True):
            np.copyto(memory, agent.memory)
        for row, slot in _illegal_choices(play, (meeting - first) % together, together, stop, rest):
            seat, number = int(mover(states[0])), first + row
            culprit = int(place_of(results[row], seat))
            fault = faults[culprit]
            if not forfeits or fault is None or number < fault.game:
                illegal = illegal_choice(names[culprit], number, game.illegal_slot(states[0], slot))
                if not forfeits:
                    error, rest = illegal, results[:row]  # other rotations may have an earlier one
                    break
                faults[culprit] = Fault(culprit, number, told(str(illegal)))
            note_forfeit(results[row], game, states[0], seat, ILLEGAL, names)
    if error is not None:
        raise error
    if timed:
        results["seconds"] *= seconds_per_tick()
        fill_seconds(results)
    return tuple(faults)


def _illegal_choices(
    play: Callable[[int], tuple[int, int]], row: int, together: int, stop: Stop, results: np.ndarray
) -> Iterator[tuple[int, int]]:
    """Play a rotation from ``row`` on; yield the row and the slot of each illegal choice, to complete that row."""
    while True:
        row, slot = play(row)
        if row >= len(results):
            return
        stop.check()
        yield row, slot
        row += together


def illegal_choice(name: str, number: int, error: ValueError) -> IllegalChoiceError:
    """Return the error that names the agent and the game, from 1 on, in which it chose an illegal action."""
    return IllegalChoiceError(f"agent {quoted(name)} in game {number + 1}: {error}")


def note_forfeit(result: Row, game: Game, state: State, seat: int, fault: int, names: Sequence[str]) -> None:
    """Complete the row of a game that ends because the agent in ``seat`` has failed.

    It fails in all its seats, those of its name, or else what one seat loses another would win. An agent that has every
    seat fails in one party.
    """
    culprit = int(place_of(result, seat))
    own = [one for one in range(game.seats) if names[place_of(result, one)] == names[culprit]]
    if len(own) == game.seats:
        own = [one for one in own if party_in(result, one) == party_in(result, seat)]
    paid = game.forfeit(state, seat, [one for one in own if one != seat])
    result.returns[:] = [paid[seat_in(result, place)] for place in range(len(result.seating))]
    count(state, result)
    result.fault = fault
    result.culprit = culprit


@jit
def begin_game(state: State, streams: np.ndarray, roots: np.ndarray, together: Number, number: Number) -> None:
    """Deal game ``number`` and set its STREAM records: one for each agent, then one for the deal.

    Args:
        together: how many games play the same deal.
    """
    begin_game_of(len(roots) - 1, state, streams, roots, together, number)


@jit_inline
def begin_game_of(
    seats: int, state: State, streams: np.ndarray, roots: np.ndarray, together: Number, number: Number
) -> None:
    """Deal game ``number`` and set its STREAM records in the loop for a known number of seats; see `begin_game`."""
    for agent in range(seats):
        derive(streams[agent], roots[agent], number)
    derive(streams[seats], roots[seats], number // together)
    deal(state, streams[seats])


@jit
def play_forced(state: State) -> Any:
    """Play the plies that have a single legal action without asking an agent; return whether a choice follows."""
    while not is_empty(legal_of(state)):
        if not is_lone(legal_of(state)):
            return True
        step(state, first_slot(legal_of(state)))
    return False


@jit
def note_start(result: Row, state: State) -> None:
    """Begin the row of a game that has just been dealt; its seating is already there."""
    note_parties(result, state)
    for agent in range(len(result.seating)):
        result.choices[agent] = 0
        result.seconds[agent] = 0.0
    result.fault = NO_FAULT
    result.culprit = 0
    count(state, result)


@jit
def note_end(result: Row, state: State) -> None:
    """Complete the row of a game that is over."""
    for agent in range(len(result.seating)):
        result.returns[agent] = returns(state, seat_in(result, agent))
    count(state, result)


@jit
def play_games(
    states: np.ndarray,
    infos: np.ndarray,
    streams: np.ndarray,
    agents: np.ndarray,
    roots: np.ndarray,
    together: Number,
    first: Number,
    begin: Number,
    open_world: bool,
    timed: bool,
    stop: Address,
    results: np.ndarray,
) -> Any:
    """Play the games of one rotation: those of the rows ``begin``, ``begin + together``, ... of ``results``.

    Args:
        states, infos: work space, an array of one record each.
        streams: work space, a STREAM record for each agent, or seat, and one for the deals.
        agents: PLAYER records, see `cardkit.compiled.call.players`: those of the desks.
        roots: from `roots_of`.
        together: how many games play the same deal.
        first: the number of the game in row 0.
        timed: whether to measure; ``seconds`` then holds clock ticks, zeros of games that are not timed.
        stop: address of a word that ends all play once it is not 0; see `cardkit.processes.stopping`.
        results: result rows, with the seating of each game.

    Returns:
        The first row not played, and the slot of the illegal action that ended play there, if any; the records are then
        as they were when it was chosen. Play also ends early if ``stop`` was set.
    """
    state, info = states[0], infos[0]
    timing = timed
    for row in range(begin, len(results), together):
        result = results[row]
        if timed:
            timing = is_timed(results, row, together, first, timing)
        seats = seats_in(result)  # which the compiler knows: 1 % more games a second of fast agents
        begin_game_of(seats, state, streams, roots, together, first + row)
        note_start(result, state)
        while play_forced(state):
            if read_word(stop) != 0:
                return row, 0
            slot = choose(state, info, streams, agents, open_world, timing, result)
            if not is_legal(state, slot):
                return row, slot
            step(state, slot)
        note_end(result, state)
    return len(results), 0


@jit_inline
def choose(
    state: State, info: Info, streams: np.ndarray, agents: np.ndarray, open_world: bool, timed: bool, result: Row
) -> Slot:
    """Ask the agent to move for its slot; count its time and the choice."""
    seat = mover(state)
    agent = place_of(result, seat)
    observe(state, seat, open_world, info)
    began = ticks() if timed else 0
    slot = ask(agents[desk_in(result, agent, seat)], info, streams[stream_in(result, agent, seat)])
    if timed:
        result.seconds[agent] += ticks() - began
    result.choices[agent] += 1
    return slot
