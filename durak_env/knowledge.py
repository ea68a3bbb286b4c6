"""Knowledge of a seat: the one place that decides it.

An INFO record is a state without what its seat does not know. Agents, observations, masks and pages see nothing else
of a game.

==================  ===========================================================================================
known               closed world
==================  ===========================================================================================
own hand            whole
table               in order
discard             whole
another hand        the cards seen to come into it (taken up, the face-up trump card drawn, a trump shown) and still
                    held; the whole hand as soon as the cards not seen can be in no other place
talon               its size, and the trump card while it lies at the bottom
legal actions       of the seat itself, when it is to move
==================  ===========================================================================================

The cards not seen lie in the talon or in hands that are not fully known. So with three seats or more an empty
talon does not mean that all is known.

In the open world all hands and the talon's order are known to all seats. Who watches, NOBODY, has no hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ZERO, Number, lowest, without_lowest
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below
from cardkit.compiled.protocol import NOBODY, Seat, Stream
from cardkit.compiled.records import Field, clear_spare, record, spare_after, tail_copier, where_field
from cardkit.playing_cards import MAX_CARDS, Cards
from durak_env.cards import bit, count
from durak_env.core.play import legal_actions
from durak_env.core.records import (
    GAME_OVER,
    NO_CARD,
    PUBLIC_FIELDS,
    STATES,
    Info,
    State,
    owned_fields,
    public_fields,
    table_fields,
)
from durak_env.core.seating import mover, seats_of
from durak_env.rules import Rules


def info_fields(seats: int, public: list[Field]) -> list[Field]:
    """List the fields of the record of one seat's knowledge.

    This order leaves no gap before the public fields, which are copied as a block. So `observe` writes every byte.
    """
    return [
        *owned_fields(seats),
        ("hand_sizes", np.uint8, seats),
        ("seat", np.int8),  # the seat that knows this; NOBODY: spectators
        ("open_world", np.uint8),
        *spare_after(MAX_CARDS + seats + 2),
        ("unseen", np.uint64),  # cards whose place the seat does not know: in another hand or in the talon
        *public,
    ]


INFO = record(info_fields(2, PUBLIC_FIELDS), "durak")
"""All that one seat knows. Fields shared with STATE mean the same, without what is hidden."""
INFOS = {seats: record(info_fields(seats, public_fields(seats, table_fields(seats))), "durak") for seats in STATES}
"""The INFO records for the games of STATES, by the number of seats."""


def info_dtype(rules: Rules) -> np.dtype[Any]:
    """Return the dtype of the records of a seat's knowledge in a game by these rules."""
    return INFO if rules.is_plain else INFOS[rules.num_players]


copy_public = tail_copier("known")


@jit_inline
def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Write into ``info`` the knowledge that ``seat`` has of ``state``, and leave nothing of its old content.

    Compiled agents get the record by pointer and may write into it. The next agent never sees what they wrote.
    """
    to_move = state.phase != GAME_OVER and mover(state) == seat
    info.legal = state.legal if to_move else ZERO
    copy_public(state, info)
    clear_spare(info)
    for one in range(seats_of(state)):
        info.hand_sizes[one] = count(state.hands[one])
    info.seat = seat
    info.open_world = open_world
    if open_world:
        for one in range(seats_of(state)):
            info.hands[one] = state.hands[one]
        info.unseen = ZERO
        for place in range(MAX_CARDS):
            info.talon[place] = state.talon[place]
    else:
        hide(state, seat, info)


@jit
def observe_first(states: np.ndarray, seat: Seat, open_world: bool, infos: np.ndarray) -> None:
    """Observe the first of the states, into the first of the records; see `observe`."""
    observe(states[0], seat, open_world, infos[0])


@jit_inline
def hide(state: State, seat: Seat, info: Info) -> None:
    """Fill in the closed world's view of the hands and the talon."""
    hidden_talon = np.int64(state.talon_size)
    for place in range(MAX_CARDS):
        info.talon[place] = NO_CARD
    seen = state.attacks | state.defences | state.discard
    if hidden_talon > 0 and state.trump_card != NO_CARD:
        info.talon[0] = state.trump_card
        seen |= bit(state.trump_card)
        hidden_talon -= 1
    for one in range(seats_of(state)):
        info.hands[one] = state.known[one]
        seen |= state.known[one]
    if seat == NOBODY:
        info.unseen = state.deck & ~seen
        _place_with_the_only_one(info, hidden_talon)
    else:
        info.hands[seat] = state.hands[seat]
        info.unseen = state.deck & ~(seen | state.hands[seat])
        place_unseen(info, hidden_talon)


