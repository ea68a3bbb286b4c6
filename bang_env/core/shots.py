"""Shots, raids and duels: the seats that they meet, and the answers of these."""

from __future__ import annotations

import numpy as np

from bang_env.actions import ANSWER_BANG, NOTHING
from bang_env.cards import BARILE_PLACE, HEART, NO_CARD
from bang_env.characters import JOURDONNAIS, SLAB
from bang_env.core.card_sets import first_of_kind
from bang_env.core.damage import hit
from bang_env.core.deck import discard, on_table
from bang_env.core.luck import luck
from bang_env.core.records import (
    BY_BANG,
    BY_DUELLO,
    BY_GATLING,
    BY_INDIANI,
    DUELLING,
    NOBODY,
    PLAYING,
    RAIDED,
    SHOT,
    State,
)
from bang_env.core.seats import is_, left_of
from bang_env.core.work import AIM, DONE, RESUME, ask
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import constants, jit, jit_inline
from cardkit.compiled.protocol import Seat, Slot

ONE_MISS, TWO_MISSES, ONE_LIFE = constants((1, 2, 1))


@jit_inline
def strike(state: State, cause: int, source: Seat) -> Number:
    """Begin a gatling or indiani: they meet all others, clockwise."""
    state.cause, state.source, state.target = cause, source, source
    return AIM


@jit
def aim(state: State) -> Number:
    """Aim a gatling or indiani at the next target; the card is done when it has come around."""
    state.target = left_of(state, np.int64(state.target))
    if state.target == state.source:
        return DONE
    if state.cause == BY_INDIANI:
        return ask(state, RAIDED, np.int64(state.target))
    return meet(state, ONE_MISS)


@jit
def shoot(state: State, source: Seat, target: Seat, is_bang: bool) -> Number:
    """Shoot at a seat; a bang of Slab the Killer takes two misses."""
    state.cause, state.source, state.target = BY_BANG, source, target
    return meet(state, TWO_MISSES if is_bang and is_(state, source, SLAB) else ONE_MISS)


@jit
def meet(state: State, needed: Number) -> Number:
    """Let the target make its draws while it needs a miss, then ask it."""
    target = np.int64(state.target)
    if is_(state, target, JOURDONNAIS) and luck(state, target, HEART) == HEART:
        needed -= 1
    if needed > 0 and on_table(state, target, BARILE_PLACE) != NO_CARD and luck(state, target, HEART) == HEART:
        needed -= 1
    state.needed = needed
    return ask(state, SHOT, target) if needed > 0 else RESUME


@jit
def challenge(state: State, source: Seat, target: Seat) -> Number:
    """Begin a duello: the target is asked first."""
    state.cause, state.source, state.target = BY_DUELLO, source, target
    return ask(state, DUELLING, target)


@jit
def answer(state: State, slot: Slot) -> Number:
    """Let the seat that is asked lay a card, or do nothing and lose a life."""
    seat, phase = np.int64(state.mover), np.int64(state.phase)
    if slot == NOTHING:
        by = np.int64(state.source)
        state.phase, state.needed = PLAYING, 0  # a duello is over
        return hit(state, seat, ONE_LIFE, by if by != seat else NOBODY)
    discard(state, seat, first_of_kind(state.hands, seat, slot - ANSWER_BANG))
    if phase == DUELLING:
        other = state.source if seat == np.int64(state.target) else state.target
        return ask(state, DUELLING, np.int64(other))
    if phase == SHOT and state.needed > 1:
        state.needed -= 1
        return ask(state, SHOT, seat)
    state.needed = 0
    return RESUME


@jit_inline
def resume(state: State) -> Number:
    """Return the phase that follows once a target is done with."""
    return AIM if state.cause == BY_GATLING or state.cause == BY_INDIANI else DONE
