"""Throw-ins: which cards may be added to a bout, and which seat is asked for one.

The throwers are asked one at a time: the attacker first, then the others clockwise. A seat without a card that may be
added is passed over::

    beat, or TAKE --> attacker --DONE--> next thrower --DONE--> ... --DONE--> the bout ends
                         `------card---------`--> after a beat the defender answers it, and asking begins anew;
                                                  after TAKE the same thrower goes on

After a beat an attacker that is in is asked even without such a card.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Number, bit, lowest
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.records import where_field
from cardkit.playing_cards import Cards
from durak_env.cards import DONE_BIT, count, same_ranks
from durak_env.core.records import State
from durak_env.core.seating import (
    SeatSet,
    defender_of,
    first_from,
    holders,
    mover,
    rivals_of,
    seats_in,
    seats_of,
    set_mover,
)
from durak_env.rules import THROWERS

ALL, NEIGHBOURS, ATTACKER_ALONE = range(len(THROWERS))


def _limit_at_first(state: State) -> Number:
    limit = np.int64(state.max_attack_cards)
    return min(limit, np.int64(state.first_discard_limit)) if state.discard == ZERO else limit


def _limit(state: State) -> Number:
    return np.int64(state.max_attack_cards)


limit = where_field("first_discard_limit", _limit_at_first, _limit)
"""The limit that the rules set on the attack cards of this bout."""


@jit_inline
def addable(state: State) -> Cards:
    """Return the slots of the cards that may be added to the bout: all of the ranks on the table, if there is room."""
    attacks = count(state.attacks)
    unbeaten = attacks - count(state.defences)
    if unbeaten >= count(state.hands[defender_of(state)]) or attacks >= limit(state):
        return ZERO
    return same_ranks(state.attacks | state.defences)


@jit_inline
def throw_ins(state: State) -> Cards:
    """Return the cards that the thrower to move may add to the bout."""
    return state.hands[mover(state)] & addable(state)


def _throwers(state: State) -> SeatSet:
    rivals = rivals_of(state, defender_of(state))
    if state.throw_in == ALL:
        return rivals
    attacker = bit(state.attacker)
    rivals &= seats_in(state)
    if state.throw_in == ATTACKER_ALONE or rivals == ZERO:
        return attacker
    return attacker | bit(first_from(state, rivals, defender_of(state) + 1))


def _attacker_alone(state: State) -> SeatSet:
    return bit(state.attacker)


throwers = where_field("throw_in", _throwers, _attacker_alone)
"""The seats that may throw in now, if they hold a card to add."""


def _ask(state: State, first: int, cards: Cards) -> bool:
    seats, attacker = np.uint64(seats_of(state)), np.uint64(state.attacker)
    able = holders(state, cards) & throwers(state)
    ahead = (able | (able << seats)) >> attacker  # bit k: the seat k places after the attacker
    ahead &= (bit(seats_of(state)) - ONE) & (~ZERO << np.uint64(first))
    if ahead == ZERO:
        return False
    seat = np.int64(attacker) + lowest(ahead)
    seat = seat - seats_of(state) if seat >= seats_of(state) else seat
    state.mover = seat
    state.legal = (state.hands[seat] & cards) | DONE_BIT
    return True


def _ask_attacker(state: State, first: int, cards: Cards) -> bool:
    playable = state.hands[state.attacker] & cards
    if first > 0 or playable == ZERO:
        return False
    state.legal = playable | DONE_BIT
    return True


ask = where_field("mover", _ask, _ask_attacker)
"""Give the next ply to the first thrower with one of ``cards``, from ``first`` places after the attacker on.

Returns whether there is one."""


def _places_after_attacker(state: State) -> Number:
    ahead = np.int64(state.mover) - np.int64(state.attacker)
    return ahead + seats_of(state) if ahead < 0 else ahead


def _none_after_attacker(state: State) -> Number:
    return 0


places_from_attacker = where_field("mover", _places_after_attacker, _none_after_attacker)
"""Count the places from the attacker to the thrower to move."""


def _holds_or_draws(state: State) -> bool:
    return state.talon_size > 0 or state.hands[state.attacker] != ZERO


def _always(state: State) -> bool:
    return True


_attacker_is_in = where_field("mover", _holds_or_draws, _always)


@jit_inline
def ask_after_beat(state: State) -> bool:
    """Ask the attacker for a throw-in if it is in, else the first thrower with a card; return whether one is asked."""
    cards = addable(state)
    if not _attacker_is_in(state):
        return ask(state, 1, cards)
    set_mover(state, np.int64(state.attacker))
    state.legal = (state.hands[state.attacker] & cards) | DONE_BIT
    return True
