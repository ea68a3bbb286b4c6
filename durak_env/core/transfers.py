"""Transfers: the defender passes the attack on, as long as no card of the bout is beaten.

The defender becomes the attacker, and the next seat that is in becomes the defender. A transfer lays a card of the
attack's rank, or shows the trump of that rank, which stays in the hand. The slot of a transfer with a card is the one
above the ace in the card's lane::

    rank          15   ...   9   8   7   6
    lane of hearts `>h`             7h              7h is in the hand, the attack is of sevens: `>h` lays 7h
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, bit, lowest
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import Actions, Slot
from cardkit.compiled.records import where_field
from cardkit.playing_cards import Cards
from durak_env.cards import SHOW_BIT, SHOW_SLOT, TRANSFER_RANK, count, rank_lanes
from durak_env.core.asking import limit
from durak_env.core.records import State
from durak_env.core.seating import defender_of, first_from, seats_in

_15 = np.int64(15)


def _transfers(state: State) -> Actions:
    defender = np.int64(state.defender)
    others = seats_in(state) & ~bit(defender)
    if not state.transfer or state.defences != ZERO or others == ZERO:
        return ZERO
    attacks = np.int64(state.table_size)
    room = count(state.hands[first_from(state, others, defender + 1)])
    rank = np.int64(state.table[0]) & _15
    cards = state.hands[defender] & rank_lanes(rank)
    found = ZERO
    if attacks < min(room, limit(state)):
        found = cards << np.uint64(TRANSFER_RANK - rank)
    if state.passport and attacks <= room and cards & state.trumps & ~_shown_by(state, defender) != ZERO:
        found |= SHOW_BIT
    return found


@jit_inline
def _shown_by(state: State, seat: int) -> Cards:
    """Return all cards if a seat has shown a trump in this game, else none."""
    return ~ZERO if np.uint64(state.shown) & bit(seat) != ZERO else ZERO


def _no_transfers(state: State) -> Actions:
    return ZERO


transfers = where_field("transfer", _transfers, _no_transfers)
"""The actions with which the defender may pass the attack on."""


def _is_transfer(state: State, action: Slot) -> bool:
    return (np.int64(action) & _15) == TRANSFER_RANK or action == SHOW_SLOT


def _never(state: State, action: Slot) -> bool:
    return False


is_transfer = where_field("transfer", _is_transfer, _never)
"""Return whether an action passes the attack on."""


@jit_inline
def transferred_card(state: State, action: Slot) -> Slot:
    """Return the card that a transfer lays or shows."""
    rank = np.int64(state.table[0]) & _15
    if action == SHOW_SLOT:
        return lowest(state.hands[defender_of(state)] & state.trumps & rank_lanes(rank))
    return np.int64(action) - TRANSFER_RANK + rank


def _pass_on(state: State, action: Slot) -> None:
    defender = np.int64(state.defender)
    if action == SHOW_SLOT:
        state.known[defender] |= bit(transferred_card(state, action))
        state.shown |= np.uint8(1) << np.uint8(defender)
    heir = first_from(state, seats_in(state) & ~bit(defender), defender + 1)
    state.attacker = defender
    state.defender = heir
    state.place = heir
    state.mover = heir


def _nothing(state: State, action: Slot) -> None:
    pass


pass_attack_on = where_field("transfer", _pass_on, _nothing)
"""Make the defender the attacker, and the next seat that is in the defender. A shown trump becomes known."""


def _oldest_unbeaten(state: State) -> Slot:
    beaten, last = count(state.defences), np.int64(state.table[state.table_size - 1])
    if beaten > 0 and state.attacks & bit(last) != ZERO:
        return last
    return np.int64(state.table[beaten])


def _last(state: State) -> Slot:
    return np.int64(state.table[state.table_size - 1])


card_to_beat = where_field("transfer", _oldest_unbeaten, _last)
"""The oldest attack card that is not beaten, which the defender must answer. Only transfers leave more than one."""


def _count_unbeaten(state: State) -> bool:
    return count(state.attacks) > count(state.defences)


def _all_beaten(state: State) -> bool:
    return False


has_more_to_beat = where_field("transfer", _count_unbeaten, _all_beaten)
"""Return whether a beat has left attack cards unbeaten."""
