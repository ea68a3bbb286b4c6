"""The end of a bout: where its cards go, who draws, who is out, and who plays the next one.

The attacker draws first, then the others clockwise, the defender last.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Seat
from cardkit.compiled.records import where_field
from cardkit.playing_cards import MAX_CARDS
from durak_env.cards import bit, count
from durak_env.core.records import ATTACK, GAME_OVER, NO_CARD, NO_SEAT, State
from durak_env.core.seating import defender_of, holders, is_decided, seat_next_bout, seats_of


@jit_inline
def end_bout(state: State, taken: bool) -> None:
    """Clear the table, fill the hands up, pass the attack on, and see whether the game is over."""
    talon_size = np.int64(state.talon_size)
    clear_table(state, taken)
    if talon_size > 0:
        fill_all_up(state)
    is_idle = taken and talon_size == np.int64(state.talon_size)
    over = count_idle(state, is_idle) or (state.talon_size == 0 and is_decided(state))
    state.phase = GAME_OVER if over else ATTACK
    note_out(state)
    seat_next_bout(state, taken)
    state.legal = ZERO if over else state.hands[state.attacker]


@jit_inline
def clear_table(state: State, taken: bool) -> None:
    """Give the cards on the table to the defender, or to the discard."""
    cards = state.attacks | state.defences
    if taken:
        defender = defender_of(state)
        state.hands[defender] |= cards
        state.known[defender] |= cards
    else:
        state.discard |= cards
    state.attacks = ZERO
    state.defences = ZERO
    for place in range(MAX_CARDS):
        state.table[place] = 0
    state.table_size = 0


def _places_to_defender(state: State) -> Number:
    ahead = np.int64(state.defender) - np.int64(state.attacker)
    return ahead + seats_of(state) if ahead < 0 else ahead


def _one(state: State) -> Number:
    return 1


places_to_defender = where_field("defender", _places_to_defender, _one)
"""Count the places from the attacker to the defender."""


@jit
def fill_all_up(state: State) -> None:
    """Fill up all hands, the defender's last. It is not inlined: few plies draw, and `step` stays small."""
    attacker, skipped = np.int64(state.attacker), places_to_defender(state)
    fill_up(state, attacker)
    for turn in range(1, seats_of(state) - 1):
        seat = attacker + turn + np.int64(turn >= skipped)
        fill_up(state, seat - seats_of(state) if seat >= seats_of(state) else seat)
    fill_up(state, defender_of(state))


@jit_inline
def fill_up(state: State, seat: Seat) -> None:
    """Draw from the talon until the hand is full or the talon is empty."""
    hand = state.hands[seat]
    left, missing = np.int64(state.talon_size), np.int64(state.hand_size) - count(hand)
    while missing > 0 and left > 0:
        left -= 1
        missing -= 1
        hand |= bit(state.talon[left])
        state.talon[left] = 0
    state.hands[seat] = hand
    if left == 0 and state.trump_card != NO_CARD:  # the talon's last card, which all have seen
        state.known[seat] |= hand & bit(state.trump_card)
    state.talon_size = left


def _count_idle(state: State, is_idle: bool) -> bool:
    state.idle = state.idle + 1 if is_idle and state.idle_limit > 0 else 0
    return is_idle and state.idle == state.idle_limit and state.idle_limit > 0


def _never_in_circles(state: State, is_idle: bool) -> bool:
    return False


count_idle = where_field("idle", _count_idle, _never_in_circles)
"""Count idle bouts in a row: taken, with no card drawn afterwards. Returns whether the limit is reached."""


def _note_out(state: State) -> None:
    if state.talon_size > 0:
        return
    fool = NO_SEAT
    if state.draws == 0 and holders(state, ~ZERO) == ZERO:
        fool = np.int64(state.defender)
    for seat in range(seats_of(state)):
        if state.hands[seat] == ZERO and state.out_bout[seat] == 0 and seat != fool:
            state.out_bout[seat] = state.bouts


def _note_nothing(state: State) -> None:
    pass


note_out = where_field("out_bout", _note_out, _note_nothing)
"""Record the present bout for each seat that has just gone out; while there is a talon, no seat is out.

Without draws the defender of a bout after which nobody has cards stays in: it is the fool.
"""
