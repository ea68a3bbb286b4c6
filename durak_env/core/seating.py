"""Seats: those still in, their sides, and the next to play.

A set of seats is a word with a bit a seat. Without teams each seat is a side of its own. With teams, the next seat of
the team that is in, clockwise, plays at the place of a seat that is out; so bouts go round by places, not by seats::

    seat       0   1   2   3        0 and 2 against 1 and 3; seat 1 is out
    played by  0   3   2   3

A seat is out while the talon is empty and it holds no card.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Bits, bit, lowest
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import Seat
from cardkit.compiled.records import length_of, where_field
from cardkit.playing_cards import Cards
from durak_env.core.records import DEFENCE, GAME_OVER, State

SeatSet = Bits

seats_of = length_of("hands")
"""Number of seats, a constant."""


def _stored_defender(state: State) -> Seat:
    return np.int64(state.defender)


def _other_seat(state: State) -> Seat:
    return np.int64(state.attacker) ^ 1


def _stored_mover(state: State) -> Seat:
    return np.int64(state.mover)


def _attacker_or_defender(state: State) -> Seat:
    return np.int64(state.attacker) ^ np.int64(state.phase == DEFENCE)


def _set_mover(state: State, seat: Seat) -> None:
    state.mover = seat


def _leave_it(state: State, seat: Seat) -> None:
    pass


defender_of = where_field("defender", _stored_defender, _other_seat)
"""The defender's seat."""
mover = where_field("mover", _stored_mover, _attacker_or_defender)
"""The seat to move; meaningless once the game is over."""
set_mover = where_field("mover", _set_mover, _leave_it)
"""Give the next ply to a seat. The plain game stores no mover: its phase determines the seat to move."""


@jit_inline
def holders(state: State, cards: Cards) -> SeatSet:
    """Return the seats that hold any of ``cards``."""
    found = ZERO
    for seat in range(seats_of(state)):
        found |= np.uint64(state.hands[seat] & cards != ZERO) << np.uint64(seat)
    return found


@jit_inline
def seats_in(state: State) -> SeatSet:
    """Return the seats that are in."""
    if state.talon_size > 0:
        return bit(seats_of(state)) - ONE
    return holders(state, ~ZERO)


@jit_inline
def first_from(state: State, seats: SeatSet, start: Seat) -> Seat:
    """Find the first of ``seats``, of which there is one, clockwise from ``start``, maybe the number of seats."""
    twice = seats | (seats << np.uint64(seats_of(state)))
    seat = start + lowest(twice >> np.uint64(start))
    return seat - seats_of(state) if seat >= seats_of(state) else seat


def _rivals(state: State, seat: Seat) -> SeatSet:
    return np.uint64(state.rivals[seat])


def _other_alone(state: State, seat: Seat) -> SeatSet:
    return bit(1 - seat)


rivals_of = where_field("rivals", _rivals, _other_alone)
"""A seat's opponents: the seats of all other sides."""


def _is_decided(state: State) -> bool:
    holding = holders(state, ~ZERO)
    return holding == ZERO or holding & rivals_of(state, lowest(holding)) == ZERO


def _a_hand_is_empty(state: State) -> bool:
    return state.hands[0] == ZERO or state.hands[1] == ZERO


is_decided = where_field("rivals", _is_decided, _a_hand_is_empty)
"""Return whether at most one side has cards in hand."""


@jit_inline
def player_at(state: State, place: Seat, seats: SeatSet) -> Seat:
    """Return the seat that plays at a place, given the seats that are in: the place's own, or the next of its team."""
    return first_from(state, seats & ~rivals_of(state, place), place)


@jit_inline
def _seat_from(state: State, start: Seat) -> None:
    left = seats_in(state)
    played = ZERO
    for place in range(seats_of(state)):
        played |= np.uint64(left & ~rivals_of(state, place) != ZERO) << np.uint64(place)
    place = first_from(state, played, start)
    attacker = player_at(state, place, left)
    place = first_from(state, played & rivals_of(state, attacker), place + 1)
    state.attacker = attacker
    state.mover = attacker
    state.place = place
    state.defender = player_at(state, place, left)


def _seat_attacker(state: State, start: Seat) -> None:
    state.attacker = start


seat_from = where_field("place", _seat_from, _seat_attacker)
"""Choose the attacker and the defender of a bout, from a place on; places of sides that are out are passed over."""


def _seat_after(state: State, taken: bool) -> None:
    if state.phase != GAME_OVER:
        _seat_from(state, np.int64(state.place) + np.int64(taken))


def _swap_unless_taken(state: State, taken: bool) -> None:
    if not taken:
        state.attacker ^= 1


seat_next_bout = where_field("place", _seat_after, _swap_unless_taken)
"""Choose the next attacker and defender, from the defender's place on, or after a take from the place after it."""
