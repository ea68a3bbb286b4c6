"""A seat that leaves the game: it is eliminated when it is asked, and the others play on."""

from __future__ import annotations

import numpy as np

from bang_env.core.damage import fall
from bang_env.core.plays import next_pick
from bang_env.core.records import DUELLING, DYING, NOBODY, PAYING, PICKING, PUTTING_BACK, RAIDED, SHOT, State
from bang_env.core.turn import lay_all_back
from bang_env.core.work import RESUME
from bang_env.game import go_on
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Seat


@jit
def withdraw(state: State, seat: Seat) -> None:
    """Take the seat that is asked out of the game; this counts as a ply. If all have left, all lose."""
    state.plies += 1
    state.event, state.discarded = 0, 0
    go_on(state, leave(state, seat))


@jit
def leave(state: State, seat: Seat) -> Number:
    """Let the seat fall with the card that is carried out; return the next step.

    A shot or a raid goes on to the next target, an emporio to the next seat; a duello ends without loss, a payment
    lapses, the own turn ends, and what Kit Carlson looks at goes back.
    """
    state.blamed = responsible(state, seat)
    state.needed, state.paying_from, state.payments = 0, 0, 0
    fall(state, seat)
    if state.phase == PICKING:
        return next_pick(state, seat)
    if state.phase == PUTTING_BACK:
        lay_all_back(state)
    return RESUME


@jit
def responsible(state: State, seat: Seat) -> Seat:
    """Return the seat responsible if this seat did nothing and died of it, or NOBODY.

    So leaving costs no reward and saves no penalty.
    """
    phase = np.int64(state.phase)
    if phase == DYING or (phase == PAYING and state.paying_from == DYING):
        return np.int64(state.blamed)
    takes_last_life = phase in (SHOT, RAIDED, DUELLING) and state.lives[seat] == 1 and state.source != seat
    return np.int64(state.source) if takes_last_life else NOBODY
