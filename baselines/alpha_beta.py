"""Alpha-beta search of a state to a fixed depth, with a transposition table.

Source: A. Zarlykov, bachelor thesis, 2023, sections 4.3, 4.3.3 and 4.3.4. Depth counts plies, forced ones too. Values
are the seat's to move, and turn their sign only where the mover changes: an attacker may play several plies in a row.
Of actions of equal value the first is taken: greedy's choice, then cards from the lowest up, trumps last, then null.

Where the thesis' program departs from its text, the text is followed: a win proven deeper in the tree is worth less
than a shorter one, the basic evaluation never compares a seat with itself, and the table keeps true bounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.evaluation import WIN, basic_value, final_value, playout_value
from baselines.heuristic import lowest_card
from baselines.playout import greedy_slot
from baselines.transpositions import POSITION, TABLE, describe, entry_of, forget, holds, keep, settles
from durak_env.bits import ZERO, lowest
from durak_env.cards import DONE_BIT, TAKE_BIT, bit
from durak_env.game import GAME_OVER, OWNED_FIELDS, PUBLIC_FIELDS, STATE, mover, step
from durak_env.jit import jit
from durak_env.prng import STREAM
from durak_env.records import block_copier, record

MAX_DEPTH = 64
INFINITY = WIN + 1
_NULLS = np.uint64(TAKE_BIT | DONE_BIT)

SEARCH = record(
    [
        ("nodes", np.int64),  # states visited since the count was set to 0
        ("deepest", np.int64),  # plies below the root that the search came to since then
        ("depth", np.int64),  # and those that it may go
        ("samples", np.int64),  # determinizations to be searched where cards are hidden
        ("votes", np.int64, 64),  # how many of them found an action best, by slot
        ("unused", STREAM),  # of playouts, in which nothing is left to chance
        ("states", STATE, MAX_DEPTH + 1),  # on the path searched, by ply
        ("positions", POSITION, MAX_DEPTH + 1),
        ("table", TABLE),
        ("chosen", np.uint8, MAX_DEPTH + 1),  # slot of the best action found, by ply
        ("playout", np.uint8),  # whether playouts evaluate, else the basic features
        ("pruning", np.uint8),
        ("caching", np.uint8),
    ]
)
"""Parameters and work space of a search; the state searched is ``states[0]``."""

copy_state = block_copier([*OWNED_FIELDS, *PUBLIC_FIELDS])


@jit
def best_action(search: Any) -> Any:
    """Search the state at the root; the slot of the best action."""
    forget(search.table)
    value_of(search, 0, -INFINITY, INFINITY)
    return np.int64(search.chosen[0])


@jit
def value_of(search: Any, ply: Any, alpha: Any, beta: Any) -> Any:
    """The value of the state at ``ply``, exact only within the window (alpha, beta).

    Values at or below alpha are upper bounds, those at or above beta lower ones. Without pruning the window stays open.
    """
    state = search.states[ply]
    seat = mover(state)
    search.nodes += 1
    search.deepest = max(search.deepest, ply)
    if state.phase == GAME_OVER:
        return final_value(state, seat, ply)
    position, entry = search.positions[ply], search.table.entries[0]
    if search.caching:
        describe(state, ply, position)
        entry = entry_of(search.table, position)
        if holds(entry, search.table, position) and settles(entry, alpha, beta):
            search.chosen[ply] = entry.action
            return np.int64(entry.value)
    if ply == search.depth:
        best = playout_value(state, ply, search.unused) if search.playout else basic_value(state)
    else:
        best = -INFINITY
        left = state.legal
        while left != ZERO and best < beta:
            action = next_action(state, left)
            left &= ~bit(action)
            child = search.states[ply + 1]
            copy_state(state, child)
            step(child, action)
            floor = max(alpha, best) if search.pruning else alpha
            if mover(child) == seat:
                value = value_of(search, ply + 1, floor, beta)
            else:
                value = -value_of(search, ply + 1, -beta, -floor)
            if value > best:
                best = value
                search.chosen[ply] = action
    if search.caching:
        keep(entry, search.table, position, best, alpha, beta, search.chosen[ply])
    return best


@jit
def next_action(state: Any, left: Any) -> Any:
    """The first of the actions left: greedy's choice, then cards from the lowest up, trumps last, then the null."""
    if left == state.legal:
        return greedy_slot(state)
    cards = left & ~_NULLS
    return lowest(left) if cards == ZERO else lowest_card(cards, state.trumps)