@jit_inline
def _place_with_the_only_one(info: Info, hidden_talon: Number) -> None:
    places, place = 0, 0
    for one in range(seats_of(info)):
        if count(info.hands[one]) < np.int64(info.hand_sizes[one]):
            places += 1
            place = one
    placed = info.unseen if places == 1 and hidden_talon == 0 else ZERO
    info.hands[place] |= placed
    info.unseen &= ~placed


def _place_with_the_other(info: Info, hidden_talon: int) -> None:
    if hidden_talon == 0:
        info.hands[1 - np.int64(info.seat)] |= info.unseen
        info.unseen = ZERO


place_unseen = where_field("mover", _place_with_the_only_one, _place_with_the_other)
"""If only one hand can hold the unseen cards, put them into it; the talon holds ``hidden_talon`` of them.

At larger tables this goes without a branch, which would take longer: neighbouring games of a batch differ in it."""


def _forget_first_trumps(state: State) -> None:
    state.first_trumps[0] = NO_CARD
    state.first_trumps[1] = NO_CARD


def _nothing(state: State) -> None:
    pass


forget_first_trumps = where_field("first_trumps", _forget_first_trumps, _nothing)
"""A state drawn at random recalls no first hands."""


@jit
def determinize_into(info: Info, stream: Stream, state: State) -> None:
    """Write into ``state`` a state drawn uniformly from those consistent with ``info``."""
    copy_public(info, state)
    forget_first_trumps(state)
    for place in range(MAX_CARDS):
        state.talon[place] = info.talon[place]
    for one in range(seats_of(info)):
        state.hands[one] = info.hands[one]
    if info.unseen != ZERO:
        bottom = np.int64(info.talon[0] != NO_CARD)
        top = lay_unseen(info.unseen, stream, state, bottom)
        fill_hands(info, state, top)
    state.legal = legal_actions(state)


@jit
def determinize_with_hand(info: Info, hidden: Cards, stream: Stream, state: State) -> None:
    """Write into ``state``, of two seats, a state in which the other hand holds ``hidden`` of the unseen cards."""
    copy_public(info, state)
    forget_first_trumps(state)
    other = 1 - np.int64(info.seat)
    for place in range(MAX_CARDS):
        state.talon[place] = info.talon[place]
    state.hands[1 - other] = info.hands[1 - other]
    state.hands[other] = info.hands[other] | hidden
    lay_unseen(info.unseen & ~hidden, stream, state, np.int64(info.talon[0] != NO_CARD))
    state.legal = legal_actions(state)


@jit
def copy_knowledge(info: Info, other: Info) -> None:
    """Copy what an INFO record of two seats says into another record that has its fields."""
    copy_public(info, other)
    other.legal = info.legal
    for seat in range(2):
        other.hands[seat] = info.hands[seat]
        other.hand_sizes[seat] = info.hand_sizes[seat]
    for place in range(MAX_CARDS):
        other.talon[place] = info.talon[place]
    other.seat = info.seat
    other.open_world = info.open_world
    other.unseen = info.unseen


def _fill_hands(info: Info, state: State, top: int) -> None:
    for one in range(seats_of(info)):
        top -= fill_hand(info, state, one, top - np.int64(info.hand_sizes[one]) + count(info.hands[one]), top)


def _fill_other_hand(info: Info, state: State, top: int) -> None:
    fill_hand(info, state, 1 - np.int64(info.seat), np.int64(info.talon_size), top)


fill_hands = where_field("mover", _fill_hands, _fill_other_hand)
"""Move the unseen cards from above the talon's own up to ``top`` into the hands, which they complete."""


@jit_inline
def fill_hand(info: Info, state: State, seat: Seat, bottom: int, top: int) -> int:
    """Move the cards from ``bottom`` to ``top`` of the talon into a hand; return their number."""
    for place in range(bottom, top):
        state.hands[seat] |= bit(state.talon[place])
        state.talon[place] = NO_CARD
    return top - bottom


@jit_inline
def lay_unseen(unseen: Cards, stream: Stream, state: State, bottom: int) -> int:
    """Lay the unseen cards into the talon in random order from ``bottom`` on; return the place after them."""
    top = bottom
    while unseen != ZERO:
        place = bottom + below(stream, top - bottom + 1)
        state.talon[top] = state.talon[place]
        state.talon[place] = lowest(unseen)
        unseen = without_lowest(unseen)
        top += 1
    return top
