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
from bang_env.cards import BANG, CAT_BALOU, DUELLO, KIND_HIGH, KIND_LOW, KIND_OF, MANCATO, NUM_KINDS, PANICO, PRIGIONE
from bang_env.core.card_sets import ONLY, how_many_of_kind, random_card
from bang_env.core.legal import kinds_of
from bang_env.core.records import DISCARDING, PAYING, PICKING, PLAYING, SHOT
from cardkit.compiled.bits import ZERO, Bits, lowest, nth_bit, popcount, without_lowest
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


def _words(first: int, end: int) -> list[int]:
    """Return the set of the slots from ``first`` to the one before ``end``."""
    number = sum(1 << slot for slot in range(first, end))
    return [number >> 64 * word & 2**64 - 1 for word in range(WORDS)]


PLAYS: Any = np.zeros((NUM_KINDS, WORDS), np.uint64)
"""The slots by which a card of each kind is played, as words."""
for _kind, _first, _end in _RANGES:
    PLAYS[_kind] |= np.array(_words(int(_first), int(_end)), np.uint64)
DISCARDS: Any = np.array(_words(int(DISCARD_FIRST), int(SID_PAYS)), np.uint64)
"""The slots by which a card is discarded, as words."""


@jit_inline
def plays_of(kind: Any) -> Actions:
    """Return the set of slots by which a card of a kind is played."""
    return PLAYS[kind, 0], PLAYS[kind, 1], PLAYS[kind, 2], PLAYS[kind, 3]


@jit_inline
def discards() -> Actions:
    """Return the set of slots by which a card is discarded."""
    return DISCARDS[0], DISCARDS[1], DISCARDS[2], DISCARDS[3]


@jit
def random_by_cards(record: Record, legal: Actions, stream: Stream) -> Slot:
    """Draw by cards one of some legal actions of the seat to move, given its knowledge or the full truth."""
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
    """Draw the lot among using a card, END, SID and DISCARD."""
    low, high = usable_cards(record, legal)
    use, end = USE * np.int64(low | high != ZERO), PASS * np.int64(has(legal, END))
    pay = PAY * np.int64(has(legal, SID_PAYS))
    discard = DISCARD * np.int64(not is_empty(common(legal, discards())))
    lot = below(stream, use + end + pay + discard)
    if lot < use:
        return use_card(low, high, legal, stream)
    if lot < use + end:
        return END
    if lot < use + end + pay:
        return SID_PAYS
    return DISCARD_FIRST + KIND_OF[random_card(record.hands, np.int64(record.mover), stream)]


@jit
def usable_cards(record: Record, legal: Actions) -> tuple[Bits, Bits]:
    """Return the cards of the hand that can be used, as the two words of a set."""
    seat, low, high = np.int64(record.mover), ZERO, ZERO
    kinds = kinds_of(record.hands, seat)
    while kinds != ZERO:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        if not is_empty(common(legal, plays_of(kind))):
            low |= record.hands[2 * seat] & KIND_LOW[kind]
            high |= record.hands[2 * seat + 1] & KIND_HIGH[kind]
    return low, high


@jit
def use_card(low: Bits, high: Bits, legal: Actions, stream: Stream) -> Slot:
    """Draw a card of those that can be used, and one of its actions."""
    first = popcount(low)
    lot = below(stream, first + popcount(high))
    card = nth_bit(low, lot) if lot < first else 64 + nth_bit(high, lot - first)
    return random_slot(common(legal, plays_of(KIND_OF[card])), stream)


@jit
def answer(record: Record, legal: Actions, stream: Stream) -> Slot:
    """Draw a card that answers; without one choose Sid's ability, and without that nothing."""
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
