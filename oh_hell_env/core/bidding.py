"""Bids: one each, in turn, the dealer's last."""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ONE, Number, bit
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import Actions, Seat
from oh_hell_env.cards import NOT_BID
from oh_hell_env.core.records import State, seats_of

NO_BID = -1


@jit_inline
def after(state: State, seat: Seat) -> Seat:
    """Return the next seat, clockwise."""
    return seat + 1 if seat + 1 < seats_of(state) else 0


@jit_inline
def bid_so_far(state: State) -> Number:
    """Add up the tricks bid by all seats."""
    total = 0
    for seat in range(seats_of(state)):
        total += max(0, np.int64(state.bids[seat]))
    return total


@jit_inline
def banned_bid(state: State, seat: Seat) -> Number:
    """Return the bid that a seat may not make although its hand has as many cards; NO_BID if there is none."""
    if not state.hook or seat != np.int64(state.dealer) or state.bids[seat] != NOT_BID:
        return NO_BID
    rest = np.int64(state.hand_size) - bid_so_far(state)
    return rest if rest >= 0 else NO_BID


@jit_inline
def legal_bids(state: State, seat: Seat) -> Actions:
    """Return the bids that a seat may make."""
    bids = (bit(np.int64(state.hand_size)) << ONE) - ONE
    banned = banned_bid(state, seat)
    return bids & ~bit(banned) if banned != NO_BID else bids


@jit_inline
def ask_for_bid(state: State, seat: Seat) -> None:
    """Make a seat the one to bid."""
    state.mover = seat
    state.legal = legal_bids(state, seat)
