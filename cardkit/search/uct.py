"""UCT: a tree search from a fully known state.

Source: A. Zarlykov, bachelor thesis, 2023, section 4.4; L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning",
ECML 2006.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Actions, Slot, State, Stream, copy_state
from cardkit.compiled.records import where_field
from cardkit.compiled.slots import first_slot, how_many, is_empty, legal_of, minus
from cardkit.search.memory import LONGEST_PATH, Node, Search, last_of, node_at, tried_of
from cardkit.search.tree import (
    NO_NODE,
    add_child,
    append_to_path,
    finish,
    follow,
    is_over,
    log_of,
    share_of,
    start_tree,
)


@jit
def search_state(search: Search, root: State, leaf: State, stream: Stream, limit: int, deadline: int) -> None:
    """Grow a new tree for the STATE ``root`` by ``limit`` simulations, at least one, or until the deadline."""
    start_tree(search)
    for done in range(limit):
        if is_over(deadline, done):
            break
        copy_state(root, leaf)
        finish(search, leaf, descend(search, leaf), stream)


@jit
def descend(search: Search, state: State) -> int:
    """Walk down from the root, playing on ``state``, to a new node or the game's end; return the path's depth."""
    number, depth = 0, 0
    append_to_path(search, 0, 0, 0)
    while not is_empty(legal_of(state)) and depth < deepest(search):
        node = node_at(search, number)
        untried = minus(legal_of(state), tried_of(node))
        if not is_empty(untried):
            number = add_child(search, node, first_untried(search, untried))
            if number == NO_NODE:
                return depth
        else:
            number = most_promising(search, node)
        depth += 1
        follow(search, state, depth, number)
        if not is_empty(untried):
            return depth
    return depth


@jit_inline
def _as_set(search: Search) -> Number:
    return np.int64(search.tree_depth)


@jit_inline
def _longest_path(search: Search) -> Number:
    return LONGEST_PATH - 1


deepest = where_field("tree_depth", _as_set, _longest_path)
"""The plies below which the tree does not grow: a setting of the game's, if it has one."""


@jit
def first_untried(search: Search, untried: Actions) -> Slot:
    """Return the slot to try next: the first not in ``last``, if any."""
    early = minus(untried, last_of(search))
    return first_slot(untried if is_empty(early) else early)


@jit
def most_promising(search: Search, node: Node) -> int:
    """Find the child with the highest upper confidence bound, and return its number; every action has a child."""
    exploration = 2 * log_of(node.visits)
    best, best_number = -1.0, NO_NODE
    block = np.int64(node.first)
    for number in range(block, block + how_many(tried_of(node))):
        child = node_at(search, number)
        share = share_of(child.visits)
        bound = child.points * share + search.c * np.sqrt(exploration * share)
        if bound > best:
            best, best_number = bound, number
    return best_number
