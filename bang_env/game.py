"""The rules of play on one record: deal and step.

A STATE is changed in place by compiled functions. They assume legal actions and never check; callers that face users
check first. A slot is an action id.

Each part of the core does what a ply says and returns what is to do next, until another ply is due; see
`bang_env.core.work`.
"""

from __future__ import annotations

import numpy as np

from bang_env.actions import DISCARD_FIRST, END, NOTHING, SID_PAYS
from bang_env.characters import SUZY
from bang_env.core.damage import drink, fall, fill_empty_hand
from bang_env.core.dealing import deal_random as _deal_cards
from bang_env.core.dealing import set_up
from bang_env.core.deaths import end_game
from bang_env.core.legal import set_legal
from bang_env.core.plays import pick, play
from bang_env.core.records import (
    DRAWING,
    DYING,
    MOST_GIVEN,
    NO_WINNER,
    OVER,
    PAYING,
    PICKING,
    PUTTING_BACK,
    SHOT,
    SPARE_GIVEN,
    State,
)
from bang_env.core.seats import is_
from bang_env.core.shots import aim, answer, resume
from bang_env.core.turn import (
    begin_payment,
    begin_turn,
    discard_one,
    draw_first,
    draw_phase,
    end_card,
    look_at_jail,
    pass_turn,
    pay,
    play_on,
    put_back,
)
from bang_env.core.work import AIM, ASK, BEGIN, DONE, JAIL, NEXT, PLAY_ON, RESUME, STOP
from bang_env.rules import MOST_PLIES
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Seat, Slot, Stream


@jit
def deal_random(state: State, stream: Stream) -> None:
    """Deal a new game of the state's rules."""
    _deal_cards(state, stream)
    go_on(state, BEGIN)


@jit
def begin(state: State) -> None:
    """Begin a game whose roles, characters and deck are laid out."""
    set_up(state)
    go_on(state, BEGIN)


@jit_inline
def mover(state: State) -> Seat:
    """Return the seat that is asked; meaningless once the game is over."""
    return np.int64(state.mover)


@jit
def step(state: State, slot: Slot) -> None:
    """Play the legal action of the seat that is asked, in place."""
    state.plies += 1
    state.event, state.discarded = 0, 0
    go_on(state, carry_out(state, slot))


@jit
def carry_out(state: State, slot: Slot) -> Number:
    """Carry out a ply; return the next step."""
    phase = np.int64(state.phase)
    if slot == SID_PAYS:
        return begin_payment(state)
    if phase == PAYING:
        return pay(state, slot)
    if phase == PICKING:
        return pick(state, slot)
    if phase == DRAWING:
        return draw_first(state, slot)
    if phase == PUTTING_BACK:
        return put_back(state, slot)
    if phase == DYING:
        return fall(state, mover(state)) if slot == NOTHING else drink(state, mover(state))
    if phase >= SHOT:
        return answer(state, slot)
    if slot == END:
        return NEXT
    return discard_one(state, slot) if slot >= DISCARD_FIRST else play(state, slot)


@jit
def go_on(state: State, work: Number) -> None:
    """Take the steps that are due until a ply is due, or the game is over."""
    while work != ASK and work != STOP:
        work = do(state, work)
    if work == ASK and is_too_long(state):
        end_game(state, NO_WINNER)
    if state.phase != OVER and fill_empty_hand(state) and state.discarded and is_(state, np.int64(state.turn), SUZY):
        state.drew_late = 1
    set_legal(state)


@jit
def do(state: State, work: Number) -> Number:
    """Do one thing; return the next."""
    if work == RESUME:
        return resume(state)
    if work == AIM:
        return aim(state)
    if work == DONE:
        return end_card(state)
    if work == PLAY_ON:
        return play_on(state)
    if work == NEXT:
        return pass_turn(state)
    if work == BEGIN:
        return begin_turn(state)
    return look_at_jail(state) if work == JAIL else draw_phase(state)


@jit_inline
def is_too_long(state: State) -> bool:
    """Return whether the game has as many plies as it may, or the log of chance has no room for another one."""
    return state.plies >= MOST_PLIES or state.given_used > MOST_GIVEN - SPARE_GIVEN
