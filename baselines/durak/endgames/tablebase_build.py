"""Builds the tablebase in ascending order: by the number of cards, then by the cards in the attacker's hand.

A beaten bout takes cards out of play, and a taken one moves at least one card from the attacker to the defender. So all
bout starts that a position leads to are already in the tablebase, and searching its one bout
(`baselines.durak.endgames.search`) gives its outcome.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import closing
from functools import partial

import numpy as np

from baselines.durak.endgames.position import LANE, ROW, canonical_rows, lane_key, paired_rows, shape_of_key
from baselines.durak.endgames.search import SEARCH, search
from baselines.durak.endgames.tablebase import CARDS, DRAW, HEADER, HEADER_BYTES, LARGEST, SMALLEST, place_of
from baselines.durak.endgames.transpositions import ENTRY
from cardkit.checks import MOST_WORKERS, whole
from cardkit.compiled.bits import ONE, ZERO, Bits
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.records import OpenRecord as Search
from cardkit.playing_cards import Cards
from cardkit.processes.workers import Spans, in_threads
from durak_env.cards import count
from durak_env.core.records import ATTACK
from durak_env.rules import NO_LIMIT

MAGIC = int.from_bytes(b"durak tb", "little")
_4 = np.uint64(4)
_TWO_ENTRIES = 2 * ENTRY.itemsize


def shapes_by_size(cards: int) -> list[np.ndarray]:
    """List the shapes of 0, 1, ... ``cards`` cards, each size ascending: uint64 arrays."""
    return [only_shapes(words) for words in words_by_size(cards, True)]


def words_by_size(cards: int, normal: bool) -> list[np.ndarray]:
    """List all words without empty rows, of 0, 1, ... ``cards`` cards, or only those in normal form; ascending."""
    words = [np.zeros(1, np.uint64)]
    for size in range(1, cards + 1):
        parts = [extended(words[size - row], row, normal) for row in range(1, min(size, 4) + 1)]
        words.append(np.sort(np.concatenate(parts)))
    return words


@jit
def extended(words: np.ndarray, size: int, normal: bool) -> np.ndarray:
    """Make all words of one of ``words`` and another row of ``size`` cards on top; or only the normal ones."""
    longer = np.zeros(6 * len(words), np.uint64)
    found = 0
    for word in words:
        top = ZERO
        while word >> top != ZERO:
            top += _4
        for row in range(1, 16):
            new = word | (np.uint64(row) << top)
            if count(np.uint64(row)) == size and (not normal or canonical_rows(new, ZERO)[0] == new):
                longer[found] = new
                found += 1
    return longer[:found]


@jit
def only_shapes(words: np.ndarray) -> np.ndarray:
    """Select the words whose suits are in canonical order, regardless of who holds the cards."""
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
    """Make a tablebase for the shapes of each size, all outcomes UNKNOWN: uint8 array."""
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
def enter_shapes(directory: np.ndarray, directory_bits: int, shapes: np.ndarray) -> None:
    """Enter shapes of one size into the directory, numbered from 0."""
    for number in range(len(shapes)):
        place = place_of(shapes[number], directory_bits)
        while directory[place] != ZERO:
            place = (place + 1) & (len(directory) - 1)
        directory[place] = (shapes[number] << np.uint64(24)) | np.uint64(number)


def build(cards: int, jobs: int = 1, progress: Callable[[int], None] | None = None, draws: bool = True) -> np.ndarray:
    """Build the tablebase of positions of up to ``cards`` cards: uint8 array, the same for any ``jobs``.

    Args:
        cards: 2..`LARGEST`.
        jobs: how many threads to use, from 1 to 1,024.
        progress: called with the number of positions done; `positions_in` gives the total.
        draws: whether both seats may go out in one bout; otherwise its defender loses.

    Raises:
        ValueError: a value is out of range.
    """
    whole("cards", cards, SMALLEST, LARGEST, CARDS)
    whole("jobs", jobs, 1, MOST_WORKERS, 1)
    shapes = shapes_by_size(cards)
    tablebase = empty_tablebase(shapes)
    done = 0
    for size in range(SMALLEST, cards + 1):
        for held in range(1, size):
            solve = partial(solve_span, tablebase, shapes[size], size, held, draws)
            with closing(in_threads(solve, Spans(len(shapes[size])), jobs)) as spans:
                for _, count_done, _ in spans:
                    done += count_done
                    if progress is not None:
                        progress(done)
    return tablebase


def positions_in(cards: int) -> int:
    """Count the positions that are solved to build a tablebase."""
    return sum(len(shapes) * (2**size - 2) for size, shapes in enumerate(shapes_by_size(cards)) if size >= SMALLEST)


def solve_span(
    tablebase: np.ndarray, shapes: np.ndarray, size: int, held: int, draws: bool, first: int, span: int
) -> int:
    """Solve the positions of some shapes in which the attacker holds ``held`` cards; return how many.

    The shapes are ``span`` from ``first`` on.
    """
    header = tablebase[:HEADER_BYTES].view(HEADER)[0]
    start = 4 * int(header.starts[size]) + (first << size)
    solve_shapes(tablebase, new_works(tablebase, size, draws), shapes[first : first + span], size, held, start)
    return span * math.comb(size, held)


def new_works(tablebase: np.ndarray, cards: int, draws: bool = True) -> np.ndarray:
    """Make a SEARCH record, in an array of one, that looks up every bout start in the tablebase, with any nodes."""
    works = np.zeros(1, SEARCH)
    works["trumps"], works["limit"], works["win"] = LANE, NO_LIMIT, 1
    works["tablebase"], works["looked_up_cards"] = tablebase.ctypes.data, cards
    works["table_bits"], works["draws"] = 1, draws
    works["nodes_left"] = np.iinfo(np.int64).max
    return works


@jit
def solve_shapes(
    tablebase: np.ndarray, works: np.ndarray, shapes: np.ndarray, size: int, held: int, start: int
) -> None:
    """Write the outcomes of the positions in which the attacker holds ``held`` cards.

    Args:
        tablebase: uint8 array.
        works: array of a SEARCH record.
        shapes: uint64 array.
        size, held: cards of the positions, and of the attacker.
        start: index of the pair of bits where the outcomes of these shapes begin in the tablebase.
    """
    work = works[0]
    scratch = np.zeros(_TWO_ENTRIES, np.uint8)
    work.table = address_of(scratch)
    for number in range(len(shapes)):
        for owners in range(1 << size):
            if count(np.uint64(owners)) == held:
                place = start + (number << size) + owners
                outcome = outcome_of(work, shapes[number], scatter_bits(np.uint64(owners), shapes[number]))
                tablebase[place >> 2] |= np.uint8(outcome << (2 * (place & 3)))
    scratch[0] = 0  # keeps the array alive until here


@jit
def outcome_of(work: Search, cards: Cards, mine: Cards) -> int:
    """Find LOSS, DRAW or WIN for the attacker, who holds ``mine`` of the cards."""
    hands = mine, cards ^ mine
    value = search(work, np.int64(ATTACK), hands[0], hands[1], ZERO, ZERO, work.limit, np.int64(-1), np.int64(1))
    return DRAW + value


@jit
def scatter_bits(word: Bits, mask: Bits) -> Bits:
    """Move the lowest bits of ``word`` to the places of ``mask``: the opposite of gathering."""
    laid = ZERO
    while mask != ZERO:
        place = mask & (~mask + ONE)
        if word & ONE != ZERO:
            laid |= place
        word >>= ONE
        mask ^= place
    return laid
