"""Deals of the cards that a seat has not seen, uniform among those in which no seat holds a suit that it has shown to
lack.

Seats without such voids, and the undealt cards, get what is left of a shuffle. The seats that need care come first. The
last of them, or an only one, gets any of the cards that it may hold. For each other, `cardkit.dealing.shares` draws the
number of its cards of each suit. Which cards these are is then any choice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Bits, Number, is_single, lowest, popcount
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below, next_word
from cardkit.compiled.protocol import Seat, Stream
from cardkit.dealing.shares import TAKER, Share, Stocks, Takers, draw_share, find_alike, in_stock, memo_for, of_stock
from cardkit.playing_cards import SUITS, Cards
from oh_hell_env.cards import NO_CARD
from oh_hell_env.core.dealing import TURN_UP, draw, set_trump, turn_up
from oh_hell_env.core.play import legal_actions
from oh_hell_env.core.records import Info, State, seats_of
from oh_hell_env.knowledge import copy_public, has_turned_card, hides_trumps

NUM_SUITS = len(SUITS)

_LANE = np.uint64(0xFFFF)
_LANES: Any = np.array(
    [sum(0xFFFF << 16 * suit for suit in range(4) if suits >> suit & 1) for suits in range(16)], np.uint64
)
_ALL_SUITS = 15


@jit
def determinize_into(info: Info, stream: Stream, state: State) -> None:
    """Write into ``state`` a state drawn uniformly from those consistent with ``info``."""
    copy_public(info, state)
    state.given = 0
    state.word = next_word(stream)
    rest, careful = info.unseen, ZERO
    for seat in range(seats_of(info)):
        state.hands[seat] = info.hands[seat]
        if missing(info, seat) > 0 and rest & _LANES[info.voids[seat]] != ZERO:
            careful |= ONE << np.uint64(seat)
    if careful != ZERO:
        rest = serve(info, state, rest, careful)
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
    """Count a seat's cards that are not known."""
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
def serve(info: Info, state: State, rest: Cards, careful: Bits) -> Cards:
    """Deal cards of ``rest`` to the ``careful`` seats; return those that are left."""
    if is_single(careful):
        return serve_last(info, state, rest, lowest(careful))
    takers = takers_of(info, careful)
    memo = memo_for(takers)
    number = 0
    for seat in range(seats_of(info)):
        if careful >> np.uint64(seat) & ONE != ZERO:
            if number == len(takers) - 1:
                return serve_last(info, state, rest, seat)
            share = draw_share(takers, number, counts_of(rest), memo, state)
            hand = draw_hand(state, rest, share, takers[number].alike)
            state.hands[seat] |= hand
            rest &= ~hand
            number += 1
    return rest


@jit_inline
def serve_last(info: Info, state: State, rest: Cards, seat: Seat) -> Cards:
    """Deal any cards that it may hold to the last careful seat; return those that are left."""
    hand = draw(state, rest & ~_LANES[info.voids[seat]], missing(info, seat))
    state.hands[seat] |= hand
    return rest & ~hand


@jit
def takers_of(info: Info, careful: Bits) -> Takers:
    """Return the careful seats, which take cards out of suits."""
    takers = np.zeros(popcount(careful), TAKER)
    number = 0
    for seat in range(seats_of(info)):
        if careful >> np.uint64(seat) & ONE != ZERO:
            takers[number].takes = missing(info, seat)
            takers[number].may = _ALL_SUITS & ~np.int64(info.voids[seat])
            number += 1
    find_alike(takers, NUM_SUITS)
    return takers


@jit_inline
def counts_of(cards: Cards) -> Stocks:
    """Count the cards by suit."""
    counts = ZERO
    for suit in range(NUM_SUITS):
        counts |= of_stock(popcount(cards >> np.uint64(16 * suit) & _LANE), suit)
    return counts


@jit
def draw_hand(state: State, rest: Cards, share: Share, alike: Stocks) -> Cards:
    """Draw the cards of a share, those of alike suits together."""
    hand = ZERO
    for suit in range(NUM_SUITS):
        part = in_stock(share, suit)
        if part > 0:
            lanes = ZERO
            for other in range(NUM_SUITS):
                if in_stock(alike, other) == suit:
                    lanes |= _LANE << np.uint64(16 * other)
            hand |= draw(state, rest & lanes, part)
    return hand
