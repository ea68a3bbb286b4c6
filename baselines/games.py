"""Many games of two compiled agents, played end to end in compiled code.

The games of a match are numbered. Games 2p and 2p+1 are the mirrored pair p: the same deal, first with agent a in seat
0, then with agent a in seat 1. A game's deal and its agents' random streams follow from the match's seed and the game's
number alone, so it does not matter in which order, in what chunks or by how many workers a match is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from baselines.agent import CompiledAgent
from baselines.clock import seconds_per_tick, ticks
from baselines.faults import Fault, FirstFaults, told
from baselines.seeds import UNGUESSABLE, agents_words
from baselines.stopping import Stop
from durak_env.atomics import read_word
from durak_env.bits import ONE, ZERO, lowest
from durak_env.compiled import ask, players
from durak_env.game import GAME_OVER, deal_random, is_legal, mover, new_states, returns, step
from durak_env.information import INFO, InformationSet, observe
from durak_env.jit import jit
from durak_env.legality import illegal_slot
from durak_env.prng import STREAM, derive
from durak_env.records import record
from durak_env.rules import Rules

A, B = range(2)  # the agents of a match
DEALS = 2  # and beside theirs the stream of the deals
NUM_STREAMS = 3

GAME_RESULT = record(
    [
        ("seconds", np.float64, 2),  # that a and b took for their choices
        ("choices", np.uint16, 2),  # plies on which a and b were asked; see `play_forced`
        ("bouts", np.uint16),
        ("plies", np.uint16),
        ("outcome", np.int8),  # for a: +1 won, 0 drawn, -1 lost
        ("seat", np.uint8),  # of a
        ("first_attacker", np.uint8),  # seat
        ("fault", np.uint8),  # with which the loser ended the game; NO_FAULT in a game played to its end
    ]
)
"""What is kept of a game."""

NO_FAULT, ILLEGAL, CRASH = range(3)


class IllegalChoiceError(ValueError):
    """An agent chose an action that is not legal."""


ROOTS = record([("words", np.uint64, NUM_STREAMS)])
"""Where the streams of a match come from: the agents' and the deals'."""


def roots_of(seed: int) -> Any:
    """The ROOTS record of a match; see `baselines.seeds` for what keeps agents from the deals."""
    roots = np.zeros(1, ROOTS)[0]
    roots.words[:] = np.random.SeedSequence((seed,)).generate_state(NUM_STREAMS, np.uint64)
    if seed >= UNGUESSABLE:
        roots.words[:DEALS] = agents_words(seed, DEALS)
    return roots


def play_compiled(
    agents: Sequence[CompiledAgent],
    names: Sequence[str],
    rules: Rules,
    roots: Any,
    first: int,
    results: np.ndarray,
    open_world: bool = False,
    timed: bool = True,
    forfeits: bool = False,
    stop: Stop | None = None,
) -> FirstFaults:
    """Play the games of two compiled agents from the number ``first`` on, one a row of ``results`` (GAME_RESULT).

    Each agent works on a copy of its memory, so threads may share the agents. Without ``timed``, which costs fast
    agents a good part of their speed, the seconds stay 0. With ``forfeits`` an illegal choice loses the game. Nobody is
    asked any more once ``stop`` is set.

    Returns:
        The first faults that lost games.

    Raises:
        ValueError: an agent chose an action that is not legal.
        StoppedError: the games were stopped.
    """
    stop = Stop() if stop is None else stop
    states, infos, streams = new_states(rules), np.zeros(1, INFO), np.zeros(NUM_STREAMS, STREAM)
    memories = [agent.memory.copy() for agent in agents]
    records = players(agents, memories)
    seconds_per_tick()
    faults: list[Fault | None] = [None, None]
    done = 0
    while True:
        rest = results[done:]
        played, slot = play_games(
            states, infos, streams, records, roots, first + done, open_world, timed, stop.address, rest
        )
        done += played
        if done == len(results):
            break
        stop.check()
        game = first + done
        agent = int(mover(states[0]) ^ (game & 1))
        if not forfeits or faults[agent] is None:
            error = illegal_slot_choice(names[agent], game, states[0], rules, slot)
            if not forfeits:
                raise error
            faults[agent] = Fault(agent, game, told(str(error)))
        forfeit(results[done], states[0], ILLEGAL)
        done += 1
    results["seconds"] *= seconds_per_tick()
    return faults[A], faults[B]


def illegal_choice(name: str, game: int, error: ValueError) -> IllegalChoiceError:
    """The error that names the agent and the game in which it chose what is not legal."""
    return IllegalChoiceError(f"agent {name!r} in game {game}: {error}")


def illegal_slot_choice(name: str, game: int, state: Any, rules: Rules, slot: int) -> IllegalChoiceError:
    """The same for a compiled agent, which was asked in this state and has chosen this slot."""
    return illegal_choice(name, game, illegal_slot(InformationSet.of(state, rules, int(mover(state))), slot))


@jit
def begin_game(state: Any, a: Any, b: Any, deals: Any, roots: Any, game: Any) -> None:
    """Deal the game of a number, and set the STREAM records of ``a``, ``b`` and ``deals`` for it."""
    derive(a, roots.words[A], game)
    derive(b, roots.words[B], game)
    derive(deals, roots.words[DEALS], game >> 1)
    deal_random(state, deals)


@jit
def play_forced(state: Any) -> Any:
    """Play the plies that have a single legal action, unasked; returns whether a choice is to be made then."""
    while state.phase != GAME_OVER:
        if state.legal & (state.legal - ONE) != ZERO:
            return True
        step(state, lowest(state.legal))
    return False


@jit
def note_start(result: Any, state: Any, game: Any) -> None:
    """Begin the GAME_RESULT of a game that has just been dealt."""
    result.seat = game & 1
    result.first_attacker = state.attacker
    result.fault = NO_FAULT
    result.choices[A] = 0
    result.choices[B] = 0
    result.seconds[A] = 0.0
    result.seconds[B] = 0.0


@jit
def note_end(result: Any, state: Any) -> None:
    """Complete the GAME_RESULT of a game that is over."""
    result.outcome = returns(state, np.int64(result.seat))
    result.bouts = state.bouts
    result.plies = state.plies


def forfeit(result: Any, state: Any, fault: int) -> None:
    """Complete the GAME_RESULT of a game that the agent to move lost by a fault."""
    result.outcome = -1 if mover(state) == result.seat else 1
    result.bouts = state.bouts
    result.plies = state.plies
    result.fault = fault


@jit
def play_games(
    states: Any,
    infos: Any,
    streams: Any,
    agents: Any,
    roots: Any,
    first: Any,
    open_world: Any,
    timed: Any,
    stop: Any,
    results: Any,
) -> Any:
    """Play the games from the number ``first`` on, one a row of ``results``.

    Args:
        states, infos: work space, an array of one record each.
        streams: work space, three STREAM records.
        agents: PLAYER records of a and b; see `durak_env.compiled.players`.
        roots: ROOTS record.
        timed: whether to measure; ``seconds`` then holds ticks of the clock, else zeros.
        stop: address of a word that ends all play once it is not 0; see `baselines.stopping`.
        results: GAME_RESULT array.

    Returns:
        The number of games played, and the slot of the illegal action that ended all play if there was one; the records
        are then as they were when it was chosen. Fewer games are played, too, where all play was stopped.
    """
    state, info = states[0], infos[0]
    for row in range(len(results)):
        result = results[row]
        game = first + row
        begin_game(state, streams[A], streams[B], streams[DEALS], roots, game)
        note_start(result, state, game)
        while play_forced(state):
            if read_word(stop) != 0:
                return row, 0
            seat = mover(state)
            agent = seat ^ (game & 1)
            observe(state, seat, open_world, info)
            began = ticks() if timed else 0
            slot = ask(agents[agent], info, streams[agent])
            if timed:
                result.seconds[agent] += ticks() - began
            result.choices[agent] += 1
            if not is_legal(state, slot):
                return row, slot
            step(state, slot)
        note_end(result, state)
    return len(results), 0
