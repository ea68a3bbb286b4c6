"""The search tree of MCTS and ISMCTS as flat records in the agent's memory, and UCT on a state that is known.

Memory of a searching agent, laid out once when the agent is made (`baselines.exact_choice` uses the INFO)::

    | SEARCH: settings, path, tallies | STATE: root | STATE: leaf | INFO | NODE 0 (root) | NODE 1 | ...

and behind the nodes, where the agent has them, the memory of exact endgames and that of a policy.

The children of a node stand side by side, in the order of their slots, in a block that is moved to a wider place when
it is full. Once there is no room for a wider block the search goes on without growing.

Source: A. Zarlykov, bachelor thesis, 2023, section 4.4; L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning",
ECML 2006.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.clock import ticks
from baselines.playout import NEVER, play_out_noisily, play_out_randomly
from durak_env.bits import ONE, ZERO, lowest
from durak_env.cards import DONE_BIT, TAKE_BIT, bit, count
from durak_env.game import GAME_OVER, OWNED_FIELDS, PUBLIC_FIELDS, STATE, mover, returns, step
from durak_env.information import INFO
from durak_env.jit import jit
from durak_env.records import block_copier, record, record_reader

MOST_NODES = 1 << 18
"""No search holds more nodes than these (8 MB)."""
LONGEST_PATH = 256  # plies from the root; below them the tree does not grow
NARROWEST = 4  # places in the first block of a node's children
NO_NODE = -1
NO_LIMIT = 1 << 62
SIMULATIONS_A_LOOK = 16  # between looks at the clock

GREEDY, RANDOM = range(2)
PLAYOUTS = {"greedy": GREEDY, "random": RANDOM}
MEAN, VISITS = range(2)
CHOICES = {"mean": MEAN, "visits": VISITS}

_NULLS = np.uint64(TAKE_BIT | DONE_BIT)
_LOGS = np.log(np.maximum(1, np.arange(2048)))
_LOG_4 = np.log(4.0)

NODE_FIELDS = [
    ("points", np.float64),  # of the seat that chose the action: 1 a win, 0.5 a draw
    ("tried", np.uint64),  # the actions (a set of slots) that have a child
    ("visits", np.uint32),
    ("available", np.uint32),  # how often the action could be chosen; ISMCTS only
    ("first", np.uint32),  # the block of its children: the first one,
    ("width", np.uint8),  # and how many there is room for
    ("slot", np.uint8),  # the action
    ("prior", np.uint16),  # how probable a policy finds the action, in 65535ths; PUCT only
]
NODE = record(NODE_FIELDS)
"""An action in the search tree, with what became of it, and the place of its answers."""

SEARCH = record(
    [
        ("c", np.float64),  # weight of exploration
        ("scale", np.float64),  # `quiet_scale` of the noise in greedy playouts
        ("limit", np.int64),  # simulations
        ("samples", np.int64),  # determinizations, where each has a search of its own
        ("ticks", np.int64),  # of the clock, a move; 0 without a limit by time
        ("nodes", np.int64),  # address of node 0
        ("room", np.int64),  # nodes at most
        ("used", np.int64),  # nodes so far
        ("path", np.uint32, LONGEST_PATH),  # nodes of this simulation: twice the number, plus the seat that chose
        ("endgame_at", np.int64),  # where the memory of exact endgames begins
        ("policy_at", np.int64),  # where that of the policy begins; PUCT only
        ("mix", np.float64),  # share of the even probabilities in the priors; PUCT only
        ("patience", np.int64),  # visits of a node before the policy is asked about it; PUCT only
        ("simulations", np.int64),  # made for this move
        ("deepest", np.int64),  # longest path of this move
        ("tally_points", np.float64, 64),  # by slot, what the searches of this move found of the action
        ("tally_visits", np.int64, 64),
        ("votes", np.uint32, 64),  # by slot, the searches of this move that liked the action best
        ("playout", np.uint8),  # GREEDY or RANDOM
        ("choice", np.uint8),  # MEAN or VISITS
    ]
)
"""Settings and work space of a search."""

ROOT_AT = SEARCH.itemsize
LEAF_AT = ROOT_AT + STATE.itemsize
INFO_AT = LEAF_AT + STATE.itemsize
NODES_AT = INFO_AT + INFO.itemsize

copy_state = block_copier(OWNED_FIELDS + PUBLIC_FIELDS)
copy_node = block_copier(NODE_FIELDS)
node_at = record_reader(NODE)
state_at = record_reader(STATE)
search_at = record_reader(SEARCH)


def search_memory(simulations: int, endgame: np.ndarray | None = None, **settings: float) -> np.ndarray:
    """The memory of an agent whose search makes up to so many simulations, and of exact ``endgame``s: uint8 array."""
    room = min(MOST_NODES, 64 + 2 * NARROWEST * simulations)
    memory = np.zeros(NODES_AT + room * NODE.itemsize, np.uint8)
    search = memory[: SEARCH.itemsize].view(SEARCH)[0]
    search.room = room
    search.endgame_at = len(memory)
    search.scale = NEVER
    for name, value in settings.items():
        search[name] = value
    return memory if endgame is None else np.concatenate([memory, endgame])


# --- a move ---------------------------------------------------------------------------------------------------------


@jit
def begin_move(search: Any) -> None:
    """Forget what was found for the move before."""
    search.simulations = 0
    search.deepest = 0
    for slot in range(64):
        search.tally_points[slot] = 0.0
        search.tally_visits[slot] = 0
        search.votes[slot] = 0


@jit
def deadline_of(search: Any) -> Any:
    """The tick at which the time for the move is over; 0 without a limit by time."""
    return ticks() + search.ticks if search.ticks > 0 else 0


@jit
def is_over(deadline: Any) -> Any:
    """Whether the clock has passed a deadline; 0 stands for none."""
    return deadline != 0 and ticks() - deadline >= 0


@jit
def end_search(search: Any) -> Any:
    """Add what a tree has found to the tallies; returns the slot that it likes best."""
    root = node_at(search.nodes, 0)
    for place in range(count(root.tried)):
        child = node_at(search.nodes, np.int64(root.first) + place)
        search.tally_points[child.slot] += child.points
        search.tally_visits[child.slot] += child.visits
    best = favourite(search)
    search.votes[best] += 1
    return best


# --- the tree -------------------------------------------------------------------------------------------------------


@jit
def plant(search: Any) -> None:
    """Begin a tree that has nothing but its root."""
    clear(node_at(search.nodes, 0), 0)
    search.used = 1


@jit
def clear(node: Any, slot: Any) -> None:
    """Make a record the node of an action that has not been visited."""
    node.points = 0.0
    node.tried = ZERO
    node.visits = 0
    node.available = 0
    node.first = 0
    node.width = 0
    node.slot = slot
    node.prior = 0


@jit
def add_child(search: Any, node: Any, slot: Any) -> Any:
    """Add a child for an action that has none; returns its number, NO_NODE if there is no room."""
    size = count(node.tried)
    if size == node.width and not widen(search, node, size):
        return NO_NODE
    first = np.int64(node.first)
    place = first + count(node.tried & (bit(slot) - ONE))
    for number in range(first + size, place, -1):
        copy_node(node_at(search.nodes, number - 1), node_at(search.nodes, number))
    clear(node_at(search.nodes, place), slot)
    node.tried |= bit(slot)
    return place


@jit
def widen(search: Any, node: Any, size: Any) -> Any:
    """Move a node's children to a block with twice the room; returns whether there was space."""
    width = max(NARROWEST, 2 * size)
    first = np.int64(search.used)
    if first + width > search.room:
        return False
    for place in range(size):
        copy_node(node_at(search.nodes, np.int64(node.first) + place), node_at(search.nodes, first + place))
    node.first = first
    node.width = width
    search.used = first + width
    return True


