"""What MCTS, ISMCTS and PUCT have in memory: settings, work space, and the nodes of a search tree as flat records.

It is laid out once, when the agent is made (`baselines.agents.exact` uses the INFO)::

    | SEARCH: settings, path, tallies | STATE: root | STATE: leaf | INFO | NODE 0 (root) | NODE 1 | ...

and behind the nodes, where the agent has them, the memory of exact endgames, that of a policy and that of a critic.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.evaluation.playout import NEVER
from cardkit.checks import real
from cardkit.compiled.clock import ticks_in
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import record_reader
from cardkit.compiled.records import block_copier, record
from durak_env.game import STATE
from durak_env.information import INFO

MOST_NODES = 1 << 18
"""No search holds more nodes than these (8 MB)."""
LONGEST_PATH = 256  # plies from the root; below them the tree does not grow
NARROWEST = 4  # places in the first block of a node's children
NO_LIMIT = 1 << 62

GREEDY, RANDOM = range(2)
PLAYOUTS = {"greedy": GREEDY, "random": RANDOM}
MEAN, VISITS = range(2)
CHOICES = {"mean": MEAN, "visits": VISITS}

NODE_FIELDS = [
    ("points", np.float64),  # of the seat that chose the action: 1 a win, 0.5 a draw
    ("tried", np.uint64),  # the actions (a set of slots) that have a child
    ("visits", np.uint32),
    ("available", np.uint32),  # how often the action could be chosen; counted by ISMCTS only
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
        ("endgame_at", np.int64),  # where the memory of exact endgames begins, 0 without them
        ("policy_at", np.int64),  # where that of the policy begins; PUCT only
        ("critic_at", np.int64),  # where that of the critic begins, 0 without one; PUCT only
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

copy_node = block_copier(NODE_FIELDS)
node_at = record_reader(NODE)
state_at = record_reader(STATE)
search_at = record_reader(SEARCH)


def search_memory(
    simulations: int, endgame: np.ndarray | None = None, ms: float | None = None, **settings: float
) -> np.ndarray:
    """The memory of an agent that searches: uint8 array.

    Args:
        simulations: of a move, or of the longest of its searches, which decides how many nodes there is room for.
        endgame: memory of exact endgames, for agents that have them.
        ms: milliseconds a move, 0.001..1,000,000, instead of ``simulations`` and of the setting ``limit``.
        settings: fields of SEARCH.

    Raises:
        ValueError: ``ms`` is out of its range.
    """
    if ms is not None:
        simulations = NO_LIMIT
        settings |= {"limit": NO_LIMIT, "ticks": ticks_in(real("ms", ms, 0.001, 1e6, None))}
    room = min(MOST_NODES, 64 + 2 * NARROWEST * simulations)
    memory = np.zeros(NODES_AT + room * NODE.itemsize, np.uint8)
    search = memory[: SEARCH.itemsize].view(SEARCH)[0]
    search.room = room
    search.endgame_at = 0 if endgame is None else len(memory)
    search.scale = NEVER
    for name, value in settings.items():
        search[name] = value
    return memory if endgame is None else np.concatenate([memory, endgame])


@jit
def begin_move(search: Any, address: Any) -> None:
    """Forget what was found for the move before; ``address`` is that of the memory, which may have been copied."""
    search.nodes = address + NODES_AT
    search.simulations = 0
    search.deepest = 0
    for slot in range(64):
        search.tally_points[slot] = 0.0
        search.tally_visits[slot] = 0
        search.votes[slot] = 0
