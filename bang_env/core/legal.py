"""The legal actions of the seat that is asked, as a set of slots: three words that are built piece by piece."""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.actions import (
    AIM_BANG,
    AIM_DUELLO,
    AIM_MANCATO,
    AIM_PRIGIONE,
    ANSWER_BANG,
    BACK_FIRST,
    CAT_BALOU_FIRST,
    DISCARD_FIRST,
    END,
    FROM_DECK,
    FROM_HAND,
    FROM_PILE,
    NOTHING,
    NUM_PLACES,
    PANICO_FIRST,
    PICK_FIRST,
    SID_PAYS,
    UNTARGETED,
)
from bang_env.cards import (
    BANG,
    BIRRA,
    CAT_BALOU,
    DUELLO,
    GUN_PLACE,
    KIND_OF,
    MANCATO,
    NO_CARD,
    PANICO,
    PLACE_OF_KIND,
    PRIGIONE,
    PRIGIONE_PLACE,
    TABLE_PLACES,
)
from bang_env.characters import JANET, JESSE, PEDRO, SID
from bang_env.core.card_sets import ONLY, how_many_of_kind
from bang_env.core.deck import on_table
from bang_env.core.records import (
    DISCARDING,
    DRAWING,
    DYING,
    OVER,
    PAYING,
    PICKING,
    PLAYING,
    PUTTING_BACK,
    SHOT,
    State,
    seats_of,
)
from bang_env.core.seats import distance, is_, reach, seat_after, shoots_on
from cardkit.compiled.bits import ONE, ZERO, Bits, Number, bit, lowest, without_lowest
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Actions, Seat
from cardkit.compiled.slots import put_legal

Words = Any
"""A set of slots while it is built: three uint64."""
UNTARGETED_KINDS = np.array(UNTARGETED, np.int64)
_63 = np.uint64(63)


@jit
def set_legal(state: State) -> None:
    """Write the legal actions of the seat that is asked."""
    low, middle, high = legal_actions(state)
    put_legal(state, (low, middle, high, ZERO))


@jit
def legal_actions(state: State) -> Actions:
    """Return the words of the set of legal actions."""
    phase, seat = np.int64(state.phase), np.int64(state.mover)
    if phase == PLAYING:
        return with_discards(state, seat, plays(state, seat))
    if phase == DISCARDING:
        return with_discards(state, seat, no_words())
    if phase == PAYING:
        return with_bits(no_words(), DISCARD_FIRST, kinds_in_hand(state, seat))
    if phase == PICKING:
        return with_bits(no_words(), PICK_FIRST, kinds_of(state.emporio, ONLY))
    if phase == DRAWING:
        return sources(state, seat)
    if phase == PUTTING_BACK:
        return with_bits(no_words(), BACK_FIRST, np.uint64(7))
    return answers(state, seat) if phase != OVER else no_words()


@jit_inline
def no_words() -> Words:
    """Return the empty set."""
    return ZERO, ZERO, ZERO


@jit_inline
def with_bits(words: Words, first: int, bits: Bits) -> Words:
    """Add to a set the slots from ``first`` on whose bits are set; ``first`` is a constant below 192."""
    low, middle, high = words
    place = np.uint64(first & 63)
    over = bits >> ONE >> (_63 - place)  # what does not fit into the first word; a shift by 64 is undefined
    if first < 64:
        return low | bits << place, middle | over, high
    if first < 128:
        return low, middle | bits << place, high | over
    return low, middle, high | bits << place


# --- in the own turn -------------------------------------------------------------------------------------------------


@jit
def kinds_of(sets: Any, place: Number) -> Bits:
    """Return the kinds of the cards of a set, a bit each."""
    kinds, low, high = ZERO, sets[2 * place], sets[2 * place + 1]
    while low != ZERO:
        kinds |= bit(KIND_OF[lowest(low)])
        low = without_lowest(low)
    while high != ZERO:
        kinds |= bit(KIND_OF[64 + lowest(high)])
        high = without_lowest(high)
    return kinds


@jit_inline
def kinds_in_hand(state: State, seat: Seat) -> Bits:
    """Return the kinds in a hand."""
    return kinds_of(state.hands, seat)


@jit_inline
def holds(kinds: Bits, kind: int) -> bool:
    """Return whether a kind is among some."""
    return kinds >> np.uint64(kind) & ONE != ZERO


@jit
def with_discards(state: State, seat: Seat, words: Words) -> Words:
    """Add END, DISCARD and Sid's ability to the set."""
    size, lives = np.int64(state.hand_sizes[seat]), np.int64(state.lives[seat])
    if size <= lives:
        words = with_bits(words, END, ONE)
    if (state.free_discard or size > lives) and not state.drew_late:
        words = with_bits(words, DISCARD_FIRST, kinds_in_hand(state, seat))
    if can_pay(state, seat):
        words = with_bits(words, SID_PAYS, ONE)
    return words


