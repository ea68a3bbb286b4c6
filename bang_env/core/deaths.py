"""The end of seats that have fallen once a card is done, and the winner."""

from __future__ import annotations

import numpy as np

from bang_env.cards import NO_CARD, TABLE_PLACES
from bang_env.characters import DEPUTY, LAW, LONER, OUTLAW, OUTLAWS, RENEGADE, SAM
from bang_env.core.card_sets import first_card
from bang_env.core.deck import discard_all, draw, enter_hand, hand_over, lowest_place, pick_up
from bang_env.core.records import NO_WINNER, NOBODY, OVER, State, seats_of
from bang_env.core.seats import is_, living
from bang_env.core.work import STOP
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Seat


@jit
def bury(state: State) -> bool:
    """Bury all that have fallen: their roles show, their cards go on, rewards and penalties follow in this order.

    Returns whether the game is over.
    """
    for number in range(np.int64(state.falls)):
        state.dead[np.int64(state.fell[number])] = 1
    heir = living_sam(state)
    for number in range(np.int64(state.falls)):
        bequeath(state, np.int64(state.fell[number]), heir)
    winner, is_over = NO_WINNER, False
    if state.falls > 0:
        winner = winner_of(state)
        is_over = winner != NO_WINNER or living(state) == 0
    if is_over:
        end_game(state, winner)
    for number in range(np.int64(state.falls)):
        if not is_over:
            settle(state, np.int64(state.fell[number]), np.int64(state.felled_by[number]))
    for number in range(np.int64(state.falls)):
        state.fell[number], state.felled_by[number] = 0, 0
    state.falls = 0
    return is_over


@jit
def living_sam(state: State) -> Seat:
    """Return the seat of a living Vulture Sam, or NOBODY."""
    for seat in range(seats_of(state)):
        if is_(state, seat, SAM) and not state.dead[seat]:
            return seat
    return NOBODY


@jit
def bequeath(state: State, seat: Seat, heir: Seat) -> None:
    """Give the cards of a dead seat to its heir, the hand unseen, the table openly; to the pile if there is none."""
    if heir == NOBODY:
        discard_all(state, seat)
        return
    card = first_card(state.hands, seat)
    while card != NO_CARD:
        hand_over(state, seat, heir, card)
        card = first_card(state.hands, seat)
    for _ in range(TABLE_PLACES):
        place = lowest_place(state, seat)
        if place > 0:
            enter_hand(state, heir, pick_up(state, seat, place))


@jit
def settle(state: State, seat: Seat, by: Seat) -> None:
    """Reward who has eliminated an Outlaw with three cards; let a Sheriff who has eliminated a Deputy discard all."""
    if by == NOBODY or state.dead[by]:
        return
    if state.roles[seat] == OUTLAW:
        for _ in range(3):
            draw(state, by)
    elif state.roles[seat] == DEPUTY and by == np.int64(state.sheriff):
        discard_all(state, by)


@jit
def winner_of(state: State) -> Number:
    """Return the team that has won, or NO_WINNER, also if nobody lives, since all have left."""
    threats, renegade = 0, False
    for seat in range(seats_of(state)):
        if not state.dead[seat]:
            threats += np.int64(state.roles[seat] == OUTLAW or state.roles[seat] == RENEGADE)
            renegade |= state.roles[seat] == RENEGADE
    if living(state) == 0:
        return NO_WINNER
    if state.dead[state.sheriff]:
        return LONER if renegade and living(state) == 1 else OUTLAWS
    return LAW if threats == 0 else NO_WINNER


@jit_inline
def end_game(state: State, winner: Number) -> Number:
    """End the game; with NO_WINNER all have lost."""
    state.winner = winner
    state.phase = OVER
    return STOP
