"""Guesses of the roles from the table of attacks, who is an ally by them, and what harms allies."""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.actions import AIM_BANG, CAT_BALOU_FIRST, FROM_HAND, NUM_PLACES, PANICO_FIRST, TARGETS
from bang_env.cards import DINAMITE_PLACE, PRIGIONE_PLACE
from bang_env.characters import DEPUTY, OUTLAW, RENEGADE, ROLES_IN_PLAY, SHERIFF, UNKNOWN
from bang_env.core.records import Info, seats_of
from bang_env.core.seats import living, seat_after
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import below
from cardkit.compiled.protocol import Actions, Seat, Stream
from cardkit.compiled.slots import without_slot

Record = Any
"""A STATE or INFO record."""
Roles = Any
"""A role for each seat, as an array."""
NUM_ROLES = int(UNKNOWN)
BY_FRIENDLINESS: Any = np.array([DEPUTY, RENEGADE, OUTLAW], np.int64)
"""The roles to guess, those that attack the Sheriff least first."""


@jit
def guess_roles(info: Info, stream: Stream) -> Roles:
    """Guess each seat's role: those known, the others by how much they have attacked the Sheriff, ties at random."""
    seats = seats_of(info)
    roles, left = np.zeros(seats, np.int64), np.zeros(NUM_ROLES, np.int64)
    for seat in range(seats):
        roles[seat] = info.roles[seat]
        left[ROLES_IN_PLAY[seat]] += 1
    for seat in range(seats):
        if roles[seat] != UNKNOWN:
            left[roles[seat]] -= 1
    for number in range(len(BY_FRIENDLINESS)):
        role = BY_FRIENDLINESS[number]
        for _ in range(left[role]):
            roles[friendliest(info, roles, stream)] = role
    return roles


@jit
def friendliest(info: Info, roles: Roles, stream: Stream) -> Seat:
    """Find the seat without a role that has attacked the Sheriff least; of several a random one."""
    seats, found, least, ties = seats_of(info), 0, 0, 0
    for seat in range(seats):
        if roles[seat] == UNKNOWN:
            attacks = np.int64(info.attacks[seat * seats + np.int64(info.sheriff)])
            if ties == 0 or attacks < least:
                found, least, ties = seat, attacks, 1
            elif attacks == least:
                ties += 1
                if below(stream, ties) == 0:
                    found = seat
    return found


@jit
def is_ally(record: Record, roles: Roles, seat: Seat, other: Seat) -> bool:
    """Return whether a seat takes another for an ally, by these roles; those of the law are the lowest numbers."""
    own, role = roles[seat], roles[other]
    if own == OUTLAW:
        return role == OUTLAW
    if own == RENEGADE:
        return role == SHERIFF and living(record) > 2
    return role <= DEPUTY


@jit
def without_harm(record: Record, roles: Roles, legal: Actions) -> Actions:
    """Return the legal actions of the seat to move without those that harm an ally, or free an enemy from jail."""
    seat = np.int64(record.mover)
    for steps in range(1, seats_of(record)):
        helps = is_ally(record, roles, seat, seat_after(record, seat, steps))
        if helps:
            for first in range(AIM_BANG, PANICO_FIRST, TARGETS):
                legal = without_slot(legal, first + steps - 1)
            legal = without_slot(legal, FROM_HAND + steps - 1)
        for place in range(NUM_PLACES):
            if place != DINAMITE_PLACE and helps != (place == PRIGIONE_PLACE):
                here = NUM_PLACES * (steps - 1) + place
                legal = without_slot(without_slot(legal, PANICO_FIRST + here), CAT_BALOU_FIRST + here)
    return legal
