"""Cards played in the own turn, and their effects."""

from __future__ import annotations

import numpy as np

from bang_env.actions import (
    AIM_BANG,
    AIM_DUELLO,
    AIM_MANCATO,
    AIM_PRIGIONE,
    CAT_BALOU_FIRST,
    KIND_OF_ACTION,
    NUM_PLACES,
    PANICO_FIRST,
    PICK_FIRST,
)
from bang_env.cards import (
    BANG,
    BIRRA,
    CAT_BALOU,
    DILIGENZA,
    DINAMITE_PLACE,
    DUELLO,
    EMPORIO,
    GATLING,
    HAND,
    INDIANI,
    KIND_OF,
    MANCATO,
    NO_CARD,
    PANICO,
    PLACE_OF_KIND,
    PRIGIONE,
    PRIGIONE_PLACE,
    SALOON,
    WELLS_FARGO,
)
from bang_env.core.card_sets import ONLY, Card, add_card, drop_card, first_card, first_of_kind
from bang_env.core.chance import blind_card
from bang_env.core.deck import (
    discard,
    draw,
    enter_hand,
    hand_over,
    lay,
    on_table,
    pick_up,
    put_on_pile,
    show_from_hand,
    turn_up,
)
from bang_env.core.luck import KIND_THROWN
from bang_env.core.records import BY_GATLING, BY_INDIANI, PICKING, State, seats_of
from bang_env.core.seats import left_of, living, seat_after
from bang_env.core.shots import challenge, shoot, strike
from bang_env.core.work import DONE, PLAY_ON, ask
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import constants, jit, jit_inline
from cardkit.compiled.protocol import Seat, Slot

SHOOTING, TAKING, FREEING = constants((3, 1, -3))
"""The weights of acts in the table of attacks, with any outcome: bang, a mancato shot, duello; panico, cat_balou and
prigione; panico and cat_balou on a prigione. On dinamite they count nothing."""


@jit
def play(state: State, slot: Slot) -> Number:
    """Play a card in phase 2; return the next step."""
    seat = np.int64(state.mover)
    if slot < AIM_BANG:
        kind = np.int64(KIND_OF_ACTION[slot])
        return play_blue(state, seat, kind) if PLACE_OF_KIND[kind] > 0 else play_brown(state, seat, kind)
    if slot < AIM_DUELLO:
        return play_shot(state, seat, slot)
    if slot < AIM_PRIGIONE:
        target = seat_after(state, seat, slot - AIM_DUELLO + 1)
        play_from_hand(state, seat, DUELLO)
        attack(state, seat, target, SHOOTING)
        return challenge(state, seat, target)
    if slot < PANICO_FIRST:
        return jail(state, seat, seat_after(state, seat, slot - AIM_PRIGIONE + 1))
    return play_taking(state, seat, slot)


@jit_inline
def play_from_hand(state: State, seat: Seat, kind: Number) -> None:
    """Put the lowest card of a kind from the hand onto the pile, before its effect begins."""
    discard(state, seat, first_of_kind(state.hands, seat, kind))


@jit
def play_shot(state: State, seat: Seat, slot: Slot) -> Number:
    """Shoot with a bang, or with a mancato."""
    is_bang = slot < AIM_MANCATO
    target = seat_after(state, seat, slot - (AIM_BANG if is_bang else AIM_MANCATO) + 1)
    play_from_hand(state, seat, BANG if is_bang else MANCATO)
    state.shots += 1
    attack(state, seat, target, SHOOTING)
    return shoot(state, seat, target, is_bang)


# --- blue cards ------------------------------------------------------------------------------------------------------


@jit
def play_blue(state: State, seat: Seat, kind: Number) -> Number:
    """Lay a card before oneself; a new gun sends the old one to the pile."""
    place, card = np.int64(PLACE_OF_KIND[kind]), first_of_kind(state.hands, seat, kind)
    show_from_hand(state, seat, card)
    if on_table(state, seat, place) != NO_CARD:
        put_on_pile(state, pick_up(state, seat, place))
    lay(state, seat, place, card)
    return PLAY_ON


@jit
def jail(state: State, seat: Seat, target: Seat) -> Number:
    """Lay a prigione before another seat."""
    card = first_of_kind(state.hands, seat, PRIGIONE)
    show_from_hand(state, seat, card)
    lay(state, target, PRIGIONE_PLACE, card)
    attack(state, seat, target, TAKING)
    return PLAY_ON


