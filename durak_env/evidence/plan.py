"""How to draw the other hand uniformly from those that the whole game allows: the counting, once for a position.

Every order of the deck that repeats the game puts each card that the other seat has drawn unseen, shown by now or still
hidden, into a place of one of its groups (see `durak_env.evidence.log`). All these places are alike, so the orders are
counted by counting the ways to put the cards there. A card that was shown came with a group drawn before that; a card
that an event says was not held came with a group drawn after the event.

The groups between two events that matter are one segment. Counting goes through the game: each group opens places in its
segment, each card shown takes one of the open places that it may have. What remains are profiles: how many places of
each segment hold hidden cards, and in how many ways that came about. The cards that may lie in a segment may lie in all
later ones. So however the places are filled, segment by segment, the number of choices for the next place is the same,
and the ways to fill a profile are a product.

An event that says that at least one card was held is open as long as no shown card explains it. The ways that close it
are all ways less those that avoid its cards, which are a product too. So several open events are counted by inclusion
and exclusion.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Bits, lowest, popcount, without_lowest
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Info
from cardkit.compiled.records import Field, record
from durak_env.cards import MAX_CARDS, Cards, bit
from durak_env.evidence.log import NONE, SOME_OR_LUCK, Log

SEGMENTS, MOST_OPEN, MOST_PROFILES = 12, 4, 512
"""Bounds of a plan. Where a game needs more, its oldest events are forgotten."""
HIDDEN = 255  # the place in the log of a card that was not shown
SUBSETS = 1 << MOST_OPEN
BITS = 5  # of a profile's number of places in one segment
_PLACES = np.uint64((1 << BITS) - 1)  # of one segment
_CLOSED_AT, _ALL_PLACES = np.uint64(BITS * SEGMENTS), np.uint64((1 << BITS * SEGMENTS) - 1)

PLAN_FIELDS: list[Field] = [
    ("sums", np.float64, MOST_PROFILES),  # ways of this profile and all before it
    ("profiles", np.uint64, MOST_PROFILES),  # places of each segment, the earliest lowest
    ("luck", np.float64, MOST_OPEN),  # by event: what the ways that do not close it count less
    ("allowed", np.uint64, SEGMENTS),  # by segment: the unseen cards that may lie there
    ("closing", np.uint64, SEGMENTS * MOST_OPEN),  # by segment, then event: the cards that close it if they lie there
    ("num_profiles", np.int64),  # 0 if nothing is to be heeded
    ("num_segments", np.int64),
    ("open", np.uint8, MOST_PROFILES),  # the events that the hidden cards have to close, a bit each
    ("avoiding", np.uint8, SEGMENTS * SUBSETS),  # by segment, then set of events: cards that may lie there, closing none
]
WORK = record(
    [
        ("keys", np.uint64, 2 * MOST_PROFILES),  # two lists of profiles; above them, the events that are closed
        ("ways", np.float64, 2 * MOST_PROFILES),
        ("opens", np.uint8, MOST_OPEN),  # the events that may be open,
        ("num_opens", np.int64),
        ("after", np.uint8, 64),  # by slot: groups drawn before the card could be held, for unseen cards
        ("shown_after", np.uint8, MAX_CARDS),  # the same for the cards shown, by their place in the log
        ("bounds", np.uint8, SEGMENTS),  # groups drawn before each segment but the first
        ("num_bounds", np.int64),
    ]
)
"""Work space of `make_plan`."""

Plan = Work = Any
"""Records with the fields of a plan, and WORK records, as parameters of compiled functions."""


@jit
def make_plan(info: Info, log: Log, work: Work, plan: Plan) -> None:
    """Fill in the fields of PLAN_FIELDS. It heeds all events, or the latest that it can count and that can be true."""
    for first in range(log.events):
        if plan_from(first, info, log, work, plan):
            return
    plan.num_profiles = 0


@jit
def plan_from(first: int, info: Info, log: Log, work: Work, plan: Plan) -> bool:
    """Make the plan that heeds the events from number ``first`` on; returns whether there are ways, and room."""
    find_opens(first, log, work)
    find_bounds(first, info.unseen, log, work)
    if work.num_bounds < 0:
        return False
    list_cards(info.unseen, log, work, plan)
    return list_profiles(count_shown(log, work), work, plan)


@jit
def find_opens(first: int, log: Log, work: Work) -> None:
    """List the latest events that say SOME and that no shown card surely explains."""
    work.num_opens = 0
    for event in range(np.int64(log.events) - 1, first - 1, -1):
        if log.event_kind[event] == NONE or is_explained(event, log) or work.num_opens == MOST_OPEN:
            continue
        work.opens[work.num_opens] = event
        work.num_opens += 1


@jit
def is_explained(event: int, log: Log) -> bool:
    """Whether a card shown after the event, and before the next draw, was one of its cards."""
    for place in range(np.int64(log.event_shown[event]), log.shown_size):
        if log.shown_groups[place] == log.event_groups[event]:
            if log.event_cards[event] & bit(log.shown[place]) != ZERO:
                return True
    return False


@jit
def find_bounds(first: int, unseen: Cards, log: Log, work: Work) -> None:
    """Find after which group each card came at the earliest, and the bounds of the segments; -1 if there are too many."""
    work.num_bounds = 0
    rest = unseen
    while rest != ZERO:
        slot = lowest(rest)
        work.after[slot] = earliest(first, slot, HIDDEN, log)
        add_bound(work, work.after[slot])
        rest = without_lowest(rest)
    for place in range(log.shown_size):
        work.shown_after[place] = earliest(first, np.int64(log.shown[place]), place, log)
        add_bound(work, work.shown_after[place])
    for number in range(work.num_opens):
        add_bound(work, log.event_groups[work.opens[number]])


@jit
def earliest(first: int, slot: int, place: int, log: Log) -> int:
    """The groups that the other seat had drawn when it last held a card surely not; ``place``: where it was shown."""
    groups = 0
    for event in range(first, log.events):
        if log.event_kind[event] == NONE and log.event_cards[event] & bit(slot) != ZERO:
            if place >= np.int64(log.event_shown[event]):
                groups = max(groups, np.int64(log.event_groups[event]))
    return groups


@jit
def add_bound(work: Work, groups: int) -> None:
    """Insert a bound in order."""
    if groups == 0 or work.num_bounds < 0:
        return
    place = segment_of(work, groups - 1)
    if place < work.num_bounds and work.bounds[place] == groups:
        return
    if work.num_bounds == SEGMENTS - 1:
        work.num_bounds = -1
        return
    for number in range(work.num_bounds, place, -1):
        work.bounds[number] = work.bounds[number - 1]
    work.bounds[place] = groups
    work.num_bounds += 1


@jit
def segment_of(work: Work, group: int) -> int:
    """The segment of a group, from 0."""
    segment = 0
    while segment < work.num_bounds and np.int64(work.bounds[segment]) <= group:
        segment += 1
    return segment


@jit
def list_cards(unseen: Cards, log: Log, work: Work, plan: Plan) -> None:
    """Write which unseen cards may lie in each segment, and which of them close each event there."""
    plan.num_segments = work.num_bounds + 1
    for segment in range(plan.num_segments):
        allowed, rest = ZERO, unseen
        while rest != ZERO:
            slot = lowest(rest)
            rest = without_lowest(rest)
            if segment_of(work, np.int64(work.after[slot])) <= segment:
                allowed |= bit(slot)
        plan.allowed[segment] = allowed
        for number in range(MOST_OPEN):
            before = number < work.num_opens and segment <= last_segment(number, log, work)
            cards = log.event_cards[work.opens[number]] if before else ZERO
            plan.closing[MOST_OPEN * segment + number] = allowed & cards
        for events in range(1 << work.num_opens):
            plan.avoiding[SUBSETS * segment + events] = popcount(without(plan, segment, events, allowed))
    for number in range(work.num_opens):
        plan.luck[number] = 0.5 if log.event_kind[work.opens[number]] == SOME_OR_LUCK else 1.0


@jit_inline
def without(plan: Plan, segment: int, events: int, cards: Cards) -> Cards:
    """Those of the cards of a segment that close none of the events."""
    for number in range(MOST_OPEN):
        if events >> number & 1:
            cards &= ~plan.closing[MOST_OPEN * segment + number]
    return cards


@jit
def last_segment(number: int, log: Log, work: Work) -> int:
    """The last segment that was drawn before an event that may be open."""
    return segment_of(work, np.int64(log.event_groups[work.opens[number]]) - 1)


@jit
def closed_by(place: int, segment: int, log: Log, work: Work) -> int:
    """The events that a card shown, number ``place`` of the log, closes if it lay in a segment."""
    events = 0
    for number in range(work.num_opens):
        event = work.opens[number]
        if place >= np.int64(log.event_shown[event]) and segment <= last_segment(number, log, work):
            events |= np.int64(log.event_cards[event] & bit(log.shown[place]) != ZERO) << number
    return events


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
    """Put a card shown into each of its places, for each profile from ``begin`` on; returns how many follow from it."""
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


@jit_inline
def places_in(profile: Bits, segment: int) -> int:
    """Places of a segment."""
    return np.int64((profile >> np.uint64(BITS * segment)) & _PLACES)


@jit
def add_ways(work: Work, begin: int, size: int, key: Bits, ways: float) -> int:
    """Add ways to a profile of the list that begins at ``begin``; returns the size of the list, -1 if it is full."""
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
    """Write the profiles with the ways to fill them; returns whether there are any."""
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
    """The ways to fill the places of a profile so that they close the events that are open.

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
