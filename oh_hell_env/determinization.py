"""Deals of the cards that a seat has not seen, uniform among those in which no seat holds a suit that it has shown to
lack.

Seats without such voids, and the undealt cards, get what is left of a shuffle. The seats that need care come first. The
last of them, or an only one, gets any of the cards that it may hold. For each other, the number of its cards of each
suit is drawn, weighted by the number of ways to choose them, times the number of ways to serve all later ones. Which
cards these are is then any choice.

Suits that the same seats may hold, of those still to be served, count as one suit, which saves most of the work.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Bits, Number, lowest, popcount
from cardkit.compiled.jit import jit, jit_inline, jit_wrapping
from cardkit.compiled.prng import below, chance, next_word
from cardkit.compiled.protocol import Info, Seat, State, Stream
from cardkit.compiled.records import record
from cardkit.playing_cards import MAX_CARDS, SUITS, Cards
from oh_hell_env.cards import NO_CARD
from oh_hell_env.core.dealing import TURN_UP, draw, set_trump, turn_up
from oh_hell_env.core.play import legal_actions
from oh_hell_env.core.records import MOST_TRICKS, seats_of
from oh_hell_env.knowledge import copy_public, has_turned_card, hides_trumps

NUM_SUITS = len(SUITS)
FEW = 3  # seats for which counting all ways anew costs less than looking them up
MEMO = record([("key", np.uint64), ("ways", np.float64)])
MEMO_BITS = 12

_LANE = np.uint64(0xFFFF)
_LANES: Any = np.array(
    [sum(0xFFFF << 16 * suit for suit in range(4) if suits >> suit & 1) for suits in range(16)], np.uint64
)
_COMBINATIONS: Any = np.array(
    [[comb(size, part) for part in range(MOST_TRICKS + 1)] for size in range(MAX_CARDS + 1)], np.float64
)
_EACH_SEAT = np.uint64(0x1111_1111)  # the lowest bit of each group of four
_HASH = np.uint64(0x9E3779B97F4A7C15)
_HASH_SHIFT = np.uint64(64 - MEMO_BITS)
_4, _8, _16, _48 = np.uint64(4), np.uint64(8), np.uint64(16), np.uint64(48)

Needs = Counts = Memo = Any
"""What parameters stand for: voids or hand sizes of the seats still to be served, the next one lowest, as words of four
or eight bits a seat; numbers of cards by suit, as a word of 16 bits a suit; an array of MEMO records, or None."""


@jit
def determinize_into(info: Info, stream: Stream, state: State) -> None:
    """Write into ``state`` a state drawn uniformly from those consistent with ``info``."""
    copy_public(info, state)
    state.given = 0
    state.word = next_word(stream)
    rest = info.unseen
    careful, voids, sizes, seats = ZERO, ZERO, ZERO, 0
    for seat in range(seats_of(info)):
        state.hands[seat] = info.hands[seat]
        if missing(info, seat) > 0 and rest & _LANES[info.voids[seat]] != ZERO:
            careful |= ONE << np.uint64(seat)
            voids |= np.uint64(info.voids[seat]) << np.uint64(4 * seats)
            sizes |= np.uint64(missing(info, seat)) << np.uint64(8 * seats)
            seats += 1
    if seats > FEW:
        rest = serve(info, state, rest, careful, voids, sizes, seats, np.zeros(1 << MEMO_BITS, MEMO))
    elif seats > 0:
        rest = serve(info, state, rest, careful, voids, sizes, seats, None)
    for seat in range(seats_of(info)):
        if careful >> np.uint64(seat) & ONE == ZERO:
            hand = draw(state, rest, missing(info, seat))
            state.hands[seat] |= hand
            rest &= ~hand
    if hides_trumps(info) and not info.open_world:
        draw_trumps(state, rest)
    state.legal = legal_actions(state)


@jit_inline
def missing(info: Info, seat: Seat) -> Number:
    """The number of a seat's cards that are not known."""
    return np.int64(info.hand_sizes[seat]) - popcount(info.hands[seat])


@jit_inline
def draw_trumps(state: State, undealt: Cards) -> None:
    """Draw the trumps that nobody knows yet."""
    if state.trump_rule != TURN_UP:
        set_trump(state, below(state, np.int64(state.num_suits)))
    elif has_turned_card(state):
        turn_up(state, lowest(draw(state, undealt, 1)))
    else:
        turn_up(state, NO_CARD)


@jit
def serve(
    info: Info, state: State, rest: Cards, careful: Bits, voids: Needs, sizes: Needs, seats: Number, memo: Memo
) -> Cards:
    """Deal cards of ``rest`` to the ``careful`` seats; returns those that are left."""
    for seat in range(seats_of(info)):
        if careful >> np.uint64(seat) & ONE != ZERO:
            if seats == 1:
                hand = draw(state, rest & ~_LANES[info.voids[seat]], missing(info, seat))
            else:
                hand = draw_hand(
                    state, rest, draw_share(state, counts_of(rest, voids), voids, sizes, seats, memo), voids
                )
            state.hands[seat] |= hand
            rest &= ~hand
            voids >>= _4
            sizes >>= _8
            seats -= 1
    return rest


