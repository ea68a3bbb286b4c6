"""Building the tablebase from nothing: sizes from the smallest up, and in each the attacker's hand from one card up.

That order leaves nothing open: a bout that is beaten off takes cards out of play, and one that is taken moves at least
one card from the attacker to the defender. So every bout start that a position leads to is in the tablebase already,
and the search of its bout alone, `baselines.endgame_search`, tells its outcome.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.endgame_position import LANE, ROW, canonical_rows, lane_key, paired_rows, shape_of_key
from baselines.endgame_search import SEARCH, search
from baselines.endgame_table import ENTRY_BYTES
from baselines.tablebase import DRAW, HEADER, HEADER_BYTES, place_of
from durak_env.bits import ONE, ZERO, address_of
from durak_env.cards import count
from durak_env.game import ATTACK
from durak_env.jit import jit
from durak_env.rules import NO_LIMIT

MAGIC = int.from_bytes(b"durak tb", "little")
SMALLEST = 2


_1, _4 = np.uint64(1), np.uint64(4)


def shapes_by_size(cards: int) -> list[np.ndarray]:
    """The shapes of 0, 1, ... ``cards`` cards, each size ascending: uint64 arrays."""
    words = [np.zeros(1, np.uint64)]
    for size in range(1, cards + 1):
        parts = [extended(words[size - row], row) for row in range(1, min(size, 4) + 1)]
        words.append(np.sort(np.concatenate(parts)))
    return [only_shapes(one) for one in words]


@jit
def extended(words: Any, size: Any) -> Any:
    """All words in normal form that are one of ``words`` with one more row, of ``size`` cards, on top."""
    longer = np.zeros(6 * len(words), np.uint64)
    found = 0
    for word in words:
        top = ZERO
        while word >> top != ZERO:
            top += _4
        for row in range(1, 16):
            new = word | (np.uint64(row) << top)
            if count(np.uint64(row)) == size and canonical_rows(new, ZERO)[0] == new:
                longer[found] = new
                found += 1
    return longer[:found]


@jit
def only_shapes(words: Any) -> Any:
    """Those whose suits are in the order that the canonical form gives them, whoever holds the cards."""
    chosen = np.zeros(len(words), np.uint64)
    found = 0
    for word in words:
        paired, with_trump = paired_rows(word), (word & LANE) * ROW
        a = shape_of_key(lane_key(word, ZERO, paired, with_trump, 1))
        b = shape_of_key(lane_key(word, ZERO, paired, with_trump, 2))
        c = shape_of_key(lane_key(word, ZERO, paired, with_trump, 3))
        if a <= b and b <= c:
            chosen[found] = word
            found += 1
    return chosen[:found]


def empty_tablebase(shapes: list[np.ndarray]) -> np.ndarray:
    """A tablebase for the shapes of each size, all outcomes UNKNOWN: uint8 array."""
    cards, total = len(shapes) - 1, sum(map(len, shapes[SMALLEST:]))
    directory_bits = (2 * total).bit_length()
    header = np.zeros(1, HEADER)
    header["magic"], header["cards"], header["directory_bits"] = MAGIC, cards, directory_bits
    end = HEADER_BYTES + (8 << directory_bits)
    for size in range(SMALLEST, cards + 1):
        header["starts"][0, size] = end
        end += len(shapes[size]) << (size - 2)
    tablebase = np.zeros(end, np.uint8)
    tablebase[:HEADER_BYTES] = header.view(np.uint8)
    directory = tablebase[HEADER_BYTES : HEADER_BYTES + (8 << directory_bits)].view(np.uint64)
    for size in range(SMALLEST, cards + 1):
        enter_shapes(directory, directory_bits, shapes[size])
    return tablebase


@jit
def enter_shapes(directory: Any, directory_bits: Any, shapes: Any) -> None:
    """Enter shapes of one size into the directory, numbered from 0."""
    for number in range(len(shapes)):
        place = place_of(shapes[number], directory_bits)
        while directory[place] != ZERO:
            place = (place + 1) & (len(directory) - 1)
        directory[place] = (shapes[number] << np.uint64(24)) | np.uint64(number)


def build(cards: int) -> np.ndarray:
    shapes = shapes_by_size(cards)
    tablebase = empty_tablebase(shapes)
    scratch = np.zeros(2 * ENTRY_BYTES, np.uint8)
    starts = tablebase[:HEADER_BYTES].view(HEADER)["starts"][0]
    for size in range(SMALLEST, cards + 1):
        for held in range(1, size):
            solve_shapes(tablebase, new_work(tablebase, size), scratch, shapes[size], size, held, starts[size])
    return tablebase


def new_work(tablebase: np.ndarray, cards: int) -> np.ndarray:
    """The SEARCH record of a builder, an array of one: outcomes only, no end to the nodes, hardly a table."""
    work = np.zeros(1, SEARCH)
    work["trumps"], work["limit"], work["win"] = LANE, NO_LIMIT, 1
    work["tablebase"], work["looked_up_cards"] = tablebase.ctypes.data, cards
    work["table_bits"] = 1
    work["nodes_left"] = np.iinfo(np.int64).max
    return work


@jit
def solve_shapes(tablebase: Any, works: Any, scratch: Any, shapes: Any, size: Any, held: Any, start: Any) -> None:
    """Write the outcomes of the positions of some shapes in which the attacker holds so many cards."""
    work = works[0]
    work.table = address_of(scratch)
    for number in range(len(shapes)):
        for owners in range(1 << size):
            if count(np.uint64(owners)) == held:
                place = 4 * start + (number << size) + owners
                outcome = outcome_of(work, shapes[number], scatter_bits(np.uint64(owners), shapes[number]))
                tablebase[place >> 2] |= np.uint8(outcome << (2 * (place & 3)))


@jit
def outcome_of(work: Any, cards: Any, mine: Any) -> Any:
    """LOSS, DRAW or WIN for the attacker, who holds ``mine`` of the cards."""
    hands = mine, cards ^ mine
    value = search(work, np.int64(ATTACK), hands[0], hands[1], ZERO, ZERO, work.limit, np.int64(-1), np.int64(1))
    return DRAW + value


@jit
def scatter_bits(word: Any, mask: Any) -> Any:
    """The lowest bits of ``word`` laid to the places of ``mask``: the opposite of gathering."""
    laid = ZERO
    while mask != ZERO:
        place = mask & (~mask + ONE)
        if word & ONE != ZERO:
            laid |= place
        word >>= ONE
        mask ^= place
    return laid