@jit
def note(search: Any, depth: Any, number: Any, seat: Any) -> None:
    """Write a node and the seat that chose it into the path."""
    search.path[depth] = 2 * number + seat


@jit
def back_up(search: Any, depth: Any, outcome: Any) -> None:
    """Give each node of the path its share of a finished game; ``outcome`` is that of seat 0: 1, 0 or -1."""
    search.simulations += 1
    search.deepest = max(np.int64(search.deepest), depth)
    for place in range(depth + 1):
        entry = np.int64(search.path[place])
        node = node_at(search.nodes, entry >> 1)
        node.visits += 1
        node.points += 0.5 + (0.5 - (entry & 1)) * outcome


@jit
def log_of(number: Any) -> Any:
    """The natural logarithm of a whole number from 1 on: exact to a thousandth, below 2048 exact."""
    number = np.int64(number)
    logarithm = 0.0
    while number >= 2048:
        number >>= 2
        logarithm += _LOG_4
    return logarithm + _LOGS[number]


@jit
def favourite(search: Any) -> Any:
    """The slot of the root's child with the best mean, or the most visits; the first of equals, cards before nulls."""
    root = node_at(search.nodes, 0)
    best, best_slot = -1.0, NO_NODE
    for place in range(count(root.tried) - 1, -1, -1):
        child = node_at(search.nodes, np.int64(root.first) + place)
        merit = np.float64(child.visits)
        if search.choice == MEAN:
            merit = child.points / merit
        is_null = bit(child.slot) & _NULLS != ZERO
        if merit > best or (merit == best and not is_null):
            best, best_slot = merit, np.int64(child.slot)
    return best_slot


