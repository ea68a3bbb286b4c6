"""Determinization: states drawn from those consistent with what a seat knows.

Roles that are not known are shuffled. The hidden cards are laid one by one, in random order, into places that may hold
them, moving others along augmenting paths where all these are full. Then random pairs are exchanged where both may lie
in the other's place, ten times as often as there are cards. Every state that agrees with the knowledge can come up. In
the open world the state is known, but for what chance will give.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.cards import NUM_CARDS
from bang_env.characters import ROLES_IN_PLAY, UNKNOWN
from bang_env.core.card_sets import Card, add_card, drop_card, has_card, random_card
from bang_env.core.legal import set_legal
from bang_env.core.records import seats_of
from bang_env.core.tracking import is_looking, place_in
from bang_env.knowledge import copy_public
from cardkit.compiled.bits import ZERO, Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below, next_word
from cardkit.compiled.protocol import Info, State, Stream

EXCHANGES = 10  # per card
NOT_LAID, NO_PLACE = 255, -1

Array = Any
"""An array, as the parameter of a compiled function."""


@jit
def determinize_into(info: Info, stream: Stream, state: State) -> None:
    """Write into ``state`` a state drawn from those consistent with ``info``; it keeps up no knowledge and no log."""
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
    """Lay the cards that are hidden, then exchange some, then put them into hands and deck."""
    seats = seats_of(state)
    where = np.full(NUM_CARDS, NOT_LAID, np.int64)
    room = np.zeros(seats + 1, np.int64)
    for seat in range(seats):
        room[seat] = 0 if seat == np.int64(info.seat) else np.int64(info.hand_sizes[seat])
    others_look = is_looking(state) >= 0 and is_looking(state) != np.int64(info.seat)
    room[seats] = np.int64(info.deck_size) + (np.int64(info.looked_size) if others_look else 0)
    cards = hidden_cards(info)
    for number in range(len(cards)):
        other = below(state, number + 1)
        cards[number], cards[other] = cards[other], cards[number]
    held = np.zeros(2 * (seats + 1), np.uint64)
    for card in cards:
        lay_card(info, state, card, where, room, held)
    exchange(info, state, cards, where)
    hand_out(info, state, cards, where, others_look)


@jit
def hidden_cards(info: Info) -> Array:
    """The cards of the other hands and the deck, in an array."""
    hidden = np.zeros(2, np.uint64)
    for place in range(seats_of(info) + 1):
        if place != np.int64(info.seat):
            hidden[0] |= info.may[2 * place]
            hidden[1] |= info.may[2 * place + 1]
    cards = np.zeros(NUM_CARDS, np.int64)
    count = 0
    for card in range(NUM_CARDS):
        if has_card(hidden, 0, card):
            cards[count] = card
            count += 1
    return cards[:count]


@jit
def lay_card(info: Info, state: State, card: Card, where: Array, room: Array, held: Array) -> None:
    """Lay a card into a random place with room that may hold it, or make room for it."""
    fitting = 0
    for place in range(len(room)):
        fitting += np.int64(room[place] > 0 and has_card(info.may, place, card))
    if fitting == 0:
        make_room(info, state, card, where, room, held)
        return
    number = below(state, fitting)
    for place in range(len(room)):
        if room[place] > 0 and has_card(info.may, place, card):
            if number == 0:
                put(card, place, where, held)
                room[place] -= 1
                return
            number -= 1


@jit_inline
def put(card: Card, place: Number, where: Array, held: Array) -> None:
    """Lay a card into a place, out of the one where it is."""
    if where[card] != NOT_LAID:
        drop_card(held, where[card], card)
    where[card] = place
    add_card(held, place, card)


@jit
def make_room(info: Info, state: State, card: Card, where: Array, room: Array, held: Array) -> None:
    """Move cards along a shortest path from a place that may hold the card to one with room, then lay the card."""
    places = len(room)
    before = np.full(places, NO_PLACE, np.int64)
    queue = np.zeros(places, np.int64)
    end = 0
    for place in range(places):
        if has_card(info.may, place, card) and place != np.int64(info.seat):
            before[place] = place
            queue[end] = place
            end += 1
    begin = 0
    while begin < end and room[queue[begin]] == 0:
        place = queue[begin]
        begin += 1
        for other in range(places):
            if before[other] == NO_PLACE and other != np.int64(info.seat) and can_move(info, held, place, other):
                before[other] = place
                queue[end] = other
                end += 1
    place = queue[begin]
    room[place] -= 1
    while before[place] != place:
        put(moving(info, state, held, before[place], place), place, where, held)
        place = before[place]
    put(card, place, where, held)


@jit_inline
def can_move(info: Info, held: Array, place: Number, other: Number) -> bool:
    """Whether a card that lies in a place may lie in another one."""
    low = held[2 * place] & info.may[2 * other]
    return low != ZERO or held[2 * place + 1] & info.may[2 * other + 1] != ZERO


@jit
def moving(info: Info, state: State, held: Array, place: Number, other: Number) -> Card:
    """A random card of a place that may lie in the other one."""
    both = np.zeros(2, np.uint64)
    both[0] = held[2 * place] & info.may[2 * other]
    both[1] = held[2 * place + 1] & info.may[2 * other + 1]
    return random_card(both, 0, state)


@jit
def exchange(info: Info, state: State, cards: Array, where: Array) -> None:
    """Exchange random pairs of cards where both may lie in the other's place."""
    for _ in range(EXCHANGES * len(cards)):
        one, other = cards[below(state, len(cards))], cards[below(state, len(cards))]
        if has_card(info.may, where[one], other) and has_card(info.may, where[other], one):
            where[one], where[other] = where[other], where[one]


@jit
def hand_out(info: Info, state: State, cards: Array, where: Array, others_look: bool) -> None:
    """Put the cards into hands and deck: the deck in random order, a known top on top; the last ones are looked at."""
    seats, top, size = seats_of(state), np.int64(info.known_top) - 1, 0
    for card in cards:
        if where[card] < seats:
            add_card(state.hands, where[card], card)
        elif card != top:
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
