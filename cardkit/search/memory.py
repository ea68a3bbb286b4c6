"""The memory of a tree search: settings, work space, and the nodes of its tree as flat records.

The memory is laid out once, when the agent is made::

    | SEARCH: settings, path, tallies | STATE: root | STATE: leaf | NODE 0 (root) | NODE 1 | ...

A game may add settings to SEARCH, and further parts behind the nodes.

A game may have records of several types, for tables with different numbers of seats. Its agents play at all of them
with the same memory, which has room for the largest records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardkit.checks import real
from cardkit.compiled import protocol
from cardkit.compiled.bits import Number
from cardkit.compiled.blocks import Block
from cardkit.compiled.clock import ticks_in
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, address_of, part_reader_for, record_like
from cardkit.compiled.records import FIELD, Field, OpenRecord, Record, length_of, record, tail_copier
from cardkit.compiled.slot_code import MOST_WORDS, WORD_SLOTS
from cardkit.compiled.slots import is_empty, legal_of, set_field, set_type, words_from, words_of

MOST_NODES = 1 << 18
"""The largest number of nodes in a search (8 MB)."""
LONGEST_PATH = 256  # plies from the root; below them the tree does not grow
NARROWEST = 4  # places in the first block of a node's children
SEAT_BITS = 3  # of an entry of the path
SEAT_MASK = (1 << SEAT_BITS) - 1
NO_LIMIT = 1 << 62

MEAN, VISITS = range(2)
CHOICES = {"mean": MEAN, "visits": VISITS}


def node_record(words: int) -> np.dtype[Any]:
    """Make the record of an action in the search tree: statistics, and the place of its children.

    It has 32 bytes for sets of one word.
    """
    return record(
        [
            ("points", np.float64),  # of the seat that chose the action: 1 for a win, 0.5 for a draw
            ("tried", set_type(words)),  # the actions (a set of slots) that have a child
            ("visits", np.uint32),
            ("available", np.uint32),  # how often the action could be chosen; counted by ISMCTS only
            ("first", np.uint32),  # the block of its children: the first one,
            ("width", np.uint8 if words == 1 else np.uint16),  # and the room in the block, which may be 256
            ("slot", np.uint8),  # the action
            ("prior", np.uint16),  # the policy's probability of the action, in 65535ths; PUCT only
        ]
    )


NODES = {words: node_record(words) for words in range(1, MOST_WORDS + 1)}


class Node(Record):
    """A NODE record."""

    points = tried = visits = available = first = width = slot = prior = FIELD


class Search(protocol.Search):
    """A SEARCH record. A game's own class names its settings, for checkers."""

    c = limit = samples = ticks = memory = nodes_at = nodes = room = used = path = simulations = deepest = FIELD
    choice = last = tally_points = tally_visits = votes = node = scores = FIELD
    sums = priors = seen = player_at = opponent_at = mix = patience = tree_depth = FIELD  # of some searches


class GameSearch(Search, OpenRecord):
    """A SEARCH record with settings of a game."""


_BEFORE: list[Field] = [
    ("c", np.float64),  # weight of exploration
    ("limit", np.int64),  # simulations
    ("samples", np.int64),  # determinizations, if each is searched separately
    ("ticks", np.int64),  # of the clock for a move; 0 without a time limit
    ("memory", np.int64),  # the address of the whole memory
    ("nodes_at", np.int64),  # the offset of node 0 in the memory,
    ("nodes", np.int64),  # and its address
    ("room", np.int64),  # the largest number of nodes
    ("used", np.int64),  # nodes so far
    ("path", np.uint32, LONGEST_PATH),  # nodes of this simulation: the number, then SEAT_BITS for the seat that chose
    ("simulations", np.int64),  # made for this move
    ("deepest", np.int64),  # longest path of this move
    ("choice", np.uint8),  # MEAN or VISITS
]


def search_record(title: str, seats: int, settings: Sequence[Field] = (), words: int = 1) -> np.dtype[Any]:
    """Make the SEARCH record of a game: settings and work space of a search.

    Args:
        title: names the game, as in its other records.
        seats: of the game. The length of ``scores`` makes them known to the compiler, which saves 2 % of a
            simulation's time. It is the last field, so the others have their places whatever the seats.
        settings: further fields for the game.
        words: of its sets of slots, as in ``legal`` of its other records.
    """
    slots = WORD_SLOTS * words
    by_width: list[Field] = [
        ("last", set_type(words)),  # actions (a set of slots) that are tried last and lose ties
        ("tally_points", np.float64, slots),  # by slot, the action's points in the searches of this move
        ("tally_visits", np.int64, slots),
        ("votes", np.uint32, slots),  # by slot, the searches of this move that preferred the action
        ("node", NODES[words]),  # unused: gives compiled code the type of a node
    ]
    scores = ("scores", np.float64, seats)  # of this simulation, by seat
    return record([*_BEFORE, *by_width, *settings, scores], title)


