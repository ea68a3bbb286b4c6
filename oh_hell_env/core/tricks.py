"""Tricks: legal cards, which card beats another, and the winner.

Two fields follow the trick: ``lead``, the lane of the suit led, and ``beating``, the cards that beat the best one.
Before a lead both hold every place: any card may be played, and any is then the best.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, Number, bit
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import Actions, Seat, Slot
from cardkit.playing_cards import Cards, higher_in_suit, suit_lane
from oh_hell_env.cards import NO_CARD
from oh_hell_env.core.records import State


@jit_inline
def beats(slot: Slot, trumps: Cards) -> Cards:
    """Return all cards that beat the card of ``slot``, which is a trump or of the suit led.

    Trumps are of one suit, so no trump stands outside the suit of a trump. A branch here costs Monte-Carlo a tenth.
    """
    return higher_in_suit(slot) | (trumps & ~suit_lane(slot))


@jit_inline
def followers(hand: Cards, lead: Cards) -> Actions:
    """Return the cards that a hand may play: those of the suit led, or any card if it has none."""
    following = hand & lead
    return following if following != ZERO else hand


@jit_inline
def lay(state: State, seat: Seat, card: Slot) -> None:
    """Move a card from a hand to the table, and give the next ply of the trick to the next seat."""
    laid = bit(card)
    state.hands[seat] ^= laid
    state.played_by[seat] |= laid
    played = np.int64(state.played)
    state.order[played] = card
    state.played = played + 1
    if state.on_table == 0:
        state.lead = suit_lane(card)
    elif state.lead & laid == ZERO:
        state.voids[seat] |= np.uint8(1) << np.uint8(lead_suit(state))
    if state.beating & laid != ZERO:
        state.beating = beats(card, state.trumps)
        state.best_card = card
        state.best_seat = seat
    state.on_table += 1


@jit_inline
def lead_suit(state: State) -> Number:
    """Return the suit led in the trick on the table."""
    return np.int64(state.order[np.int64(state.played) - np.int64(state.on_table) - 1]) >> 4


@jit_inline
def ask_for_card(state: State, seat: Seat) -> None:
    """Make a seat the one to play."""
    state.mover = seat
    state.legal = followers(state.hands[seat], state.lead)


@jit_inline
def end_trick(state: State) -> None:
    """Give the trick to the seat with the best card, which leads the next."""
    winner = np.int64(state.best_seat)
    state.won[winner] += 1
    state.tricks += 1
    state.leader = winner
    state.leaders[state.tricks] = winner
    clear_table(state)


@jit_inline
def clear_table(state: State) -> None:
    """Make the next card played a lead."""
    state.on_table = 0
    state.lead = ~ZERO
    state.beating = ~ZERO
    state.best_card = NO_CARD
    state.best_seat = 0
