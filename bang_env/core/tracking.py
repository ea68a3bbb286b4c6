"""The cards that each seat holds possible in hidden places, kept up event by event.

For each seat and place ``may`` has the set of cards that may be there; a card in one set only is known. All sets are
right and none needs a history. What is remembered is less than perfect recall allows: no counting over several sets,
nothing inferred from play. The set of a seat's own hand is the hand.
"""

from __future__ import annotations

import numpy as np

from bang_env.core.card_sets import Card, add_card, clear_set, drop_card
from bang_env.core.records import State, seats_of
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Seat


@jit_inline
def place_in(state: State, seat: Seat, place: Number) -> Number:
    """Return the number of the set of a seat and a place; see `deck_in` for the deck."""
    return seat * (seats_of(state) + 1) + place


@jit_inline
def deck_in(state: State) -> Number:
    """Return the place that is the deck."""
    return np.int64(seats_of(state))


@jit_inline
def forget_card(state: State, seat: Seat, card: Card) -> None:
    """Take a card out of all sets of a seat."""
    for place in range(seats_of(state) + 1):
        drop_card(state.may, place_in(state, seat, place), card)


@jit_inline
def is_certain(state: State, seat: Seat, place: Number, card: Card) -> None:
    """Note that a seat knows where a card is."""
    forget_card(state, seat, card)
    add_card(state.may, place_in(state, seat, place), card)


@jit_inline
def join(state: State, seat: Seat, place: Number, other: Number) -> None:
    """Note for a seat that all cards that may be in the other place may be in this one."""
    into, from_ = 2 * place_in(state, seat, place), 2 * place_in(state, seat, other)
    state.may[into] |= state.may[from_]
    state.may[into + 1] |= state.may[from_ + 1]


@jit
def card_moves(state: State, card: Card, place: Number, to: Seat, seeing: Seat) -> None:
    """Note that a card goes unseen from a place to a hand; its owner and the seat ``seeing``, if it is one, see it."""
    if not state.tracked:
        return
    for seat in range(seats_of(state)):
        if seat != to and seat != seeing:
            join(state, seat, to, place)
        else:
            is_certain(state, seat, to, card)


@jit
def card_shows(state: State, card: Card) -> None:
    """Note that a card comes into the open."""
    if state.tracked:
        for seat in range(seats_of(state)):
            forget_card(state, seat, card)


@jit
def card_enters(state: State, card: Card, to: Seat) -> None:
    """Note that a card that lies open enters a hand."""
    if state.tracked:
        for seat in range(seats_of(state)):
            add_card(state.may, place_in(state, seat, to), card)


@jit
def place_empties(state: State, place: Number) -> None:
    """Note that a hand or the deck has become empty. What Kit Carlson looks at counts as deck for all others."""
    if not state.tracked:
        return
    looker = is_looking(state)
    for seat in range(seats_of(state)):
        if place < seats_of(state) or looker < 0 or looker == seat:
            clear_set(state.may, place_in(state, seat, place))


@jit
def pile_becomes_deck(state: State) -> None:
    """Note that the pile, still in its place, is shuffled into an empty deck."""
    if not state.tracked:
        return
    deck = deck_in(state)
    place_empties(state, deck)
    for seat in range(seats_of(state)):
        for place in range(np.int64(state.pile_size)):
            add_card(state.may, place_in(state, seat, deck), np.int64(state.pile[place]))


@jit
def card_looked_at(state: State, card: Card) -> None:
    """Note that Kit Carlson, whose turn it is, takes a card off the deck to look at it."""
    if state.tracked:
        forget_card(state, np.int64(state.turn), card)


@jit
def card_is_back(state: State, card: Card) -> None:
    """Note that Kit Carlson, whose turn it is, puts a card that he has looked at back onto the deck."""
    if state.tracked:
        add_card(state.may, place_in(state, np.int64(state.turn), deck_in(state)), card)


@jit_inline
def is_looking(state: State) -> Seat:
    """Return the seat that looks at cards of the deck, or -1."""
    return np.int64(state.turn) if state.looked_size > 0 else -1
