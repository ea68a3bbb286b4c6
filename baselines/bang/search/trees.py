"""A UCT tree with all cards and roles known, as the thesis behind the agents grows it.

A node gets all its children at once, and a playout from each. Only NOTHING and discards wait for its next visit. What
chance gives in the tree is fixed: the state at its root has a stream of its own.

Source: M. Daniláková, bachelor thesis, 2017, sections 4.3 and 7.8.6.
"""

from __future__ import annotations

import numpy as np

from bang_env.core.records import State
from baselines.bang.evaluation.playout import GAIN, keep_values, play_on, score_leaf
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Actions, Stream, copy_state, step
from cardkit.compiled.slots import first_slot, is_empty, legal_of, minus, without_first
from cardkit.search.memory import LONGEST_PATH, SEAT_BITS, Node, last_of, node_at, tried_of
from cardkit.search.memory import GameSearch as Search
from cardkit.search.tree import (
    NO_NODE,
    SIMULATIONS_A_LOOK,
    add_child,
    append_to_path,
    back_up,
    deadline_of,
    finish,
    follow,
    is_over,
    start_tree,
)
from cardkit.search.uct import most_promising


@jit
def grow(search: Search, root: State, leaf: State, stream: Stream) -> None:
    """Grow a new tree for the STATE ``root`` until its playouts or its time are used up."""
    deadline, looks = deadline_of(search), 0
    start_tree(search)
    if search.leaf == GAIN:
        keep_values(search, root)
    last = np.int64(search.simulations) + np.int64(search.limit)
    while search.simulations < last and not is_over(deadline, looks):
        copy_state(root, leaf)
        depth = walk(search, leaf)
        expand(search, root, leaf, depth, stream)
        looks += SIMULATIONS_A_LOOK


@jit
def walk(search: Search, state: State) -> Number:
    """Walk down from the root, playing on ``state``, to a node that lacks children; return the path's depth."""
    number, depth = 0, 0
    append_to_path(search, 0, 0, 0)
    while not is_empty(legal_of(state)) and depth < LONGEST_PATH - 2:
        node = node_at(search, number)
        if not is_empty(missing(search, node, state)):
            return depth
        number = most_promising(search, node)
        depth += 1
        follow(search, state, depth, number)
    return depth


@jit
def missing(search: Search, node: Node, state: State) -> Actions:
    """Return the actions for which a node gets children now."""
    untried = minus(legal_of(state), tried_of(node))
    early = minus(untried, last_of(search))
    return early if is_empty(tried_of(node)) and not is_empty(early) else untried


@jit
def expand(search: Search, root: State, leaf: State, depth: Number, stream: Stream) -> None:
    """Give the node at the end of the path its children, each with a playout; at the game's end count it again."""
    node = node_at(search, np.int64(search.path[depth]) >> SEAT_BITS)
    rest = missing(search, node, leaf)
    if is_empty(rest):
        judge(search, leaf, depth, stream)
    while not is_empty(rest):
        slot = first_slot(rest)
        rest = without_first(rest)
        copy_state(root, leaf)
        for place in range(1, depth + 1):
            step(leaf, np.int64(node_at(search, np.int64(search.path[place]) >> SEAT_BITS).slot))
        number = add_child(search, node, slot)
        if number == NO_NODE:
            judge(search, leaf, depth, stream)
            return
        follow(search, leaf, depth + 1, number)
        judge(search, leaf, depth + 1, stream)


@jit
def judge(search: Search, leaf: State, depth: Number, stream: Stream) -> None:
    """Play on from the end of the path, and add the scores to its nodes.

    Another ply is played while the depth is at most the horizon, "N <= M" in the thesis' section 7.8.6.
    """
    if search.horizon == 0:
        finish(search, leaf, depth, stream)
    else:
        play_on(search, leaf, max(0, np.int64(search.horizon) + 1 - depth), stream)
        score_leaf(search, leaf)
        back_up(search, depth)
