"""Alpha-beta search of a state to a fixed depth, with a transposition table.

Source: A. Zarlykov, bachelor thesis, 2023, sections 4.3, 4.3.3 and 4.3.4. Depth counts all plies, forced ones included.
Values are for the seat to move. Their sign changes only where the mover changes, since an attacker may play several
plies in a row. Among actions of equal value the search picks the first. With playouts, which only say who wins, most
actions are equal, so the order matters. It is either greedy's choice first, then cards in ascending order, trumps last,
then the null; or, as close to the thesis' program as sets of cards allow, the cards in the order of the deck, then the
null.

Where the thesis' program departs from its text, this follows the text: a win deeper in the tree is worth less than a
shorter one, the basic evaluation never compares a seat with itself, and the table keeps true bounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.evaluation.basic import WIN, basic_value, basic_value_of_all, final_value, playout_value
from baselines.durak.evaluation.linear import WEIGHTS, linear_value
from baselines.durak.evaluation.transpositions import POSITION, TABLE, describe, entry_of, forget, holds, settles, store
from cardkit.compiled.bits import ZERO, Bits, Number, lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import STREAM
from cardkit.compiled.protocol import Slot
from cardkit.compiled.records import OpenRecord as Search
from cardkit.compiled.records import record, tail_copier
from durak_env.agents.tactics import NULLS, greedy_slot, lowest_card
from durak_env.cards import bit, count
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, STATE, State
from durak_env.core.seating import mover

BASIC, PLAYOUT, LINEAR, BASIC_OF_ALL = range(4)  # how to judge positions at full depth
LINEAR_SCALE = 100.0  # values are integers; this keeps hundredths of a weight
MOST_LINEAR = WIN // 2
"""Larger than any evaluation."""

MAX_DEPTH = 64
INFINITY = np.int64(WIN + 1)

NODE = record(
    [
        ("alpha", np.int64),  # the window: values outside it need not be exact. At or below alpha they are upper
        ("beta", np.int64),  # bounds, at or above beta lower bounds
        ("best", np.int64),  # value of the best action so far
        ("left", np.uint64),  # actions not tried yet
        ("seat", np.int64),  # seat to move; the values are for this seat
        ("state", STATE),
        ("position", POSITION),
        ("tried", np.uint8),  # slot of the action that led here
        ("action", np.uint8),  # slot of the best action so far
        ("is_new", np.uint8),  # whether to store the result in the table
    ]
)
"""A state on the path of the search."""

Node = Any
"""A NODE record, as the parameter of a compiled function; Numba infers the types."""

SEARCH = record(
    [
        ("depth", np.int64),  # plies searched below the root
        ("samples", np.int64),  # determinizations to search if cards are hidden
        ("nodes", np.int64),  # states visited for this move
        ("deepest", np.int64),  # plies reached for this move
        ("choices", np.uint64),  # the actions to search for this move
        ("votes", np.int64, 64),  # by slot: searches of this move that preferred the action
        ("unused", STREAM),  # for playouts that draw nothing
        ("path", NODE, MAX_DEPTH + 1),  # by ply, from the root
        ("table", TABLE),
        WEIGHTS,  # of the linear evaluation
        ("evaluation", np.uint8),  # BASIC, PLAYOUT, LINEAR or BASIC_OF_ALL
        ("as_greedy", np.uint8),  # whether to try actions in greedy's order, otherwise in that of the deck
        ("pruning", np.uint8),
        ("caching", np.uint8),
    ]
)
"""Parameters and work space of a search; ``path[0]`` holds the state to search."""

copy_state = tail_copier("legal")


@jit
def search_root(search: Search, actions: Bits) -> int:
    """Compute the value of the root for the seat to move, if it may choose from ``actions`` (legal ones).

    The best of them is then the action of ``path[0]``. The search is a loop because Numba crashes when it loads
    recursive functions from its cache.
    """
    forget(search.table)
    ply = np.int64(0)
    enter(search, ply, -INFINITY, INFINITY)
    search.path[0].left &= actions
    while True:
        node = search.path[ply]
        if node.left != ZERO and node.best < node.beta:
            try_next(search, ply)
            ply += 1
            continue
        if node.is_new:
            store(search.table, node.position, node.best, node.alpha, node.beta, node.action)
        if ply == 0:
            return node.best
        ply -= 1
        update_from_child(search.path[ply], node)


@jit
def try_next(search: Search, ply: int) -> None:
    """Move from the node at ``ply`` to the node of its next action."""
    node, child = search.path[ply], search.path[ply + 1]
    child.tried = next_action(node.state, node.left, search.as_greedy)
    node.left &= ~bit(child.tried)
    copy_state(node.state, child.state)
    step(child.state, np.int64(child.tried))
    floor = max(node.alpha, node.best) if search.pruning else node.alpha
    if mover(child.state) == node.seat:
        enter(search, ply + 1, floor, node.beta)
    else:
        enter(search, ply + 1, -node.beta, -floor)


@jit
def update_from_child(node: Node, child: Node) -> None:
    """Update a node with the value of a child that has been searched."""
    value = child.best if child.seat == node.seat else -child.best
    if value > node.best:
        node.best = value
        node.action = child.tried


@jit
def enter(search: Search, ply: int, alpha: int, beta: int) -> None:
    """Begin the node at ``ply``, whose state is set. No action is left if its value is known at once."""
    node = search.path[ply]
    state = node.state
    search.nodes += 1
    search.deepest = max(search.deepest, ply)
    node.seat = mover(state)
    node.left = ZERO
    node.is_new = False
    if state.phase == GAME_OVER:
        node.best = final_value(state, node.seat, ply)
        return
    if search.pruning:
        most = WIN - earliest_end(state, ply, search.depth)
        alpha, beta = max(alpha, -most), min(beta, most)
        if alpha >= beta:
            node.best = alpha
            return
    node.alpha, node.beta = alpha, beta
    if search.caching:
        describe(state, ply, node.position)
        entry = entry_of(search.table, node.position)
        if holds(entry, search.table, node.position) and settles(entry, alpha, beta):
            node.best, node.action = entry.value, entry.action
            return
        node.is_new = True
    if ply == search.depth:
        node.best = estimate(search, state, ply)
    else:
        node.best, node.left = -INFINITY, state.legal


@jit
def estimate(search: Search, state: State, ply: int) -> Number:
    """Estimate the value of a position at full depth for the seat to move. A playout overwrites the state."""
    if search.evaluation == PLAYOUT:
        return playout_value(state, ply, search.unused)
    if search.evaluation == BASIC:
        return basic_value(state)
    if search.evaluation == BASIC_OF_ALL:
        return basic_value_of_all(state)
    value = np.int64(np.round(LINEAR_SCALE * linear_value(state, mover(state), search)))
    return min(max(value, -MOST_LINEAR), MOST_LINEAR)


@jit
def earliest_end(state: State, ply: int, depth: int) -> int:
    """Return a ply below the root before which the game cannot end; at most ``depth``.

    A winner must play the whole hand and every card drawn. Of the talon, the other seat draws no more than it lacks now
    or plays.
    """
    plies = depth
    for seat in range(2):
        lacking = max(0, np.int64(state.hand_size) - count(state.hands[1 - seat]))
        plies = min(plies, ply + count(state.hands[seat]) + max(0, np.int64(state.talon_size) - lacking))
    return plies


@jit
def next_action(state: State, left: Bits, as_greedy: bool) -> Slot:
    """Return the first of the actions left: greedy's, then ascending; or in the deck's order. The null is last."""
    if as_greedy and left == state.legal:
        return greedy_slot(state)
    cards = left & ~NULLS
    if cards == ZERO:
        return lowest(left)
    return lowest_card(cards, state.trumps) if as_greedy else lowest(cards)