@jit_inline
def can_pay(state: State, seat: Seat) -> bool:
    """Return whether a seat may pay two cards for a life."""
    return is_(state, seat, SID) and state.hand_sizes[seat] >= 2 and state.lives[seat] < state.most[seat]


@jit
def plays(state: State, seat: Seat) -> Words:
    """Return the plays of the cards of the hand that may be played."""
    kinds = kinds_in_hand(state, seat)
    others, near, free, all_places, near_places = targets(state, seat)
    words = with_bits(no_words(), 1, untargeted(state, seat, kinds))
    if state.shots == 0 or shoots_on(state, seat):
        if holds(kinds, BANG):
            words = with_bits(words, AIM_BANG, near)
        if holds(kinds, MANCATO) and is_(state, seat, JANET):
            words = with_bits(words, AIM_MANCATO, near)
    if holds(kinds, DUELLO):
        words = with_bits(words, AIM_DUELLO, others)
    if holds(kinds, PRIGIONE):
        words = with_bits(words, AIM_PRIGIONE, free)
    if holds(kinds, PANICO):
        words = with_bits(words, PANICO_FIRST, near_places)
    if holds(kinds, CAT_BALOU):
        words = with_bits(words, CAT_BALOU_FIRST, all_places)
    return words


@jit
def untargeted(state: State, seat: Seat, kinds: Bits) -> Bits:
    """Return cards without a target, a bit each: brown ones, and blue ones whose kind does not lie before the seat."""
    found = ZERO
    for number in range(len(UNTARGETED_KINDS)):
        kind = UNTARGETED_KINDS[number]
        place = PLACE_OF_KIND[kind]
        laid = on_table(state, seat, place) if place > 0 else NO_CARD
        if holds(kinds, kind) and (laid == NO_CARD or KIND_OF[laid] != kind):
            found |= bit(number)
    return found


@jit
def targets(state: State, seat: Seat) -> tuple[Bits, Bits, Bits, Bits, Bits]:
    """Return the possible targets, a bit each.

    By seats clockwise: all others, those in reach, those that may be jailed; by seats and places: all places with a
    card, and those at distance 1.
    """
    others, near, free, places, near_places = ZERO, ZERO, ZERO, ZERO, ZERO
    arm = reach(state, seat)
    for steps in range(1, seats_of(state)):
        other = seat_after(state, seat, steps)
        if state.dead[other]:
            continue
        here, far = bit(steps - 1), distance(state, seat, other)
        others |= here
        near |= here if far <= arm else ZERO
        if other != state.sheriff and on_table(state, other, PRIGIONE_PLACE) == NO_CARD:
            free |= here
        cards = places_with_cards(state, other) << np.uint64(NUM_PLACES * (steps - 1))
        places |= cards
        near_places |= cards if far <= 1 else ZERO
    return others, near, free, places, near_places


@jit
def places_with_cards(state: State, seat: Seat) -> Bits:
    """Return the hand and the places before a seat that have a card, a bit each."""
    found = np.uint64(state.hand_sizes[seat] > 0)
    for place in range(GUN_PLACE, TABLE_PLACES + 1):
        found |= np.uint64(on_table(state, seat, place) != NO_CARD) << np.uint64(place)
    return found


@jit
def sources(state: State, seat: Seat) -> Words:
    """Return the places from which Jesse or Pedro may take the first card."""
    words = with_bits(no_words(), FROM_DECK, ONE)
    if is_(state, seat, PEDRO) and state.pile_size > 0:
        words = with_bits(words, FROM_PILE, ONE)
    if is_(state, seat, JESSE):
        hands = ZERO
        for steps in range(1, seats_of(state)):
            if state.hand_sizes[seat_after(state, seat, steps)] > 0:
                hands |= bit(steps - 1)
        words = with_bits(words, FROM_HAND, hands)
    return words


# --- answers ---------------------------------------------------------------------------------------------------------


@jit
def answers(state: State, seat: Seat) -> Words:
    """Return the answers to a shot, to indiani, in a duello, and of a dying seat."""
    words = with_bits(no_words(), NOTHING, ONE)
    phase = np.int64(state.phase)
    if phase == DYING:
        if how_many_of_kind(state.hands, seat, BIRRA) > 0:
            words = with_bits(words, ANSWER_BANG + 2, ONE)
        if state.sid_saves and can_pay(state, seat):
            words = with_bits(words, SID_PAYS, ONE)
        return words
    wanted, other = (MANCATO, BANG) if phase == SHOT else (BANG, MANCATO)
    needed = np.int64(state.needed) if phase == SHOT else 1
    fitting, others = how_many_of_kind(state.hands, seat, wanted), 0
    if is_(state, seat, JANET):
        others = how_many_of_kind(state.hands, seat, other)
    if fitting + others >= needed:
        kinds = np.uint64(fitting > 0) << np.uint64(wanted) | np.uint64(others > 0) << np.uint64(other)
        words = with_bits(words, ANSWER_BANG, kinds)
    return words
