"""Durak as the kit's compiled loops know it: which functions they reach by the protocol."""

from __future__ import annotations

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import NO_EVENT, Seat, Slot, State, implement
from cardkit.compiled.records import block_copier
from durak_env.cards import TAKE_SLOT
from durak_env.game import ATTACK, OWNED_FIELDS, PUBLIC_FIELDS, STATE, mover, returns, step
from durak_env.information import INFO, determinize_into, observe

SEATS = 2
BOUT_ENDED = 16  # no card has this slot: the ply that an attacker without cards to add does not get after a take

copy_state = block_copier(OWNED_FIELDS + PUBLIC_FIELDS)


@jit_inline
def score(state: State, seat: Seat) -> float:
    """1 for the winner of a game that is over, 0 for the fool, 0.5 for a draw."""
    return 0.5 + 0.5 * np.float64(returns(state, seat))


@jit_inline
def event_after(state: State, slot: Slot) -> Slot:
    """The end of the bout by a take, where the attacker had no card to add."""
    return BOUT_ENDED if slot == TAKE_SLOT and state.phase == ATTACK else NO_EVENT


implement(protocol.mover, STATE, mover)
implement(protocol.step, STATE, step)
implement(protocol.score, STATE, score)
implement(protocol.copy_state, STATE, copy_state)
implement(protocol.observe, STATE, observe)
implement(protocol.event_after, STATE, event_after)
implement(protocol.determinize, INFO, determinize_into)
