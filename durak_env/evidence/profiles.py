"""Counting: the ways in which the cards shown leave places for the hidden ones, and those to fill these.

See `durak_env.evidence.plan`.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Bits, Number
from cardkit.compiled.jit import jit, jit_inline
from durak_env.cards import bit
from durak_env.evidence.records import BITS, MOST_OPEN, MOST_PROFILES, SEGMENTS, SUBSETS, Log, Plan, Work

_PLACES = np.uint64((1 << BITS) - 1)  # of one segment
_CLOSED_AT, _ALL_PLACES = np.uint64(BITS * SEGMENTS), np.uint64((1 << BITS * SEGMENTS) - 1)


@jit
def segment_of(work: Work, group: int) -> Number:
    """Return the segment of a group, from 0."""
    segment = 0
    while segment < work.num_bounds and np.int64(work.bounds[segment]) <= group:
        segment += 1
    return segment


@jit
def last_segment(number: int, log: Log, work: Work) -> int:
    """Return the last segment that was drawn before an event that may be open."""
    return segment_of(work, np.int64(log.event_groups[work.opens[number]]) - 1)


@jit
def count_shown(log: Log, work: Work) -> int:
    """Count the ways to place the cards shown.

    Returns:
        The number of profiles, which lie at the beginning of ``work``; -1 if there are too many.
    """
    work.keys[0] = ZERO
    work.ways[0] = 1.0
    size, begin, place = 1, 0, 0
    for group in range(log.groups):
        opened = np.uint64(log.draws[group]) << np.uint64(BITS * segment_of(work, group))
        for number in range(begin, begin + size):
            work.keys[number] += opened
        while place < np.int64(log.shown_size) and np.int64(log.shown_groups[place]) == group + 1:
            target = MOST_PROFILES - begin
            size = place_shown(place, begin, size, target, log, work)
            if size < 0:
                return -1
            begin = target
            place += 1
    for number in range(size):
        work.keys[number] = work.keys[begin + number]
        work.ways[number] = work.ways[begin + number]
    return size


@jit
def place_shown(place: int, begin: int, size: int, target: int, log: Log, work: Work) -> int:
    """Put a card shown into each of its places, for each profile from ``begin`` on; return how many follow from it."""
    after = segment_of(work, np.int64(work.shown_after[place]))
    found = 0
    for number in range(begin, begin + size):
        for segment in range(after, work.num_bounds + 1):
            free = places_in(work.keys[number], segment)
            if free == 0:
                continue
            key = work.keys[number] - (ONE << np.uint64(BITS * segment))
            key |= np.uint64(closed_by(place, segment, log, work)) << _CLOSED_AT
            found = add_ways(work, target, found, key, work.ways[number] * free)
            if found < 0:
                return -1
    return found


@jit
def closed_by(place: int, segment: int, log: Log, work: Work) -> Number:
    """Return the events that a card shown, number ``place`` of the log, closes if it lay in a segment."""
    events = 0
    for number in range(work.num_opens):
        event = work.opens[number]
        if place >= np.int64(log.event_shown[event]) and segment <= last_segment(number, log, work):
            events |= np.int64(log.event_cards[event] & bit(log.shown[place]) != ZERO) << number
    return events


@jit_inline
def places_in(profile: Bits, segment: int) -> Number:
    """Return the number of places of a segment."""
    return np.int64((profile >> np.uint64(BITS * segment)) & _PLACES)


@jit
def add_ways(work: Work, begin: int, size: int, key: Bits, ways: float) -> int:
    """Add ways to a profile of the list that begins at ``begin``; return the size of the list, -1 if it is full."""
    for number in range(begin, begin + size):
        if work.keys[number] == key:
            work.ways[number] += ways
            return size
    if size == MOST_PROFILES:
        return -1
    work.keys[begin + size] = key
    work.ways[begin + size] = ways
    return size + 1


@jit
def list_profiles(size: int, work: Work, plan: Plan) -> bool:
    """Write the profiles with the ways to fill them; return whether there are any."""
    plan.num_profiles = 0
    total, events = 0.0, (1 << work.num_opens) - 1
    for number in range(size):
        closed = np.int64(work.keys[number] >> _CLOSED_AT)
        profile, still_open = work.keys[number] & _ALL_PLACES, events & ~closed
        ways = work.ways[number] * ways_to_fill(plan, profile, 0, still_open)
        if ways > 0.0:
            total += ways
            plan.sums[plan.num_profiles] = total
            plan.profiles[plan.num_profiles] = profile
            plan.open[plan.num_profiles] = still_open
            plan.num_profiles += 1
    return plan.num_profiles > 0


@jit
def ways_to_fill(plan: Plan, profile: Bits, filled: int, still_open: int) -> float:
    """Count the ways to fill the places of a profile so that they close the events that are open.

    Args:
        plan: whose other fields are complete.
        profile: the places left.
        filled: hidden cards placed so far, in the earliest places, none of which closes an event that is still open.
        still_open: a bit for each event.
    """
    total, avoided = 0.0, still_open
    while True:
        ways, placed = 1.0, filled
        for event in range(MOST_OPEN):
            if avoided >> event & 1:
                ways *= -plan.luck[event]
        for segment in range(plan.num_segments):
            cards = np.int64(plan.avoiding[SUBSETS * segment + avoided])
            for _ in range(places_in(profile, segment)):
                ways *= np.float64(cards - placed)
                placed += 1
        total += ways
        if avoided == 0:
            return total
        avoided = (avoided - 1) & still_open
