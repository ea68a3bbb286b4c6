"""Plays games of compiled agents, and fills arrays with what the agents saw and chose, all in compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cardkit.arena.compiled_games import begin_game_of, choose, note_end, note_start, play_forced
from cardkit.arena.result_rows import place_of, seats_in
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import Address, address_of, read_word
from cardkit.compiled.protocol import decision, is_legal, mover, observe, step, write_observation
from cardkit.encoding import Encoding
from cardkit.learning.labels.positions import WorkSpace

LEGAL = -1  # in place of the slot of an illegal choice: there was none


class Rows(NamedTuple):
    """Choices: positions in which a seat had at least two legal actions. Arrays with an entry for each.

    Attributes:
        game: number of the game, int64.
        choice: number of the choice in its game, from 0, uint16.
        seat: that chose, uint8.
        agent: its place in the lineup, uint8.
        action: id of the chosen action, int16.
        returns: of the seat at the end of the game, float32.
        observation: of the encoding's dtype and shape (rows, entries).
        action_mask: int8 of shape (rows, actions), 1 = legal.
    """

    game: np.ndarray
    choice: np.ndarray
    seat: np.ndarray
    agent: np.ndarray
    action: np.ndarray
    returns: np.ndarray
    observation: np.ndarray
    action_mask: np.ndarray

    def first(self, count: int) -> Rows:
        """Return the first rows, without a copy."""
        return Rows(*(array[:count] for array in self))


def new_rows(encoding: Encoding, count: int) -> Rows:
    """Make rows of zeros for observations of an encoding."""
    kinds = np.int64, np.uint16, np.uint8, np.uint8, np.int16, np.float32
    arrays = [*(np.zeros(count, kind) for kind in kinds), *encoding.new_rows(count)]
    return Rows(*arrays)


@jit
def fill_rows(
    work: WorkSpace,
    agents: np.ndarray,
    roots: np.ndarray,
    ids: np.ndarray,
    first: Number,
    most_choices: Number,
    open_world: bool,
    stop: Address,
    results: np.ndarray,
    rows: Rows,
    filled: Number,
) -> Any:
    """Play whole games, in order, while there is room for a longest one, and fill a row at each choice.

    Args:
        work: `cardkit.learning.labels.positions.WorkSpace` of the games.
        agents: PLAYER records of the desks, an array for each game of a deal: no agent meets a deal twice.
        roots: from `cardkit.arena.compiled_games.roots_of`.
        ids: the action id of each slot, by kind of decision.
        first: the number of the game in row 0 of ``results``.
        most_choices: of a game.
        stop: address of a word that ends all play once it is not 0.
        results: result rows, with the seating of each game.
        rows: output: `Rows`.
        filled: how many of them are filled already.

    Returns:
        How many games were played, how many rows are filled now, and `LEGAL`, or the slot of the illegal choice that
        ended play in the next game; the state is then as it was when the agent chose.
    """
    state, info, streams, past = work.states[0], work.infos[0], work.streams, work.pasts[0]
    vectors, vector_bytes = address_of(rows.observation), rows.observation.strides[0]
    masks, mask_bytes = address_of(rows.action_mask), rows.action_mask.strides[0]
    for played in range(len(results)):
        if filled + most_choices > len(rows.game):
            return played, filled, LEGAL
        result, number, begins = results[played], first + played, filled
        begin_game_of(seats_in(result), state, streams, roots, len(agents), number)
        note_start(result, state)
        while play_forced(state):
            if read_word(stop) != 0:
                return played, begins, LEGAL
            seat = mover(state)
            observe(state, seat, open_world, info)
            write_observation(work.writers[0], info, past, vectors + filled * vector_bytes, masks + filled * mask_bytes)
            slot = choose(state, info, streams, agents[number % len(agents)], open_world, False, result)
            if not is_legal(state, slot):
                return played, begins, slot
            rows.game[filled] = number
            rows.choice[filled] = filled - begins
            rows.seat[filled] = seat
            rows.agent[filled] = place_of(result, seat)
            rows.action[filled] = ids[decision(state), slot]
            filled += 1
            step(state, slot)
        note_end(result, state)
        for row in range(begins, filled):
            rows.returns[row] = result.returns[rows.agent[row]]
    return len(results), filled, LEGAL
