"""Endgame positions: cards in rank-major words, and the canonical form of a bout's start.

With an empty talon a bout starts from two hands. The solver keeps a set of cards as a uint64 with a row of four bits
for each rank and a lane for each suit; the trump suit has lane 0::

    cell = 4 * (rank - 2) + lane        bit  ...  8 7 6 5 4 3 2 1 0
                                                  ` ` rank 3` rank 2`

So the lowest bit is the lowest card, and differences of rows are differences of ranks.

Only three things about cards matter to the rules: the order within a suit, equality of ranks, and which suit is trumps.
So neighbouring rows without a common suit may change places, empty rows may be removed, and the suits other than trumps
may be renamed. `canonical_start` picks one position from each class of equivalent ones.

Source of the normal form: rows that may change places generate a trace monoid; A. V. Anisimov, D. E. Knuth,
"Inhomogeneous sorting", International Journal of Computer and Information Sciences 8 (1979).
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Bits, gather_bits, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot
from cardkit.playing_cards import Cards, Suit
from durak_env.cards import bit, count

LANE = np.uint64(0x1111_1111_1111_1111)
"""The cells of lane 0."""
ROW = np.uint64(0xF)
"""The cells of the lowest row."""
_1, _2, _3, _4, _13, _14, _28, _58 = (np.uint64(number) for number in (1, 2, 3, 4, 13, 14, 28, 58))


@jit
def by_rank(cards: Cards, trump_suit: Suit) -> Cards:
    """Convert a set of cards of `durak_env.cards` to a rank-major word; lane 0 is trumps (clubs without trumps)."""
    word = ZERO
    while cards != ZERO:
        slot = lowest(cards)
        cards = without_lowest(cards)
        suit, rank = slot // 16, slot % 16
        lane = 0 if suit == trump_suit else suit if suit > trump_suit or trump_suit > 3 else suit + 1
        word |= bit(4 * (rank - 2) + lane)
    return word


@jit
def row_of(cell: Slot) -> Cards:
    """Return all cells in the row of a cell."""
    return ROW << (np.uint64(cell) & ~_3)


@jit
def rows_of(cards: Cards) -> Cards:
    """Return all cells of the rows that occur in a set."""
    pairs = cards | (cards >> _1)
    return ((pairs | (pairs >> _2)) & LANE) * ROW


@jit
def beating(cell: Slot, trumps: Cards) -> Cards:
    """Return all cells that beat a cell: higher ones in its lane, and ``trumps`` unless it is a trump itself."""
    lane = LANE << (np.uint64(cell) & _3)
    above = (~ZERO << np.uint64(cell)) << ONE
    return (above & lane) | (trumps & ~lane)


@jit
def paired_rows(cards: Cards) -> Cards:
    """Return all cells of the rows that contain two or more cards of a set."""
    pairs = ((cards & LANE) + ((cards >> _1) & LANE)) + (((cards >> _2) & LANE) + ((cards >> _3) & LANE))
    return (((pairs >> _1) | (pairs >> _2)) & LANE) * ROW


@jit
def lane_key(cards: Cards, mine: Cards, paired: Cards, with_trump: Cards, lane: int) -> Bits:
    """Compute the sort key of a suit: number of cards, ranks shared with any suit and with trumps, owners, the lane."""
    cells = cards & (LANE << np.uint64(lane))
    shape = (np.uint64(count(cells)) << _58) | (gather_bits(paired, cells) << np.uint64(43))
    shape |= gather_bits(with_trump, cells) << _28
    return shape | (gather_bits(mine, cells) << _14) | np.uint64(lane)


@jit
def shape_of_key(key: Bits) -> Bits:
    """Return the part of a `lane_key` that does not depend on who owns the cards."""
    return key >> _28


@jit
def canonical_lanes(cards: Cards, mine: Cards, has_trumps: bool) -> tuple[Cards, Cards]:
    """Rename the suits: those other than trumps in the order of their keys, so that missing suits come first."""
    paired = paired_rows(cards)
    with_trump = (cards & LANE) * ROW if has_trumps else ZERO
    a = ZERO if has_trumps else lane_key(cards, mine, paired, with_trump, 0)
    b = lane_key(cards, mine, paired, with_trump, 1)
    c = lane_key(cards, mine, paired, with_trump, 2)
    d = lane_key(cards, mine, paired, with_trump, 3)
    b, c = min(b, c), max(b, c)
    c, d = min(c, d), max(c, d)
    b, c = min(b, c), max(b, c)
    if not has_trumps:
        a, b = min(a, b), max(a, b)
        b, c = min(b, c), max(b, c)
        c, d = min(c, d), max(c, d)
    a, b, c, d = a & _3, b & _3, c & _3, d & _3
    return rename(cards, a, b, c, d), rename(mine, a, b, c, d)


@jit
def rename(cards: Cards, a: Bits, b: Bits, c: Bits, d: Bits) -> Cards:
    """Return the set with lanes a, b, c, d as lanes 0, 1, 2, 3."""
    low = ((cards >> a) & LANE) | (((cards >> b) & LANE) << _1)
    return low | (((cards >> c) & LANE) << _2) | (((cards >> d) & LANE) << _3)


@jit
def canonical_rows(cards: Cards, mine: Cards) -> tuple[Cards, Cards]:
    """Remove empty rows, and sort neighbours that share no suit: the smallest row that may come first does.

    Each row in turn moves down past rows that share no suit with it, to below the lowest that is greater.
    """
    sorted_cards, sorted_mine = ZERO, ZERO
    top = ZERO
    while cards != ZERO:
        start = np.uint64(lowest(cards)) & ~_3
        cards >>= start
        mine >>= start
        row, owned = cards & ROW, mine & ROW
        cards &= ~ROW
        place, below = top, top
        while below != ZERO:
            below -= _4
            other = (sorted_cards >> below) & ROW
            if other & row != ZERO:
                break
            if other > row:
                place = below
        under = (ONE << place) - ONE
        sorted_cards = (sorted_cards & under) | (row << place) | ((sorted_cards & ~under) << _4)
        sorted_mine = (sorted_mine & under) | (owned << place) | ((sorted_mine & ~under) << _4)
        top += _4
    return sorted_cards, sorted_mine


@jit
def canonical_start(attacker: Cards, defender: Cards, has_trumps: bool) -> tuple[Cards, Cards]:
    """Return the canonical form of two hands: the rank-major words of all cards and of the attacker's."""
    cards, mine = canonical_lanes(attacker | defender, attacker, has_trumps)
    return canonical_rows(cards, mine)
