"""The seating: living seats, neighbours, distances and reach."""

from __future__ import annotations

import numpy as np

from bang_env.cards import GUN_PLACE, KIND_OF, MIRINO_PLACE, MUSTANG_PLACE, NO_CARD, REACH_OF_KIND, VOLCANIC
from bang_env.characters import PAUL, ROSE, WILLY
from bang_env.core.deck import on_table
from bang_env.core.records import State, seats_of
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Seat


@jit_inline
def seat_after(state: State, seat: Seat, steps: Number) -> Seat:
    """Return the seat so many places clockwise, dead ones counted; at most once around."""
    there = seat + steps
    return there - seats_of(state) if there >= seats_of(state) else there


@jit
def living(state: State) -> Number:
    """Count the seats left; those that fall with this card still count."""
    count = 0
    for seat in range(seats_of(state)):
        count += 1 - np.int64(state.dead[seat])
    return count


@jit
def left_of(state: State, seat: Seat) -> Seat:
    """Return the next living seat, clockwise; the seat itself if no other lives."""
    there = seat_after(state, seat, 1)
    while state.dead[there] and there != seat:
        there = seat_after(state, there, 1)
    return there


@jit_inline
def is_(state: State, seat: Seat, character: Number) -> bool:
    """Return whether a seat has a character."""
    return state.characters[seat] == character


@jit
def farther(state: State, seat: Seat) -> Number:
    """Return the extra distance at which all others see a seat."""
    return np.int64(on_table(state, seat, MUSTANG_PLACE) != NO_CARD) + np.int64(is_(state, seat, PAUL))


@jit
def nearer(state: State, seat: Seat) -> Number:
    """Return the distance by which a seat sees all others nearer."""
    return np.int64(on_table(state, seat, MIRINO_PLACE) != NO_CARD) + np.int64(is_(state, seat, ROSE))


@jit
def distance(state: State, seat: Seat, other: Seat) -> Number:
    """Compute the distance from one living seat to another: not always the same as back."""
    steps, there = 0, seat
    while there != other:
        there = left_of(state, there)
        steps += 1
    shorter = min(steps, living(state) - steps)
    return max(1, shorter + farther(state, other) - nearer(state, seat))


@jit
def reach(state: State, seat: Seat) -> Number:
    """Return the range of a seat's shots."""
    gun = on_table(state, seat, GUN_PLACE)
    return np.int64(REACH_OF_KIND[KIND_OF[gun]]) if gun != NO_CARD else 1


@jit
def shoots_on(state: State, seat: Seat) -> bool:
    """Return whether a seat may shoot any number of bangs."""
    gun = on_table(state, seat, GUN_PLACE)
    return is_(state, seat, WILLY) or (gun != NO_CARD and KIND_OF[gun] == VOLCANIC)
