"""The search tree, and the steps of a simulation.

The children of a node stand side by side, in the order of their slots, in a block that moves to a wider place when it
is full. Once there is no room for a wider block, the search continues without growing the tree.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.clock import ticks
from cardkit.compiled.elementary import logs
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import (
    NO_EVENT,
    Actions,
    Seat,
    Slot,
    State,
    Stream,
    event_after,
    mover,
    play_out,
    score,
    step,
)
from cardkit.compiled.slots import (
    common,
    first_slot,
    has,
    how_many,
    is_empty,
    legal_of,
    minus,
    no_slots,
    random_slot,
    rank,
    with_slot,
    without_first,
)
from cardkit.search.memory import (
    MEAN,
    NARROWEST,
    SEAT_BITS,
    SEAT_MASK,
    Node,
    Search,
    copy_node,
    last_of,
    node_at,
    put_tried,
    tried_of,
)

NO_NODE = -1
SIMULATIONS_A_LOOK = 16  # between readings of the clock

_LOGS: Any = logs(np.maximum(1, np.arange(2048)))
_LOG_4 = 2.0 * _LOGS[2]
_SHARES: Any = 1.0 / np.maximum(1, np.arange(2048))


# --- the tree -------------------------------------------------------------------------------------------------------


@jit
def start_tree(search: Search) -> None:
    """Reset the tree to its root."""
    clear(node_at(search, 0), 0)
    search.used = 1


@jit
def clear(node: Node, slot: Slot) -> None:
    """Reset a record to the unvisited node of an action."""
    node.points = 0.0
    put_tried(node, no_slots(tried_of(node)))
    node.visits = 0
    node.available = 0
    node.first = 0
    node.width = 0
    node.slot = slot
    node.prior = 0


@jit_inline
def add_child(search: Search, node: Node, slot: Slot) -> Number:
    """Add a child for an action that has none; return its number, or NO_NODE if there is no room."""
    tried = tried_of(node)
    size = how_many(tried)
    if size == node.width and not widen(search, node, size):
        return NO_NODE
    block = np.int64(node.first)
    place = block + rank(tried, slot)
    for number in range(block + size, place, -1):
        copy_node(node_at(search, number - 1), node_at(search, number))
    clear(node_at(search, place), slot)
    put_tried(node, with_slot(tried, slot))
    return place


@jit_inline
def child_of(node: Node, slot: Slot) -> Number:
    """Return the number of an existing child."""
    return np.int64(node.first) + rank(tried_of(node), slot)


@jit
def widen(search: Search, node: Node, size: int) -> bool:
    """Move a node's children to a block with twice the room; return whether there was space."""
    width = max(NARROWEST, 2 * size)
    block = np.int64(search.used)
    if block + width > search.room:
        return False
    for place in range(size):
        copy_node(node_at(search, np.int64(node.first) + place), node_at(search, block + place))
    node.first = block
    node.width = width
    search.used = block + width
    return True


@jit_inline
def log_of(number: Number) -> float:
    """Compute the natural logarithm of an integer of at least 1: exact below 2048, else to about 0.001."""
    number = np.int64(number)
    logarithm = 0.0
    while number >= 2048:
        number >>= 2
        logarithm += _LOG_4
    return logarithm + _LOGS[number]


@jit_inline
def share_of(visits: Number) -> float:
    """Compute the share of one of some visits, 1 / visits: looked up below 2048, as a division takes longer."""
    visits = np.int64(visits)
    return _SHARES[visits] if visits < 2048 else 1.0 / np.float64(visits)


# --- a simulation ---------------------------------------------------------------------------------------------------


@jit_inline
def append_to_path(search: Search, depth: int, number: int, seat: Seat) -> None:
    """Enter a node at a depth of the path, and the seat that chose it."""
    search.path[depth] = (number << SEAT_BITS) + seat


@jit_inline
def follow(search: Search, state: State, depth: int, number: int) -> None:
    """Move to a node: write it into the path, and play its action on the STATE."""
    append_to_path(search, depth, number, mover(state))
    step(state, np.int64(node_at(search, number).slot))


