"""The deck, the pile, hands and tables: cards move one by one.

When the last card leaves the deck, the pile is shuffled at once into a new one; the card just taken is not in it. An
empty pile makes this wait until a card is next needed. If there is none at all, nothing is drawn.
"""

from __future__ import annotations

import numpy as np

from bang_env.cards import NO_CARD, TABLE_PLACES
from bang_env.characters import KIT
from bang_env.core.card_sets import Card, add_card, drop_card, first_card
from bang_env.core.chance import shuffle_pile
from bang_env.core.records import NOBODY, State, seats_of
from bang_env.core.tracking import card_enters, card_moves, card_shows, deck_in, place_empties
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Seat


@jit
def top_of_deck(state: State) -> Card:
    """Take the top card off the deck; NO_CARD if there is none.

    `refill` follows once all know what they know of it.
    """
    if state.deck_size == 0:
        if state.pile_size == 0:
            return NO_CARD
        shuffle_pile(state)
    state.deck_size -= 1
    return np.int64(state.deck[state.deck_size])


@jit
def refill(state: State) -> None:
    """Shuffle the discard pile into the deck if that is empty."""
    state.known_top = 0
    if state.deck_size == 0:
        if state.pile_size > 0:
            shuffle_pile(state)
        else:
            place_empties(state, deck_in(state))


@jit
def draw(state: State, seat: Seat) -> Card:
    """Draw a card that nobody else sees, save who knows the top of the deck; NO_CARD if there is none."""
    card = top_of_deck(state)
    if card != NO_CARD:
        card_moves(state, card, deck_in(state), seat, who_knows_top(state, card))
        put_in_hand(state, seat, card)
        refill(state)
    return card


@jit
def who_knows_top(state: State, card: Card) -> Seat:
    """Return the seat that knows that this card lay on the deck: Kit Carlson after he has put it back; else NOBODY."""
    if np.int64(state.known_top) == card + 1:
        for seat in range(seats_of(state)):
            if state.characters[seat] == KIT:
                return seat
    return NOBODY


@jit
def turn_up(state: State) -> Card:
    """Take the top card off the deck into the open; NO_CARD if there is none."""
    card = top_of_deck(state)
    if card != NO_CARD:
        card_shows(state, card)
        refill(state)
    return card


@jit
def put_on_pile(state: State, card: Card) -> None:
    """Lay an open card onto the pile."""
    state.pile[state.pile_size] = card
    state.pile_size += 1


@jit
def take_from_pile(state: State) -> Card:
    """Take the top card off the pile, which is not empty."""
    state.pile_size -= 1
    card = np.int64(state.pile[state.pile_size])
    state.pile[state.pile_size] = 0
    return card


# --- hands -----------------------------------------------------------------------------------------------------------


@jit_inline
def put_in_hand(state: State, seat: Seat, card: Card) -> None:
    """Add a card to a hand; the caller records who knows it."""
    add_card(state.hands, seat, card)
    state.hand_sizes[seat] += 1


@jit
def enter_hand(state: State, seat: Seat, card: Card) -> None:
    """Put a card that lies open into a hand."""
    card_enters(state, card, seat)
    put_in_hand(state, seat, card)


@jit
def leave_hand(state: State, seat: Seat, card: Card) -> None:
    """Take a card out of a hand; who knows it has been told."""
    drop_card(state.hands, seat, card)
    state.hand_sizes[seat] -= 1
    if state.hand_sizes[seat] == 0:
        place_empties(state, seat)


@jit
def show_from_hand(state: State, seat: Seat, card: Card) -> None:
    """Take a card out of a hand into the open."""
    card_shows(state, card)
    leave_hand(state, seat, card)


@jit
def discard(state: State, seat: Seat, card: Card) -> None:
    """Put a card from a hand onto the pile."""
    show_from_hand(state, seat, card)
    put_on_pile(state, card)


@jit
def hand_over(state: State, seat: Seat, to: Seat, card: Card) -> None:
    """Give a card from one hand to another, so that only these two see it."""
    card_moves(state, card, seat, to, seat)
    put_in_hand(state, to, card)
    leave_hand(state, seat, card)


# --- tables ----------------------------------------------------------------------------------------------------------


@jit_inline
def at_place(seat: Seat, place: Number) -> Number:
    """Return the place in ``tables`` of the card before a seat at a place, 1..6."""
    return TABLE_PLACES * seat + place - 1


@jit_inline
def on_table(state: State, seat: Seat, place: Number) -> Card:
    """Return the card that lies before a seat at a place, or NO_CARD."""
    return np.int64(state.tables[at_place(seat, place)]) - 1


@jit_inline
def lay(state: State, seat: Seat, place: Number, card: Card) -> None:
    """Lay an open card before a seat."""
    state.tables[at_place(seat, place)] = card + 1


@jit_inline
def pick_up(state: State, seat: Seat, place: Number) -> Card:
    """Take up the card that lies before a seat at a place; it stays open."""
    card = on_table(state, seat, place)
    state.tables[at_place(seat, place)] = 0
    return card


@jit
def discard_hand(state: State, seat: Seat) -> None:
    """Put a hand onto the pile, from the lowest card to the highest."""
    card = first_card(state.hands, seat)
    while card != NO_CARD:
        discard(state, seat, card)
        card = first_card(state.hands, seat)


@jit
def discard_all(state: State, seat: Seat) -> None:
    """Put a seat's hand, then its table onto the pile, each from the lowest card to the highest."""
    discard_hand(state, seat)
    for _ in range(TABLE_PLACES):
        place = lowest_place(state, seat)
        if place > 0:
            put_on_pile(state, pick_up(state, seat, place))


@jit
def lowest_place(state: State, seat: Seat) -> Number:
    """Return the place of the lowest card before a seat; 0 if there is none."""
    found = 0
    for place in range(1, TABLE_PLACES + 1):
        card = on_table(state, seat, place)
        if card != NO_CARD and (found == 0 or card < on_table(state, seat, found)):
            found = place
    return found
