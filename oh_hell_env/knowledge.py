"""Knowledge of a seat: the one place that decides it.

An INFO record is a state without what its seat does not know. Agents, observations, masks and pages see nothing else
of a game.

==================  ===========================================================================================
known               closed world
==================  ===========================================================================================
own hand            whole; not before the last bid if ``blind`` is ``full``
other hands         their sizes
cards played        of this round, in order, and by whom
trumps              the suit and the turned card; not before the last bid if ``blind`` is ``half``
undealt cards       their number
legal actions       of the seat itself, when it is to move
==================  ===========================================================================================

The cards not seen lie in the hands that are not known, or undealt. In the open world all hands and trumps are known to
all seats. Nobody knows the deals of later rounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ZERO, popcount
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Seat
from cardkit.compiled.records import Field, clear_spare, record, spare_after, tail_copier
from oh_hell_env.cards import NO_CARD, UNKNOWN_CARD, UNKNOWN_SUIT
from oh_hell_env.core.dealing import ROTATION, TURN_UP
from oh_hell_env.core.play import mover
from oh_hell_env.core.records import BID, OVER, STATES, Info, State, owned_fields, public_fields, seats_of
from oh_hell_env.rules import BLINDS, Rules

_, HALF, FULL = range(len(BLINDS))


def info_fields(seats: int) -> list[Field]:
    """List the fields of the record of one seat's knowledge; ``hands`` holds the hands that are known.

    This order leaves no gap before the public fields, which are copied as a block. So `observe` writes every byte.
    """
    return [
        *owned_fields(seats),
        ("unseen", np.uint64),  # cards whose place the seat does not know: in a hand, undealt, or turned up unseen
        ("hand_sizes", np.uint8, seats),
        ("undealt", np.uint8),  # number of cards that lie undealt, the turned card not counted
        ("seat", np.int8),  # the seat that knows this; NOBODY: spectators
        ("open_world", np.uint8),
        *spare_after(seats + 3),
        *public_fields(seats),
    ]


INFOS = {seats: record(info_fields(seats), "oh_hell") for seats in STATES}
"""All that one seat knows, by the number of seats. Fields shared with STATE mean the same, without what is hidden."""

copy_public = tail_copier("played_by")


def info_dtype(rules: Rules) -> np.dtype[Any]:
    """Return the dtype of the records of a seat's knowledge in a game by these rules."""
    return INFOS[rules.num_players]


@jit_inline
def has_turned_card(record: Any) -> bool:
    """Return whether a card of this round is turned up, seen or not."""
    dealt = seats_of(record) * np.int64(record.hand_size)
    return bool(record.trump_rule == TURN_UP and dealt < popcount(record.deck))


@jit_inline
def hides_hand(record: Any) -> bool:
    """Return whether the own hand is not known yet."""
    return record.blind == FULL and record.phase == BID


@jit_inline
def hides_trumps(record: Any) -> bool:
    """Return whether trumps are not known yet."""
    return record.blind == HALF and record.phase == BID and record.trump_rule != ROTATION


@jit_inline
def observe(state: State, seat: Seat, open_world: bool, info: Info) -> None:
    """Write into ``info`` the knowledge that ``seat`` has of ``state``, and leave nothing of its old content.

    Compiled agents get the record by pointer and may write into it. The next agent never sees what they wrote.
    """
    to_move = state.phase != OVER and mover(state) == seat
    info.legal = state.legal if to_move else ZERO
    copy_public(state, info)
    clear_spare(info)
    seen = bit_of_card(state.turned)
    for one in range(seats_of(state)):
        hand = state.hands[one]
        seen |= state.played_by[one]
        info.hand_sizes[one] = popcount(hand)
        if not open_world and (one != seat or hides_hand(state)):
            hand = ZERO
        info.hands[one] = hand
        seen |= hand
    dealt = seats_of(state) * np.int64(state.hand_size)
    info.undealt = popcount(state.deck) - dealt - np.int64(has_turned_card(state))
    info.seat = seat
    info.open_world = open_world
    if not open_world and hides_trumps(state):
        if state.trump_rule == TURN_UP:
            seen &= ~bit_of_card(state.turned)
            info.turned = UNKNOWN_CARD
        info.trump = UNKNOWN_SUIT
        info.trumps = ZERO
    info.unseen = state.deck & ~seen


@jit_inline
def bit_of_card(card: Any) -> Any:
    """Return the set of one card; empty for NO_CARD."""
    return np.uint64(card != NO_CARD) << np.uint64(card)


@jit
def observe_first(states: np.ndarray, seat: Seat, open_world: bool, infos: np.ndarray) -> None:
    """Observe the first of the states, into the first of the records; see `observe`."""
    observe(states[0], seat, open_world, infos[0])
