"""Lives lost, the abilities that follow, dying, and the falls that wait for the end of the card."""

from __future__ import annotations

import numpy as np

from bang_env.cards import BIRRA
from bang_env.characters import BART, GRINGO, SUZY
from bang_env.core.card_sets import first_of_kind
from bang_env.core.chance import blind_card
from bang_env.core.deck import discard, draw, hand_over
from bang_env.core.records import DUELLING, DYING, NOBODY, State, seats_of
from bang_env.core.seats import is_, living
from bang_env.core.work import RESUME, ask
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Seat


@jit
def hit(state: State, seat: Seat, lives: Number, by: Seat) -> Number:
    """Take lives from a seat, by another seat or NOBODY; return the next step."""
    state.lives[seat] -= lives
    state.loss, state.blamed, state.target = lives, by, seat
    if state.lives[seat] > 0:
        avenge(state, seat)
        return RESUME
    if living(state) > 2:
        return ask(state, DYING, seat)
    return fall(state, seat)


@jit
def fall(state: State, seat: Seat) -> Number:
    """Note that a seat is out once the card is done."""
    place = np.int64(state.falls)
    state.fell[place], state.felled_by[place] = seat, state.blamed
    state.falls += 1
    return RESUME


@jit
def live_on(state: State, seat: Seat) -> Number:
    """Let a dying seat that has got a life go on: it is asked again, or lives."""
    state.lives[seat] += 1
    if state.lives[seat] <= 0:
        return ask(state, DYING, seat)
    avenge(state, seat)
    return RESUME


@jit
def drink(state: State, seat: Seat) -> Number:
    """Answer for a dying seat with a birra."""
    discard(state, seat, first_of_kind(state.hands, seat, BIRRA))
    return live_on(state, seat)


@jit
def avenge(state: State, seat: Seat) -> None:
    """Let a seat that lives react to its loss: Bart Cassidy draws, El Gringo takes from who is responsible."""
    for _ in range(np.int64(state.loss)):
        if is_(state, seat, BART):
            draw(state, seat)
        elif is_(state, seat, GRINGO) and state.blamed != NOBODY:
            take_from(state, seat, np.int64(state.blamed))


@jit
def take_from(state: State, seat: Seat, other: Seat) -> None:
    """Let El Gringo take a random card; Suzy Lafayette draws first if her hand is empty."""
    if is_(state, other, SUZY):
        fill_empty_hand(state)
    if state.hand_sizes[other] > 0:
        hand_over(state, other, seat, blind_card(state, state.hands, other))


@jit
def fill_empty_hand(state: State) -> bool:
    """Let Suzy Lafayette draw if her hand is empty; return whether she has drawn."""
    for seat in range(seats_of(state)):
        if is_(state, seat, SUZY) and state.hand_sizes[seat] == 0 and is_in_play(state, seat):
            return draw(state, seat) >= 0
    return False


@jit
def is_in_play(state: State, seat: Seat) -> bool:
    """Return whether a seat has not fallen, and is no party to a running duello."""
    if state.dead[seat] or (state.phase == DUELLING and (seat == state.source or seat == state.target)):
        return False
    falls = False
    for place in range(np.int64(state.falls)):
        falls |= state.fell[place] == seat
    return not falls
