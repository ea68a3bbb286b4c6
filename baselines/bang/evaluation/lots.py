"""A random legal action, drawn by cards: a kind of which a hand has two cards has two chances.

In its turn a seat first draws a lot among what it can do: use a card 4, end the turn 2, Sid's ability 2, discard 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.actions import (
    AIM_BANG,
    AIM_DUELLO,
    AIM_MANCATO,
    AIM_PRIGIONE,
    ANSWER_BANG,
    ANSWER_BIRRA,
    CAT_BALOU_FIRST,
    DISCARD_FIRST,
    END,
    NOTHING,
    PANICO_FIRST,
    PICK_FIRST,
    SID_PAYS,
    UNTARGETED,
    WORDS,
)
from bang_env.cards import BANG, CAT_BALOU, DUELLO, KIND_OF, MANCATO, NUM_KINDS, PANICO, PRIGIONE
from bang_env.core.card_sets import ONLY, how_many_of_kind, random_card
from bang_env.core.records import DISCARDING, PAYING, PICKING, PLAYING, SHOT
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below
from cardkit.compiled.protocol import Actions, Slot, Stream
from cardkit.compiled.slots import common, has, is_empty, random_slot

Record = Any
"""A STATE or INFO record."""
USE, PASS, PAY, DISCARD = 4, 2, 2, 1
"""The weights of using a card, END, SID and DISCARD."""

_RANGES = (
    *((kind, slot, slot + 1) for slot, kind in enumerate(UNTARGETED, 1)),
    *((BANG, AIM_BANG, AIM_MANCATO), (MANCATO, AIM_MANCATO, AIM_DUELLO), (DUELLO, AIM_DUELLO, AIM_PRIGIONE)),
    *((PRIGIONE, AIM_PRIGIONE, PANICO_FIRST), (PANICO, PANICO_FIRST, CAT_BALOU_FIRST)),
    (CAT_BALOU, CAT_BALOU_FIRST, DISCARD_FIRST),
)
"""The slots of each kind that can be played: kind, first, the one behind the last."""


def _masks() -> Any:
    masks = np.zeros((NUM_KINDS, WORDS), np.uint64)
    for kind, first, end in _RANGES:
        for slot in range(int(first), int(end)):
            masks[kind, slot // 64] |= np.uint64(1 << slot % 64)
    return masks


PLAYS: Any = _masks()
"""The slots by which a card of each kind is played, as words."""


@jit_inline
def plays_of(kind: Any) -> Actions:
    """The set of slots by which a card of a kind is played."""
    return PLAYS[kind, 0], PLAYS[kind, 1], PLAYS[kind, 2], PLAYS[kind, 3]


@jit
def random_by_cards(record: Record, legal: Actions, stream: Stream) -> Slot:
    """One of some legal actions of the seat to move, drawn by cards, given what the seat knows or the full truth."""
    phase = np.int64(record.phase)
    if phase in (PLAYING, DISCARDING):
        return in_turn(record, legal, stream)
    if phase == PAYING:
        return DISCARD_FIRST + KIND_OF[random_card(record.hands, np.int64(record.mover), stream)]
    if phase == PICKING:
        return PICK_FIRST + KIND_OF[random_card(record.emporio, ONLY, stream)]
    return answer(record, legal, stream) if phase >= SHOT else random_slot(legal, stream)


@jit
def in_turn(record: Record, legal: Actions, stream: Stream) -> Slot:
    """The lot among using a card, END, SID and DISCARD."""
    seat, usable, discards = np.int64(record.mover), 0, False
    for kind in range(NUM_KINDS):
        discards |= has(legal, DISCARD_FIRST + kind)
        if not is_empty(common(legal, plays_of(kind))):
            usable += how_many_of_kind(record.hands, seat, kind)
    use, end = USE * np.int64(usable > 0), PASS * np.int64(has(legal, END))
    pay = PAY * np.int64(has(legal, SID_PAYS))
    lot = below(stream, use + end + pay + DISCARD * np.int64(discards))
    if lot < use:
        return use_card(record, legal, usable, stream)
    if lot < use + end:
        return END
    if lot < use + end + pay:
        return SID_PAYS
    return DISCARD_FIRST + KIND_OF[random_card(record.hands, seat, stream)]


@jit
def use_card(record: Record, legal: Actions, usable: Any, stream: Stream) -> Slot:
    """A random card that can be used, and one of its actions."""
    lot = below(stream, usable)
    for kind in range(NUM_KINDS):
        found = common(legal, plays_of(kind))
        if not is_empty(found):
            lot -= how_many_of_kind(record.hands, np.int64(record.mover), kind)
            if lot < 0:
                return random_slot(found, stream)
    return END


@jit
def answer(record: Record, legal: Actions, stream: Stream) -> Slot:
    """A random card that answers; without one Sid's ability, and without that nothing."""
    seat, cards = np.int64(record.mover), 0
    for slot in range(ANSWER_BANG, ANSWER_BIRRA + 1):
        if has(legal, slot):
            cards += how_many_of_kind(record.hands, seat, slot - ANSWER_BANG)
    if cards == 0:
        return SID_PAYS if has(legal, SID_PAYS) else NOTHING
    lot = below(stream, cards)
    for slot in range(ANSWER_BANG, ANSWER_BIRRA + 1):
        if has(legal, slot):
            lot -= how_many_of_kind(record.hands, seat, slot - ANSWER_BANG)
            if lot < 0:
                return slot
    return NOTHING