@jit_inline
def first_alike(suit: Number, voids: Needs) -> Number:
    """The first suit that the same seats may hold as ``suit``."""
    wanted = voids >> np.uint64(suit) & _EACH_SEAT
    for other in range(suit):
        if voids >> np.uint64(other) & _EACH_SEAT == wanted:
            return other
    return suit


@jit_inline
def merged(counts: Counts, voids: Needs) -> Counts:
    """The counts, with those of alike suits added to the first of them."""
    total = ZERO
    for suit in range(NUM_SUITS):
        total += (counts >> np.uint64(16 * suit) & _LANE) << np.uint64(16 * first_alike(suit, voids))
    return total


@jit_inline
def counts_of(cards: Cards, voids: Needs) -> Counts:
    """The number of cards by suit, alike suits together."""
    counts = ZERO
    for suit in range(NUM_SUITS):
        counts |= np.uint64(popcount(cards >> np.uint64(16 * suit) & _LANE)) << np.uint64(16 * suit)
    return merged(counts, voids)


@jit_inline
def most_of(suit: Number, counts: Counts, voids: Needs, size: Number) -> Number:
    """How many of ``size`` cards the next seat may have of a suit."""
    if voids >> np.uint64(suit) & ONE != ZERO:
        return 0
    return min(size, np.int64(counts >> np.uint64(16 * suit) & _LANE))


@jit_inline
def share_of(clubs: Number, diamonds: Number, hearts: Number, spades: Number) -> Counts:
    """Numbers of cards by suit as a word."""
    return np.uint64(clubs) | np.uint64(diamonds) << _16 | np.uint64(hearts) << np.uint64(32) | np.uint64(spades) << _48


@jit
def draw_share(state: State, counts: Counts, voids: Needs, sizes: Needs, seats: Number, memo: Memo) -> Counts:
    """Draw how many cards of each suit the next seat gets, by the number of deals in which it gets them."""
    size = np.int64(sizes & np.uint64(255))
    chosen, total = ZERO, 0.0
    for clubs in range(most_of(0, counts, voids, size) + 1):
        for diamonds in range(most_of(1, counts, voids, size - clubs) + 1):
            for hearts in range(most_of(2, counts, voids, size - clubs - diamonds) + 1):
                spades = size - clubs - diamonds - hearts
                if spades <= most_of(3, counts, voids, size):
                    share = share_of(clubs, diamonds, hearts, spades)
                    later = ways_to_serve(counts - share, voids >> _4, sizes >> _8, seats - 1, memo)
                    ways = ways_to_choose(share, counts) * later
                    total += ways
                    if ways > 0.0 and chance(state, ways / total):
                        chosen = share
    return chosen


@jit_inline
def ways_to_choose(share: Counts, counts: Counts) -> float:
    """The number of ways to choose the cards of a share."""
    ways = 1.0
    for suit in range(NUM_SUITS):
        part = np.uint64(16 * suit)
        ways *= _COMBINATIONS[np.int64(counts >> part & _LANE), np.int64(share >> part & _LANE)]
    return ways


@jit_wrapping
def ways_to_serve(counts: Counts, voids: Needs, sizes: Needs, seats: Number, memo: Memo) -> float:
    """The number of deals to the seats."""
    size = np.int64(sizes & np.uint64(255))
    if seats == 1:
        allowed = 0
        for suit in range(NUM_SUITS):
            allowed += most_of(suit, counts, voids, MAX_CARDS)
        return _COMBINATIONS[allowed, size]
    counts = merged(counts, voids)
    place = np.int64((counts ^ np.uint64(seats)) * _HASH >> _HASH_SHIFT)
    key = counts | np.uint64(seats) << np.uint64(13)
    if memo is not None and memo[place].key == key:
        return memo[place].ways
    total = 0.0
    for clubs in range(most_of(0, counts, voids, size) + 1):
        for diamonds in range(most_of(1, counts, voids, size - clubs) + 1):
            for hearts in range(most_of(2, counts, voids, size - clubs - diamonds) + 1):
                spades = size - clubs - diamonds - hearts
                if spades <= most_of(3, counts, voids, size):
                    share = share_of(clubs, diamonds, hearts, spades)
                    later = ways_to_serve(counts - share, voids >> _4, sizes >> _8, seats - 1, memo)
                    total += ways_to_choose(share, counts) * later
    if memo is not None:
        memo[place].key = key
        memo[place].ways = total
    return total


@jit
def draw_hand(state: State, rest: Cards, share: Counts, voids: Needs) -> Cards:
    """Draw the cards of a share."""
    hand = ZERO
    for suit in range(NUM_SUITS):
        part = np.int64(share >> np.uint64(16 * suit) & _LANE)
        if part > 0:
            lanes = ZERO
            for other in range(NUM_SUITS):
                if first_alike(other, voids) == suit:
                    lanes |= _LANE << np.uint64(16 * other)
            hand |= draw(state, rest & lanes, part)
    return hand
