"""Shares: how much each of several takers gets out of each of a few stocks, drawn by the number of ways to serve all.

A taker takes ``takes`` things out of the stocks that its set ``may`` allows. A way to serve the takers says which
things each of them gets. The stocks hold enough, and what nobody takes is left over. A share is drawn with the
probability that a way has it if all ways are equally likely, so takers that are served one after another are served
exactly. Which things of a stock these are is then any choice.

Takers may be hands and stocks suits; or takers sets of cards alike and stocks the room in each place: the numbers of
ways are the same. Stocks that the same takers may use, of those still to be served, count as one, as ``alike`` says,
which saves most of the work; so a share names the first of them for all.

Stocks and shares are words of eight bits a stock, the first one lowest.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Number, highest, lowest
from cardkit.compiled.jit import jit, jit_inline, jit_wrapping
from cardkit.compiled.prng import Stream, chance
from cardkit.compiled.records import record

MOST_STOCKS = 8
MOST_HELD = 170
"""In all stocks together: more have no factorial that is a float64."""
TAKER = record([("alike", np.uint64), ("takes", np.uint8), ("may", np.uint8)])
"""One taker: how many things it takes, one or more, and the set of stocks from which it may.

``alike``, by `find_alike`, has in the eight bits of each stock the first one that the same takers may use, of this one
and those after it.
"""
MEMO = record([("stocks", np.uint64), ("ways", np.float64)])

Takers = np.ndarray
Memo = np.ndarray
Stocks = np.uint64
Share = np.uint64
"""Parameters: an array of TAKER records, to be served in this order; see `memo_for`; words of eight bits a stock."""

_STOCK_BITS = 8
_HASH, _HASH_SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(40)
_LANE, _ALL_LANES = np.uint64(0xFF), np.uint64(0x0101_0101_0101_0101)
_ROOM: Any = np.array([0, 0, 0, 0, *[1 << 10] * 4, 1 << 18])
# Numbers that are noted, by the number of takers. To count those of three anew costs less than to look them up. With
# more than the last in the table there may be hundreds of thousands, and each one that is forgotten is dear.
_NO_SHARE = ~ZERO
_FACTORIALS: Any = np.array([float(factorial(number)) for number in range(MOST_HELD + 1)])
_INVERSES: Any = 1.0 / _FACTORIALS
LANES_OF: Any = np.array(
    [sum(0xFF << _STOCK_BITS * stock for stock in range(MOST_STOCKS) if stocks >> stock & 1) for stocks in range(256)],
    np.uint64,
)
"""All bits of the stocks of a set, by the set."""


@jit_inline
def in_stock(stocks: Stocks, stock: Number) -> Number:
    """Return the number that a word has for a stock."""
    return np.int64(stocks >> np.uint64(_STOCK_BITS * stock) & _LANE)


@jit_inline
def of_stock(number: Number, stock: Number) -> Stocks:
    """Make the word that has this number for one stock and 0 for the others."""
    return np.uint64(number) << np.uint64(_STOCK_BITS * stock)


@jit_wrapping
def in_all(stocks: Stocks) -> Number:
    """Return the sum of a word's numbers over all stocks."""
    return np.int64(stocks * _ALL_LANES >> np.uint64(64 - _STOCK_BITS))


@jit
def find_alike(takers: Takers, stocks: Number) -> None:
    """Fill in, for each taker and those after it, which of so many stocks are alike."""
    after = ZERO
    for number in range(len(takers) - 1, -1, -1):
        may, alike = np.uint64(takers[number].may), ZERO
        for stock in range(stocks):
            first = 0
            while (
                in_stock(after, first) != in_stock(after, stock)
                or (may >> np.uint64(first) ^ may >> np.uint64(stock)) & ONE != ZERO
            ):
                first += 1
            alike |= of_stock(first, stock)
        takers[number].alike = alike
        after = alike


