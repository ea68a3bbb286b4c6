"""ISMCTS: one tree over the information sets of the seat to move, and a new determinization for each simulation.

Only those children of a node are compared that the determinization allows, and the exploration term counts how often
each was allowed. Only plies distinguish nodes: a node stands for all cards that may have been drawn on the way.

Source: P. I. Cowling, E. J. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on
Computational Intelligence and AI in Games 4 (2012), the single-observer variant.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address
from cardkit.compiled.protocol import Actions, Info, State, Stream, determinize
from cardkit.compiled.slots import common, first_slot, is_empty, legal_of, minus, put_legal, random_slot, without_first
from cardkit.search.memory import LONGEST_PATH, Node, Search, begin_move, node_at, tried_of
from cardkit.search.tree import (
    NO_NODE,
    add_child,
    append_to_path,
    child_of,
    deadline_of,
    end_search,
    finish,
    follow,
    is_over,
    log_of,
    past_event,
    share_of,
    start_tree,
)


@jit
def choose_by_ismcts(search: Search, memory: Address, info: Info, leaf: State, stream: Stream) -> int:
    """Search for a new move in a memory, and return the slot that the search prefers.

    A game's own choice calls it: kept code of a choice made here would not follow changes of the game's playouts.
    """
    begin_move(search, memory)
    search_information_set(search, info, leaf, stream)
    return end_search(search)


@jit
def search_information_set(search: Search, info: Info, leaf: State, stream: Stream) -> None:
    """Grow a new tree for an INFO record until the simulations or the time are used up; at least one simulation."""
    deadline = deadline_of(search)
    start_tree(search)
    for done in range(search.limit):
        if is_over(deadline, done):
            break
        determinize(info, stream, leaf)
        put_legal(leaf, legal_of(info))
        finish(search, leaf, descend(search, leaf, stream), stream)


@jit
def descend(search: Search, state: State, stream: Stream) -> int:
    """Walk down from the root, playing on ``state``, to a new node or the game's end; return the path's depth."""
    number, depth = 0, 0
    append_to_path(search, 0, 0, 0)
    while number != NO_NODE and not is_empty(legal_of(state)) and depth < LONGEST_PATH - 2:
        node = node_at(search, number)
        untried = minus(legal_of(state), tried_of(node))
        number = most_promising(search, node, legal_of(state))
        if not is_empty(untried):
            number = add_child(search, node, random_slot(untried, stream))
            if number == NO_NODE:
                return depth
        depth += 1
        follow(search, state, depth, number)
        if not is_empty(untried):
            return depth
        number, depth = past_event(search, state, depth, number)
    return depth


@jit_inline
def most_promising(search: Search, node: Node, legal: Actions) -> int:
    """Find the child with the highest upper confidence bound among the ``legal`` ones; count each as available."""
    best, best_number = -1.0, NO_NODE
    rest = common(tried_of(node), legal)
    while not is_empty(rest):
        number = child_of(node, first_slot(rest))
        child = node_at(search, number)
        child.available += 1
        share = share_of(child.visits)
        bound = child.points * share + search.c * np.sqrt(log_of(child.available) * share)
        if bound > best:
            best, best_number = bound, number
        rest = without_first(rest)
    return best_number
