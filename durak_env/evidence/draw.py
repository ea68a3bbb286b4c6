"""Worlds drawn uniformly from those in which the whole game could have gone as it did."""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Bits, bit, popcount, random_bit
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import uniform
from cardkit.compiled.protocol import Stream, determinize, implement
from cardkit.compiled.records import FIELD, record
from cardkit.playing_cards import Cards
from durak_env.core.records import PUBLIC_FIELDS, Info, State
from durak_env.evidence.plan import make_plan
from durak_env.evidence.profiles import places_in, ways_to_fill
from durak_env.evidence.records import BITS, MOST_OPEN, PLAN_FIELDS
from durak_env.knowledge import copy_knowledge, determinize_into, determinize_with_hand, info_fields

EVIDENT_INFO = record(info_fields(2, [*PLAN_FIELDS, *PUBLIC_FIELDS]), "durak")
"""INFO of a seat that heeds the evidence of the whole game: with the plan of `durak_env.evidence.plan`."""


class EvidentInfo(Info):
    """An EVIDENT_INFO record."""

    sums = profiles = luck = allowed = closing = num_profiles = num_segments = open = avoiding = FIELD


@jit
def heed(infos: np.ndarray, logs: np.ndarray, works: np.ndarray, evidents: np.ndarray) -> None:
    """Copy an INFO record into an EVIDENT_INFO record and add the plan for a LOG record; each in an array of one.

    ``works`` holds a WORK record to overwrite.
    """
    info, evident = infos[0], evidents[0]
    copy_knowledge(info, evident)
    if info.unseen != ZERO:
        make_plan(info, logs[0], works[0], evident)


@jit
def determinize_by_evidence(info: EvidentInfo, stream: Stream, state: State) -> None:
    """Write into ``state`` a state drawn uniformly from those in which the game could have gone as it did.

    The deal's chance decides what is alike: each order of the deck counts once, and half if the first attack was drawn
    by lot.
    """
    if info.num_profiles == 0:
        determinize_into(info, stream, state)
        return
    determinize_with_hand(info, hidden_hand(info, stream), stream, state)


@jit_inline
def hidden_hand(info: EvidentInfo, stream: Stream) -> Cards:
    """Fill the places of a profile, the earliest segment first, with cards that may lie there."""
    number = profile_drawn(info, stream)
    profile, still_open = info.profiles[number], np.int64(info.open[number])
    hand, filled = ZERO, 0
    for segment in range(info.num_segments):
        for _ in range(places_in(profile, segment)):
            cards = info.allowed[segment] & ~hand
            profile -= ONE << np.uint64(BITS * segment)
            filled += 1
            if still_open != 0:
                left = events_left(info, stream, profile, filled, still_open, segment, cards)
                cards = leaving(info, segment, still_open, left, cards)
                still_open = left
            hand |= bit(random_bit(cards, stream))
    return hand


@jit_inline
def profile_drawn(info: EvidentInfo, stream: Stream) -> int:
    """Draw the number of a profile by its ways."""
    low, high = 0, info.num_profiles - 1
    point = uniform(stream) * info.sums[high]
    while low < high:
        middle = (low + high) // 2
        if info.sums[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low


@jit
def events_left(
    info: EvidentInfo, stream: Stream, profile: Bits, filled: int, still_open: int, segment: int, cards: Cards
) -> int:
    """Draw which events stay open after the next card, by the ways to fill the places after it.

    Args:
        info: EVIDENT_INFO record.
        stream: STREAM record.
        profile: the places after the next one.
        filled: places before them.
        still_open: the events before the next card, a bit each.
        segment: where the next card lies.
        cards: that it may be.
    """
    total, drawn, left = 0.0, still_open, still_open
    while True:
        fitting = popcount(leaving(info, segment, still_open, left, cards))
        if fitting > 0:
            ways = np.float64(fitting) * ways_to_fill(info, profile, filled, left)
            total += ways
            if uniform(stream) * total < ways:
                drawn = left
        if left == 0:
            return drawn
        left = (left - 1) & still_open


@jit_inline
def leaving(info: EvidentInfo, segment: int, before: int, left: int, cards: Cards) -> Cards:
    """Return the cards of a segment that close all events of ``before`` but those ``left``."""
    for number in range(MOST_OPEN):
        if before >> number & 1:
            closing = info.closing[MOST_OPEN * segment + number]
            cards &= ~closing if left >> number & 1 else closing
    return cards


implement(determinize, EVIDENT_INFO, determinize_by_evidence)
