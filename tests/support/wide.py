"""Volley: a game of three seats with 150 slots, of which up to 37 are legal at once, for sets wider than one word.

Each seat holds 12 of 49 cards. A card is played at oneself, at the next or at the seat before: it wins points for
oneself, or costs another points. A pass draws a card from the deck, whose order nobody knows: the state is the stream,
and logs what it gives. After 30 plies the seats with the most points win. Slot ``card + 50 * aim`` is a card at a seat;
slot 149 passes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.bits import ZERO, bit, popcount, random_bit
from cardkit.compiled.game_functions import implement_game
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Seat, Slot, Stream
from cardkit.compiled.records import FIELD, block_copier, record
from cardkit.compiled.slots import legal_of, no_slots, put_legal, set_type
from tests.support.lots import feed, log_fields, lot, reseed

SEATS, CARDS, FULL, PLIES, AIMS, GAP, WORDS = 3, 49, 12, 30, 3, 50, 3
PASS = 149
SLOT_OF = [card + GAP * aim for aim in range(AIMS) for card in range(CARDS)] + [PASS]
"""The slots by action id."""
ALL_CARDS = np.uint64(2**CARDS - 1)
_14, _28, _36, _50 = (np.uint64(places) for places in (14, 28, 36, 50))
_PASS = np.uint64(1 << PASS - 128)

SHARED = [
    ("legal", set_type(WORDS)),
    ("hands", np.uint64, SEATS),
    ("sizes", np.int64, SEATS),
    ("played", np.uint64),
    ("points", np.int64, SEATS),
    ("plies", np.int64),
]
CHANCE = log_fields(PLIES)
STATE = record([*SHARED, *CHANCE], "volley")
INFO = record([*SHARED, ("seat", np.int64)], "volley")
copy_shared = block_copier(SHARED)
copy_state = block_copier([*SHARED, *CHANCE])


class State(protocol.State):
    hands = sizes = played = points = plies = given = fed = used = word = FIELD


class Info(State, protocol.Info):
    pass


@jit_inline
def set_legal(state: State) -> None:
    """Allow each card of the hand at each seat, and a pass; nothing once the game is over."""
    hand = state.hands[mover(state)]
    if state.plies >= PLIES:
        put_legal(state, no_slots(legal_of(state)))
    else:
        put_legal(state, (hand | hand << _50, hand >> _14 | hand << _36, hand >> _28 | _PASS))


@jit
def deal(state: State, stream: Stream) -> None:
    """Begin a game."""
    state.hands[:], state.sizes[:], state.points[:] = ZERO, FULL, 0
    state.played, state.plies = ZERO, 0
    hand_out(state, stream)


@jit
def hand_out(state: State, stream: Stream) -> None:
    """Fill up all hands from the cards not seen, and begin a new stream."""
    cards = ALL_CARDS & ~state.played
    for seat in range(SEATS):
        cards &= ~state.hands[seat]
    for seat in range(SEATS):
        while popcount(state.hands[seat]) < state.sizes[seat]:
            card = bit(random_bit(cards, stream))
            state.hands[seat] |= card
            cards ^= card
    state.fed, state.used = 0, 0
    reseed(state, stream)
    set_legal(state)


@jit_inline
def mover(state: State) -> Seat:
    """Return the seat to play: all play in turn."""
    return state.plies % SEATS


@jit
def step(state: State, slot: Slot) -> None:
    """Play a card at a seat, or pass."""
    seat = mover(state)
    if slot == PASS:
        deck = ALL_CARDS & ~(state.played | state.hands[0] | state.hands[1] | state.hands[2])
        if deck != ZERO and state.sizes[seat] < FULL:
            state.hands[seat] |= bit(lot(state, deck))
            state.sizes[seat] += 1
    else:
        aim, card = slot // GAP, slot % GAP
        state.points[(seat + aim) % SEATS] += card % 7 if aim == 0 else -(card % 5)
        state.hands[seat] ^= bit(card)
        state.played |= bit(card)
        state.sizes[seat] -= 1
    state.plies += 1
    set_legal(state)


@jit
def returns(state: State, seat: Seat) -> float:
    """Return 1 for the most points, else 0."""
    for other in range(SEATS):
        if state.points[other] > state.points[seat]:
            return 0.0
    return 1.0


@jit
def count(state: State, result: Any) -> None:
    """Write the number of plies so far."""
    result.plies = state.plies


@jit
def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Write all but the hands of the others, and the order of the deck."""
    copy_shared(state, info)
    info.seat = seat
    for other in range(SEATS):
        if other != seat and not open_world:
            info.hands[other] = ZERO
    if mover(state) != seat:
        put_legal(info, no_slots(legal_of(info)))


@jit
def determinize(info: Info, stream: Stream, state: State) -> None:
    """Deal the unseen cards at random: all hands and all streams are equally likely."""
    copy_shared(info, state)
    hand_out(state, stream)


implement_game(
    [STATE],
    [INFO],
    deal=deal,
    mover=mover,
    step=step,
    returns=returns,
    score=returns,
    count=count,
    copy_state=copy_state,
    observe=observe,
    determinize=determinize,
    reseed=reseed,
    feed=feed,
)
