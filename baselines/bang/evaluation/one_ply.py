"""A ply as the one-ply evaluator imagines it, and its value of the position.

Others do nothing against it, and do not save themselves. A shot misses a seat with a barrel with a fixed probability.
Abilities, falls, rewards and penalties are carried out by the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.actions import AIM_BANG, AIM_DUELLO, AIM_MANCATO, DISCARD_FIRST, PICK_FIRST
from bang_env.agents.guess import is_ally
from bang_env.cards import (
    BANG,
    BARILE_PLACE,
    KIND_OF,
    MANCATO,
    MIRINO_PLACE,
    MUSTANG_PLACE,
    NO_CARD,
    PRIGIONE_PLACE,
)
from bang_env.characters import JOURDONNAIS
from bang_env.core.card_sets import ONLY, first_card, first_of_kind
from bang_env.core.damage import fall, fill_empty_hand, hit
from bang_env.core.deaths import bury
from bang_env.core.deck import discard, on_table
from bang_env.core.records import BY_BANG, BY_DUELLO, BY_GATLING, BY_NOTHING, State, seats_of
from bang_env.core.seats import is_, reach, seat_after, shoots_on
from bang_env.core.work import ASK
from bang_env.game import carry_out, mover
from baselines.bang.evaluation.weights import (
    ALLYS_ASSETS,
    BARILE_THERE,
    ENEMYS_ASSETS,
    HAND_SIZE,
    LIFE_OF,
    MIRINO_THERE,
    MUSTANG_THERE,
    OWN_ASSETS,
    PRIGIONE_THERE,
    REACH,
    ROLE_SIZE,
    VOLCANIC_THERE,
)
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below, chance
from cardkit.compiled.protocol import Seat, Slot, Stream, copy_state
from cardkit.compiled.slots import first_slot, is_empty, legal_of, without_first

BARREL_HELPS = 0.25
ONE_LIFE = np.int64(1)

Weights = Any
"""An individual: 100 numbers, see `baselines.bang.evaluation.weights`."""


# --- what follows from a ply -----------------------------------------------------------------------------------------


@jit
def imagine(state: State, slot: Slot, stream: Stream) -> None:
    """Play a legal action of the seat whose turn it is on a state that is fit for nothing afterwards but its value."""
    seat = mover(state)
    if AIM_BANG <= slot < AIM_DUELLO:
        aim_at(state, seat, slot)
    else:
        carry_out(state, slot)
    while state.payments > 0:
        carry_out(state, DISCARD_FIRST + KIND_OF[first_card(state.hands, seat)])
    while first_card(state.emporio, ONLY) != NO_CARD:
        carry_out(state, PICK_FIRST + KIND_OF[first_card(state.emporio, ONLY)])
    strike(state, seat, stream)
    bury(state)
    fill_empty_hand(state)


@jit
def aim_at(state: State, seat: Seat, slot: Slot) -> None:
    """Lay the card of a shot, which has not struck yet."""
    is_bang = slot < AIM_MANCATO
    discard(state, seat, first_of_kind(state.hands, seat, BANG if is_bang else MANCATO))
    state.target = seat_after(state, seat, slot - (AIM_BANG if is_bang else AIM_MANCATO) + 1)
    state.cause = BY_BANG


@jit
def strike(state: State, seat: Seat, stream: Stream) -> None:
    """Let the card that has been laid meet its target, or all others."""
    cause = np.int64(state.cause)
    if cause in (BY_BANG, BY_DUELLO):
        harm(state, seat, np.int64(state.target), cause, stream)
    elif cause != BY_NOTHING:
        for steps in range(1, seats_of(state)):
            other = seat_after(state, seat, steps)
            if not state.dead[other]:
                harm(state, seat, other, cause, stream)


@jit
def harm(state: State, seat: Seat, other: Seat, cause: Number, stream: Stream) -> None:
    """Take a life from a seat, unless a barrel helps against a shot."""
    if cause in (BY_BANG, BY_GATLING):
        has_barrel = on_table(state, other, BARILE_PLACE) != NO_CARD or is_(state, other, JOURDONNAIS)
        if has_barrel and chance(stream, BARREL_HELPS):
            return
    if hit(state, other, ONE_LIFE, seat) == ASK:
        fall(state, other)


@jit
def most_valuable(state: State, scratch: State, weights: Weights, stream: Stream) -> Slot:
    """Find the legal action of the seat to move whose position is worth most; of several a random one.

    Args:
        state: whose roles are as the seat takes them to be.
        scratch: where plies are imagined.
        weights: an individual.
        stream: of the lots.
    """
    seat = mover(state)
    best, most, ties, rest = np.int64(0), -np.inf, 0, legal_of(state)
    while not is_empty(rest):
        slot = first_slot(rest)
        rest = without_first(rest)
        copy_state(state, scratch)
        imagine(scratch, slot, stream)
        value = value_of_position(scratch, seat, weights)
        ties = ties + 1 if value == most else 1 if value > most else ties
        if value > most or (value == most and below(stream, ties) == 0):
            best, most = slot, value
    return best


# --- its value -------------------------------------------------------------------------------------------------------


@jit
def value_of_position(state: State, seat: Seat, weights: Weights) -> float:
    """Compute the value of a position, whose roles are as the seat takes them to be."""
    first = ROLE_SIZE * np.int64(state.roles[seat])
    total = 0.0
    for other in range(seats_of(state)):
        if state.dead[other]:
            continue
        if other == seat:
            life, assets = first, first + OWN_ASSETS
        else:
            life = first + LIFE_OF + np.int64(state.roles[other])
            assets = first + (ALLYS_ASSETS if is_ally(state, state.roles, seat, other) else ENEMYS_ASSETS)
            total += weights[assets + PRIGIONE_THERE] * is_there(state, other, PRIGIONE_PLACE)
        total += weights[life] * np.float64(state.lives[other]) + value_of_assets(state, other, weights, assets)
    return total


@jit
def value_of_assets(state: State, seat: Seat, weights: Weights, first: Number) -> float:
    """Compute the value of what a seat has; its weights begin at ``first``."""
    total = weights[first + VOLCANIC_THERE] * np.float64(shoots_on(state, seat))
    total += weights[first + BARILE_THERE] * is_there(state, seat, BARILE_PLACE)
    total += weights[first + REACH] * np.float64(reach(state, seat))
    total += weights[first + MUSTANG_THERE] * is_there(state, seat, MUSTANG_PLACE)
    total += weights[first + MIRINO_THERE] * is_there(state, seat, MIRINO_PLACE)
    return total + weights[first + HAND_SIZE] * np.float64(state.hand_sizes[seat])


@jit_inline
def is_there(state: State, seat: Seat, place: Number) -> float:
    """Return 1 if a card lies at a place before a seat, else 0."""
    return np.float64(on_table(state, seat, place) != NO_CARD)