@jit_inline
def past_event(search: Search, state: State, depth: int, number: int) -> tuple[int, int]:
    """Return the node where the tree continues after a node's ply, and the path's depth there; NO_NODE for no room.

    This is the node itself, unless the ply caused an event that all seats see: then it is the node's child for it.
    """
    node = node_at(search, number)
    event = event_after(state, np.int64(node.slot))
    if event == NO_EVENT:
        return number, depth
    child = child_of(node, event) if has(tried_of(node), event) else add_child(search, node, event)
    if child == NO_NODE:
        return NO_NODE, depth
    append_to_path(search, depth + 1, child, mover(state))
    return child, depth + 1


@jit_inline
def finish(search: Search, state: State, depth: int, stream: Stream) -> None:
    """Play the game out from the end of a path of ``depth`` plies, and update all nodes of the path."""
    play_out(search, state, stream)
    for seat in range(len(search.scores)):
        search.scores[seat] = score(state, seat)
    back_up(search, depth)


@jit_inline
def back_up(search: Search, depth: int) -> None:
    """Add to each node of the path the score, from ``search.scores``, of the seat that chose it."""
    search.simulations += 1
    search.deepest = max(np.int64(search.deepest), depth)
    for place in range(depth + 1):
        entry = np.int64(search.path[place])
        node = node_at(search, entry >> SEAT_BITS)
        node.visits += 1
        node.points += search.scores[entry & SEAT_MASK]


@jit
def play_uniformly(search: Search, state: State, stream: Stream) -> None:
    """Finish a game in place with uniform legal actions: `play_out` for games without a better policy."""
    while not is_empty(legal_of(state)):
        step(state, random_slot(legal_of(state), stream))


# --- a search --------------------------------------------------------------------------------------------------------


@jit
def deadline_of(search: Search) -> int:
    """Return the tick at which the time for the move is over; 0 without a time limit."""
    return ticks() + search.ticks if search.ticks > 0 else 0


@jit
def is_over(deadline: int, done: int) -> bool:
    """Return whether a search has passed its deadline, 0 for none.

    The clock is read only every few simulations.
    """
    return done > 0 and done % SIMULATIONS_A_LOOK == 0 and has_passed(deadline)


@jit_inline
def has_passed(deadline: int) -> bool:
    """Return whether it is later than a deadline, 0 for none."""
    return deadline != 0 and ticks() - deadline >= 0


@jit
def end_search(search: Search) -> Slot:
    """Add a tree's results to the tallies; return the slot that it prefers."""
    root = node_at(search, 0)
    for place in range(how_many(tried_of(root))):
        child = node_at(search, np.int64(root.first) + place)
        search.tally_points[child.slot] += child.points
        search.tally_visits[child.slot] += child.visits
    best = favourite(search)
    search.votes[best] += 1
    return best


@jit
def favourite(search: Search) -> Slot:
    """Find the slot of the root's child with the best mean, or the most visits; the first not in ``last`` wins ties."""
    root = node_at(search, 0)
    best, best_slot = -1.0, NO_NODE
    for place in range(how_many(tried_of(root)) - 1, -1, -1):
        child = node_at(search, np.int64(root.first) + place)
        merit = np.float64(child.visits)
        if search.choice == MEAN:
            merit = child.points / merit
        is_last = has(last_of(search), np.int64(child.slot))
        if merit > best or (merit == best and not is_last):
            best, best_slot = merit, np.int64(child.slot)
    return best_slot


@jit
def most_votes(search: Search, legal: Actions) -> Slot:
    """Find the slot with the most votes; ties go to the first slot, and to slots not in ``last``."""
    best, best_slot = -1, 0
    for actions in (minus(legal, last_of(search)), common(legal, last_of(search))):
        rest = actions
        while not is_empty(rest):
            slot = first_slot(rest)
            if np.int64(search.votes[slot]) > best:
                best, best_slot = np.int64(search.votes[slot]), slot
            rest = without_first(rest)
    return best_slot