# --- UCT on a known state -------------------------------------------------------------------------------------------


@jit
def search_state(search: Any, root: Any, leaf: Any, stream: Any, limit: Any, deadline: Any) -> None:
    """Grow a fresh tree for the STATE ``root`` by ``limit`` simulations, at least one, or until the deadline."""
    plant(search)
    done = 0
    while done < limit:
        copy_state(root, leaf)
        depth = descend(search, leaf)
        play_out(search, leaf, stream)
        back_up(search, depth, returns(leaf, 0))
        done += 1
        if done % SIMULATIONS_A_LOOK == 0 and is_over(deadline):
            break


@jit
def descend(search: Any, state: Any) -> Any:
    """Walk down from the root, playing on ``state``, to a node that is new or over; returns the depth of the path."""
    number, depth = 0, 0
    note(search, 0, 0, 0)
    while state.phase != GAME_OVER and depth < LONGEST_PATH - 1:
        node = node_at(search.nodes, number)
        untried = state.legal & ~node.tried
        if untried != ZERO:
            number = add_child(search, node, first_untried(untried))
            if number == NO_NODE:
                return depth
        else:
            number = most_promising(search, node)
        depth += 1
        note(search, depth, number, mover(state))
        step(state, np.int64(node_at(search.nodes, number).slot))
        if untried != ZERO:
            return depth
    return depth


@jit
def first_untried(untried: Any) -> Any:
    """The slot to try next: the first card, then a null."""
    cards = untried & ~_NULLS
    return lowest(untried if cards == ZERO else cards)


@jit
def most_promising(search: Any, node: Any) -> Any:
    """The number of the child with the highest upper confidence bound; all actions have one."""
    exploration = 2 * log_of(node.visits)
    best, best_number = -1.0, NO_NODE
    first = np.int64(node.first)
    for number in range(first, first + count(node.tried)):
        child = node_at(search.nodes, number)
        share = 1.0 / np.float64(child.visits)
        bound = child.points * share + search.c * np.sqrt(exploration * share)
        if bound > best:
            best, best_number = bound, number
    return best_number


@jit
def play_out(search: Any, state: Any, stream: Any) -> None:
    """Finish a simulation."""
    if search.playout == GREEDY:
        play_out_noisily(state, stream, search.scale)
    else:
        play_out_randomly(state, stream)
