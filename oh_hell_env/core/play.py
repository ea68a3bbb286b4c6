"""The rules of play on one record: legal actions and step.

A STATE is the full truth about a game. It is changed in place by compiled functions that take the record itself; a
batch of games is an array of STATE, a snapshot is ``tobytes()``. Functions assume legal actions and never check;
callers that face users check first.

Actions are slots here: a bid is its own slot, a card the bit of the card in a hand (see `cardkit.playing_cards`). The
phases of a round::

    BID --bids of all seats--> PLAY --all cards--> BID of the next round, or OVER

The ply that ends a round pays it, and the next round is dealt at once.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Actions, Seat, Slot
from oh_hell_env.core.bidding import after, ask_for_bid, legal_bids
from oh_hell_env.core.dealing import deal_round
from oh_hell_env.core.records import BID, OVER, PLAY, State, seats_of
from oh_hell_env.core.scoring import score_round
from oh_hell_env.core.tricks import ask_for_card, end_trick, followers, lay


@jit_inline
def mover(state: State) -> Seat:
    """Return the seat to move; meaningless once the game is over."""
    return np.int64(state.mover)


@jit
def legal_actions(state: State) -> Actions:
    """Return the set of legal actions of the seat to move; during play ``state.legal`` holds it."""
    if state.phase == BID:
        return legal_bids(state, mover(state))
    return followers(state.hands[state.mover], state.lead) if state.phase == PLAY else ZERO


@jit
def step(state: State, action: Slot) -> None:
    """Play the legal action (a slot) of the seat to move, in place."""
    state.plies += 1
    if state.phase == BID:
        bid(state, action)
    else:
        play(state, action)


@jit_inline
def bid(state: State, tricks: Slot) -> None:
    """Bid; after the dealer's bid the first card is due."""
    seat = mover(state)
    state.bids[seat] = tricks
    if seat != np.int64(state.dealer):
        ask_for_bid(state, after(state, seat))
    else:
        state.phase = PLAY
        ask_for_card(state, np.int64(state.leader))


@jit_inline
def play(state: State, card: Slot) -> None:
    """Play a card; the last of a trick ends it, the last of a round ends that."""
    seat = mover(state)
    lay(state, seat, card)
    if state.on_table < seats_of(state):
        ask_for_card(state, after(state, seat))
        return
    end_trick(state)
    if state.tricks < state.hand_size:
        ask_for_card(state, np.int64(state.leader))
    else:
        end_round(state)


@jit
def end_round(state: State) -> None:
    """Pay the round, and deal the next one, or end the game."""
    score_round(state)
    if state.round_number + 1 < state.rounds:
        state.round_number += 1
        state.dealer = after(state, np.int64(state.dealer))
        deal_round(state)
    else:
        state.phase = OVER
        state.legal = ZERO