class Table(NamedTuple):
    """The records of a game's searches: of a seat's knowledge, of the game, of the search."""

    info: np.dtype[Any]
    state: np.dtype[Any]
    search: np.dtype[Any]


copy_node = tail_copier("points")
tried_of, put_tried = set_field("tried")
last_of, _ = set_field("last")
num_slots = length_of("votes")
"""The number of slots in the tables of a SEARCH record; a constant."""


@jit_inline
def node_at(search: Search, number: Number) -> Node:
    """Return a node of the tree."""
    return record_like(search.node, search.nodes, number)


class SearchMemory:
    """The layout of a game's searches in the memory of its agents.

    Args:
        tables: the game's records. The SEARCH records differ in their last field alone, see `search_record`.
        last: the actions (a set of slots) that are tried last and lose ties.

    Attributes:
        search_in, root_in, leaf_in: functions of an INFO or STATE record and the address of a memory that give these
            records of the same table, compiled or not.
    """

    def __init__(self, *tables: Table, last: int = 0) -> None:
        self._last = last
        searches, states = [table.search for table in tables], [table.state for table in tables]
        self._words = _common_width(tables)
        state = max(states, key=_size)
        self._block = Block(("search", max(searches, key=_size), 1), ("root", state, 1), ("leaf", state, 1))
        self._search_of = {table.info: table.search for table in tables}
        search_of = {kind: table.search for table in tables for kind in (table.info, table.state)}
        state_of = {kind: table.state for table in tables for kind in (table.info, table.state)}
        self.search_in = part_reader_for(search_of, self._block.at("search"))
        self.root_in = part_reader_for(state_of, self._block.at("root"))
        self.leaf_in = part_reader_for(state_of, self._block.at("leaf"))

    def new(
        self, simulations: int, ms: float | None = None, behind: Mapping[str, np.ndarray] | None = None, **settings: Any
    ) -> np.ndarray:
        """Make the memory of an agent that searches: uint8 array.

        Args:
            simulations: of a move, or of the longest of its searches; decides the room for nodes.
            ms: milliseconds for a move, 0.001..1,000,000, instead of ``simulations`` and the setting ``limit``.
            behind: parts behind the nodes, by name; a field ``x_at`` of SEARCH receives the offset of ``x``.
            settings: fields of SEARCH.

        Raises:
            ValueError: ``ms`` is out of its range.
        """
        if ms is not None:
            simulations = NO_LIMIT
            settings |= {"limit": NO_LIMIT, "ticks": ticks_in(real("ms", ms, 0.001, 1e6, None))}
        room = min(MOST_NODES, 64 + 2 * NARROWEST * simulations)
        behind = behind or {}
        more = ((name, part.dtype, len(part)) for name, part in behind.items())
        block = self._block.followed_by(("nodes", NODES[self._words], room), *more)
        memory = block.new()
        for name, part in behind.items():
            block.view(memory, name)[:] = part
        search = self.search(memory)
        block.tell_places(search)
        search.room, search["last"] = room, words_from(self._last, self._words)
        for name, value in settings.items():
            search[name] = value
        return memory

    def search_dtype(self, info: np.dtype[Any]) -> np.dtype[Any]:
        """Return the dtype of the SEARCH record, which stands first, of searches from such INFO records."""
        return self._search_of[info]

    def search(self, memory: np.ndarray) -> Any:
        """Return the SEARCH record of a memory."""
        return self._block.view(memory, "search")[0]

    def root(self, memory: np.ndarray, info: np.dtype[Any]) -> Any:
        """Return a copy of the STATE record from which the last search began; None if it began from no known state.

        ``info`` is the dtype of the INFO record of the choice.
        """
        state = self.root_in(np.zeros(1, info)[0], address_of(memory)).copy()
        return None if is_empty(legal_of(state)) else state

    def nodes(self, memory: np.ndarray) -> np.ndarray:
        """Return the nodes of the tree that the last search left: NODE array, the root first."""
        search, kind = self.search(memory), NODES[self._words]
        return memory[search.nodes_at :][: int(search.used) * kind.itemsize].view(kind)


def _size(dtype: np.dtype[Any]) -> int:
    return dtype.itemsize


def _common_width(tables: Sequence[Table]) -> int:
    widths = {words_of(kind) for table in tables for kind in (table.info, table.state)}
    searches = {words_of(table.search, "last") for table in tables}
    if len(widths | searches) > 1:
        raise ValueError(f"legal has {sorted(widths)} words, the SEARCH records {sorted(searches)}: give them words=")
    return widths.pop()


@jit
def begin_move(search: Search, memory: Address) -> None:
    """Clear the results of the previous move. ``memory`` is the search's memory, which may be a copy by now."""
    search.memory = memory
    search.nodes = memory + search.nodes_at
    search.simulations = 0
    search.deepest = 0
    for slot in range(num_slots(search)):
        search.tally_points[slot] = 0.0
        search.tally_visits[slot] = 0
        search.votes[slot] = 0
