"""Games in which some positions are searched, and what the search finds is kept: visits, values and the priors.

A searched position costs two hundred times what a ply of a network costs. So a network plays, and only a share of the
choices are searched, more of them late: with a talon of one to `LATE` cards the network loses most to its search. An
endgame that the solver solves needs no search.

Source of searching a share of the plies: D. Wu, "Accelerating self-play learning in Go" (2020), playout cap
randomization.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from baselines.durak.endgames.solver import UNSOLVED, best_moves, outcome
from baselines.durak.networks.critic import observe_both_hands
from baselines.durak.networks.forward import fill_probabilities
from cardkit.arena.compiled_games import begin_game, play_forced
from cardkit.compiled.bits import ZERO, lowest, nth_bit, without_lowest
from cardkit.compiled.call import ask
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of, record_like
from cardkit.compiled.prng import below, chance
from cardkit.compiled.protocol import is_legal, write_observation
from cardkit.compiled.records import record
from cardkit.learning.labels.positions import ASKED, NOT_LEGAL, PLAYED
from durak_env.cards import bit, count
from durak_env.core.play import step
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.durak import SEATS
from durak_env.knowledge import observe

TEACHER, PLAYER, SPARRING = range(3)  # the agents, in their order
LATE = 4  # cards of the largest talon of a late position
UNKNOWN = -1.0  # the outcome of a game in which chance chose a later ply

PLAN = record(
    [
        ("early", np.float64),  # share of the choices that are searched,
        ("late", np.float64),  # and of those with a talon of 1 to `LATE` cards
        ("sparring", np.float64),  # share of the games with the sparring agent at one seat
        ("noise", np.float64),  # share of random plies before the game's last noisy one
        ("noisy", np.int64),  # each game draws its number of noisy plies below this
    ]
)
"""The settings by which games are played and positions are searched."""


class Found(NamedTuple):
    """The positions of one game, an entry each; of ``priors``, ``visits`` and ``points`` one for each slot too.

    Attributes:
        vectors, masks: what the seat to move knows, and its legal actions.
        open_vectors: what it would know if it saw the other hand.
        priors: the probabilities of the policy that guides the search.
        visits: simulations of each action. In a solved endgame: 1 for each action that keeps the value.
        points: their scores, from 0 (lost) to 1 (won), added up.
        exact: the value of a solved endgame, -1 to 1; else `UNSOLVED`.
        talon: cards in the talon.
        seats: the seat to move.
        outcomes: how the game ended for the seat: 0 to 1, or `UNKNOWN`.
        plies: how many were played before.
    """

    vectors: np.ndarray
    masks: np.ndarray
    open_vectors: np.ndarray
    priors: np.ndarray
    visits: np.ndarray
    points: np.ndarray
    exact: np.ndarray
    talon: np.ndarray
    seats: np.ndarray
    outcomes: np.ndarray
    plies: np.ndarray


@jit
def search_game(
    number: Any, roots: Any, plans: Any, agents: Any, work: Any, searches: Any, endgame: Any, found: Any
) -> Any:
    """Play a game to its end and search some of its positions.

    Args:
        number: of the game; the deal is that of `cardkit.arena.compiled_games`.
        roots: as `cardkit.arena.compiled_games.roots_of` gives them.
        plans: PLAN record in an array of one.
        agents: PLAYER records of the search, the player and the sparring agent.
        work: WorkSpace of the games.
        searches: a SEARCH record of the teacher's kind; its numbers are not read.
        endgame: memory of the endgame solver.
        found: output: `Found`, zeros at the start.

    Returns:
        The number of positions stored, the agent asked last, and its choice. If that choice is illegal, the number is
        NOT_LEGAL.
    """
    state, info, plan, streams = work.states[0], work.infos[0], plans[0], work.streams
    begin_game(state, streams, roots, SEATS, number)
    stream = streams[PLAYED]
    partner = below(stream, SEATS) if chance(stream, plan.sparring) else -1  # the seat of the sparring agent
    noisy, last_noise = below(stream, plan.noisy), -1
    rows, slot = 0, 0
    while play_forced(state):
        seat = mover(state)
        share = plan.late if 0 < state.talon_size <= LATE else plan.early
        if seat != partner and chance(stream, share) and rows < len(found.talon):
            slot = search_position(state, info, agents[TEACHER], work, searches, endgame, found, rows)
            if not is_legal(state, slot):
                return NOT_LEGAL, TEACHER, slot
            rows += 1
        asked = SPARRING if seat == partner else PLAYER
        observe(state, seat, False, info)
        slot = ask(agents[asked], info, stream)
        if not is_legal(state, slot):
            return NOT_LEGAL, asked, slot
        if state.plies < noisy and chance(stream, plan.noise):
            last_noise = np.int64(state.plies)
            slot = nth_bit(state.legal, below(stream, count(state.legal)))
        step(state, slot)
    for row in range(rows):
        known = found.plies[row] > last_noise
        found.outcomes[row] = 0.5 + 0.5 * returns(state, found.seats[row]) if known else UNKNOWN
    return rows, PLAYER, slot


@jit
def search_position(
    state: Any, info: Any, teacher: Any, work: Any, searches: Any, endgame: Any, found: Any, row: Any
) -> Any:
    """Store a position in a row, and what the endgame solver or else the search finds there; return its choice."""
    seat = mover(state)
    writer, past = work.writers[0], work.pasts[0]
    found.talon[row], found.seats[row], found.plies[row] = state.talon_size, seat, state.plies
    observe_both_hands(state, seat, info)
    write_observation(writer, info, past, address_of(found.open_vectors[row]), address_of(found.masks[row]))
    observe(state, seat, False, info)
    write_observation(writer, info, past, address_of(found.vectors[row]), address_of(found.masks[row]))
    search = record_like(searches[0], teacher.memory, 0)
    fill_probabilities(info, teacher.memory + search.policy_at, found.priors[row])
    found.exact[row] = outcome(info, endgame)
    kept = best_moves(info, endgame) if found.exact[row] != UNSOLVED else ZERO
    if kept != ZERO:
        slot = lowest(kept)
    else:
        found.exact[row] = UNSOLVED
        slot = ask(teacher, info, work.streams[ASKED])
    left = state.legal
    while left != ZERO:
        one = lowest(left)
        left = without_lowest(left)
        if kept == ZERO:
            found.visits[row, one] = search.tally_visits[one]
            found.points[row, one] = search.tally_points[one]
        elif kept & bit(one) != ZERO:
            found.visits[row, one] = 1
            found.points[row, one] = 0.5 + 0.5 * found.exact[row]
    return slot