@jit_inline
def merged(stocks: Stocks, alike: Stocks) -> Stocks:
    """Merge stocks: all that is in alike ones counts in the first of them."""
    total = ZERO
    while stocks != ZERO:
        stock = lowest(stocks) // _STOCK_BITS
        total += of_stock(in_stock(stocks, stock), in_stock(alike, stock))
        stocks &= ~(_LANE << np.uint64(_STOCK_BITS * stock))
    return total


@jit_inline
def ways_to_take(part: Number, held: Number) -> float:
    """Count the ways to take so many of what a stock holds."""
    return _FACTORIALS[held] * _INVERSES[part] * _INVERSES[held - part] if part <= held else 0.0


@jit_inline
def ways_to_share(share: Share, stocks: Stocks) -> float:
    """Count the ways to take the things of a share."""
    ways = 1.0
    while share != ZERO:
        stock = lowest(share) // _STOCK_BITS
        ways *= ways_to_take(in_stock(share, stock), in_stock(stocks, stock))
        share &= ~(_LANE << np.uint64(_STOCK_BITS * stock))
    return ways


@jit_inline
def fill_last(number: Number, most: Stocks) -> Share:
    """Return the share of so many things that takes from the last stocks first, of each ``most`` or less."""
    share = ZERO
    while number > 0 and most != ZERO:
        stock = highest(most) // _STOCK_BITS
        part = min(number, in_stock(most, stock))
        share |= of_stock(part, stock)
        number -= part
        most &= ~(_LANE << np.uint64(_STOCK_BITS * stock))
    return share if number == 0 else _NO_SHARE


@jit_inline
def next_share(share: Share, most: Stocks) -> Share:
    """Return the next share in the order of what is taken from the first stock, then the second and so on."""
    loose = 0
    for stock in range(highest(most | ONE) // _STOCK_BITS, -1, -1):
        if loose > 0 and in_stock(share, stock) < in_stock(most, stock):
            after = np.uint64(_STOCK_BITS * (stock + 1))
            kept = share & ((ONE << after) - ONE)
            return kept + of_stock(1, stock) | fill_last(loose - 1, most >> after << after)
        loose += in_stock(share, stock)
    return _NO_SHARE


@jit
def memo_for(takers: Takers) -> Memo:
    """Make room to note numbers of ways, none if there are few takers."""
    return np.zeros(_ROOM[min(len(takers), len(_ROOM) - 1)], MEMO)


@jit_wrapping
def ways_to_serve(takers: Takers, first: Number, stocks: Stocks, memo: Memo) -> float:
    """Count the ways to serve the takers from ``first`` on."""
    taker = takers[first]
    takes, may = np.int64(taker.takes), LANES_OF[taker.may]
    if first == len(takers) - 1:
        return ways_to_take(takes, in_all(stocks & may))
    stocks = merged(stocks, taker.alike)
    place = np.int64(stocks * _HASH >> _HASH_SHIFT) & (len(memo) - 1)
    if len(memo) > 0 and memo[place].stocks == stocks:  # what is left tells who is next
        return memo[place].ways
    total = 0.0
    share = fill_last(takes, stocks & may)
    while share != _NO_SHARE:
        later = ways_to_serve(takers, first + 1, stocks - share, memo)
        total += ways_to_share(share, stocks) * later
        share = next_share(share, stocks & may)
    if len(memo) > 0:
        memo[place].stocks, memo[place].ways = stocks, total
    return total


@jit
def draw_share(takers: Takers, first: Number, stocks: Stocks, memo: Memo, stream: Stream) -> Share:
    """Draw the share of the taker ``first``, those after it still to be served; some way to serve all must exist."""
    taker = takers[first]
    stocks = merged(stocks, taker.alike)
    most = stocks & LANES_OF[taker.may]
    chosen, total = ZERO, 0.0
    share = fill_last(np.int64(taker.takes), most)
    while share != _NO_SHARE:
        ways = ways_to_share(share, stocks)
        if first < len(takers) - 1:
            ways *= ways_to_serve(takers, first + 1, stocks - share, memo)
        total += ways
        if ways > 0.0 and chance(stream, ways / total):
            chosen = share
        share = next_share(share, most)
    return chosen
