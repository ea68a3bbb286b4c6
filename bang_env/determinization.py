"""Determinization: states drawn from those consistent with a seat's knowledge.

Roles that are not known are shuffled, hidden cards laid into hands and deck by `cardkit.dealing.places`, and the deck
is shuffled. Every state that agrees with the knowledge is equally likely. In the open world the state is known, but for
what chance will give.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.cards import NUM_CARDS
from bang_env.characters import ROLES_IN_PLAY, UNKNOWN
from bang_env.core.card_sets import add_card
from bang_env.core.legal import set_legal
from bang_env.core.records import Info, State, seats_of
from bang_env.core.tracking import is_looking, place_in
from bang_env.knowledge import copy_public
from cardkit.compiled.bits import WORD_BITS, ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import below, next_word
from cardkit.compiled.protocol import Stream
from cardkit.dealing.places import lay_cards
from cardkit.dealing.shares import of_stock

NO_PLACE: Any = np.int64(-1)

Array = Any
"""An array, as the parameter of a compiled function."""


@jit
def determinize_into(info: Info, stream: Stream, state: State) -> None:
    """Write into ``state`` a state drawn uniformly from those consistent with ``info``.

    It keeps up no knowledge and no log.
    """
    copy_public(info, state)
    state.word = next_word(stream)
    state.given_length, state.given_used, state.entries, state.misfit, state.tracked = 0, 0, 0, 0, 0
    state.known_top = info.known_top
    first = 2 * place_in(state, np.int64(info.seat), 0)
    for word in range(len(info.may)):
        state.may[first + word] = info.may[word]
    for seat in range(seats_of(state)):
        state.roles[seat] = info.roles[seat]
        state.hands[2 * seat], state.hands[2 * seat + 1] = info.hands[2 * seat], info.hands[2 * seat + 1]
    for place in range(len(info.deck)):
        state.deck[place] = info.deck[place]
    for place in range(len(info.looked)):
        state.looked[place] = info.looked[place]
    if not info.open_world:
        draw_roles(state)
        draw_cards(info, state)
    set_legal(state)


@jit
def draw_roles(state: State) -> None:
    """Shuffle the roles that are left over the seats whose role is not known."""
    left = ROLES_IN_PLAY.copy()
    seats = seats_of(state)
    for seat in range(seats):
        if state.roles[seat] != UNKNOWN:
            for number in range(seats):
                if left[number] == np.int64(state.roles[seat]):
                    left[number] = UNKNOWN
                    break
    for seat in range(seats):
        while state.roles[seat] == UNKNOWN:
            number = below(state, seats)
            state.roles[seat] = left[number]
            left[number] = UNKNOWN


@jit
def draw_cards(info: Info, state: State) -> None:
    """Lay the cards that are hidden into places, then put them into hands and deck."""
    seats, own = seats_of(state), np.int64(info.seat)
    others_look = is_looking(state) >= 0 and is_looking(state) != own
    room = of_stock(np.int64(info.deck_size) + (np.int64(info.looked_size) if others_look else 0), seats)
    for seat in range(seats):
        if seat != own:
            room += of_stock(np.int64(info.hand_sizes[seat]), seat)
    where = np.full(NUM_CARDS, NO_PLACE, np.int64)
    lay_cards(places_by_card(info), room, where, state)
    hand_out(info, state, where, others_look)


@jit
def places_by_card(info: Info) -> Array:
    """Return the places where each card may lie hidden: the other hands by seat, then the deck."""
    may = np.zeros(NUM_CARDS, np.uint8)
    for place in range(seats_of(info) + 1):
        if place != np.int64(info.seat):
            for word in range(2):
                cards = info.may[2 * place + word]
                while cards != ZERO:
                    may[WORD_BITS * word + lowest(cards)] |= np.uint8(1 << place)
                    cards = without_lowest(cards)
    return may


@jit
def hand_out(info: Info, state: State, where: Array, others_look: bool) -> None:
    """Put the cards into hands and deck: the deck in random order, a known top on top; the last are looked at."""
    seats, top, size = seats_of(state), np.int64(info.known_top) - 1, 0
    for card in range(NUM_CARDS):
        if where[card] != NO_PLACE and where[card] != seats:
            add_card(state.hands, where[card], card)
        elif where[card] == seats and card != top:
            other = below(state, size + 1)
            state.deck[size] = state.deck[other]
            state.deck[other] = card
            size += 1
    if top >= 0:
        state.deck[size] = top
    elif others_look:
        for number in range(np.int64(info.looked_size)):
            size -= 1
            state.looked[number] = state.deck[size]