# --- brown cards -----------------------------------------------------------------------------------------------------


@jit
def play_brown(state: State, seat: Seat, kind: Number) -> Number:
    """Play a card without a target."""
    play_from_hand(state, seat, kind)
    if kind == GATLING:
        return strike(state, BY_GATLING, seat)
    if kind == INDIANI:
        return strike(state, BY_INDIANI, seat)
    if kind == EMPORIO:
        return open_emporio(state, seat)
    if kind == BIRRA and living(state) > 2:
        heal(state, seat)
    if kind == SALOON:
        for other in range(seats_of(state)):
            heal(state, other)
    draw_many(state, seat, 2 * np.int64(kind == DILIGENZA) + 3 * np.int64(kind == WELLS_FARGO))
    return PLAY_ON


@jit
def heal(state: State, seat: Seat) -> None:
    """Give a living seat a life, if it has lost one."""
    if not state.dead[seat] and state.lives[seat] < state.most[seat]:
        state.lives[seat] += 1


@jit
def draw_many(state: State, seat: Seat, number: Number) -> None:
    """Draw so many cards, one by one."""
    for _ in range(number):
        draw(state, seat)


@jit
def play_taking(state: State, seat: Seat, slot: Slot) -> Number:
    """Play panico, which takes a card, or cat_balou, which throws one: of a seat's table, or at random of its hand."""
    is_panico = slot < CAT_BALOU_FIRST
    number = slot - (PANICO_FIRST if is_panico else CAT_BALOU_FIRST)
    target, place = seat_after(state, seat, number // NUM_PLACES + 1), number % NUM_PLACES
    play_from_hand(state, seat, PANICO if is_panico else CAT_BALOU)
    attack(state, seat, target, weight_of_taking(place))
    if place != HAND:
        put_away(state, seat, pick_up(state, target, place), is_panico)
    elif is_panico:
        hand_over(state, target, seat, blind_card(state, state.hands, target))
    else:
        card = blind_card(state, state.hands, target)
        state.event = KIND_THROWN + KIND_OF[card]
        discard(state, target, card)
    return PLAY_ON


@jit_inline
def put_away(state: State, seat: Seat, card: Card, is_panico: bool) -> None:
    """Put an open card into the hand of the seat, or onto the pile."""
    if is_panico:
        enter_hand(state, seat, card)
    else:
        put_on_pile(state, card)


# --- emporio ---------------------------------------------------------------------------------------------------------


@jit
def open_emporio(state: State, seat: Seat) -> Number:
    """Show a card for each living seat, as far as there are cards; the player picks first."""
    for _ in range(living(state)):
        card = turn_up(state)
        if card != NO_CARD:
            add_card(state.emporio, ONLY, card)
    return ask(state, PICKING, seat) if first_card(state.emporio, ONLY) != NO_CARD else PLAY_ON


@jit
def next_pick(state: State, seat: Seat) -> Number:
    """Ask the next seat to pick after the pick of a seat, or if it has left, as long as there are cards."""
    after = left_of(state, seat)
    if after == np.int64(state.turn):  # all have picked; seats that have left may leave cards over
        card = first_card(state.emporio, ONLY)
        while card != NO_CARD:
            drop_card(state.emporio, ONLY, card)
            put_on_pile(state, card)
            card = first_card(state.emporio, ONLY)
    return ask(state, PICKING, after) if first_card(state.emporio, ONLY) != NO_CARD else DONE


@jit
def pick(state: State, slot: Slot) -> Number:
    """Take the lowest card of a kind from the emporio."""
    seat = np.int64(state.mover)
    card = first_of_kind(state.emporio, ONLY, slot - PICK_FIRST)
    drop_card(state.emporio, ONLY, card)
    enter_hand(state, seat, card)
    return next_pick(state, seat)


# --- attacks ---------------------------------------------------------------------------------------------------------


@jit_inline
def attack(state: State, seat: Seat, other: Seat, weight: Number) -> None:
    """Note that a seat attacks another one."""
    state.attacks[seat * seats_of(state) + other] += weight


@jit
def weight_of_taking(place: Number) -> Number:
    """Return the weight of taking or discarding a card at a place."""
    if place == DINAMITE_PLACE:
        return np.int64(0)
    return FREEING if place == PRIGIONE_PLACE else TAKING
