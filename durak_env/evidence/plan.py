"""Plan for drawing the other hand uniformly from those that the whole game allows, counted once for a position.

Every order of the deck that repeats the game puts each card that the other seat has drawn unseen, shown by now or still
hidden, into a place of one of its groups (see `durak_env.evidence.log`). All these places are alike, so the orders are
counted by counting the ways to put the cards there. A card that was shown came with a group drawn before that; a card
that an event says was not held came with a group drawn after the event.

The groups between two events that matter are one segment. Counting goes through the game: each group opens places in
its segment, each card shown takes one of the open places that it may have. What remains are profiles: how many places
of each segment hold hidden cards, and in how many ways that came about. The cards that may lie in a segment may lie in
all later ones. So however the places are filled, segment by segment, the number of choices for the next place is the
same, and the ways to fill a profile are a product.

An event that says that at least one card was held is open as long as no shown card explains it. The ways that close it
are all ways less those that avoid its cards, which are a product too. So several open events are counted by inclusion
and exclusion.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, Number, lowest, popcount, without_lowest
from cardkit.compiled.jit import jit, jit_inline
from cardkit.playing_cards import Cards
from durak_env.cards import bit
from durak_env.core.records import Info
from durak_env.evidence.profiles import count_shown, last_segment, list_profiles, segment_of
from durak_env.evidence.records import MOST_OPEN, NONE, SEGMENTS, SOME_OR_LUCK, SUBSETS, Log, Plan, Work

HIDDEN = 255  # the place in the log of a card that was not shown


@jit
def make_plan(info: Info, log: Log, work: Work, plan: Plan) -> None:
    """Fill in the fields of PLAN_FIELDS. It heeds all events, or the latest that it can count and that can be true."""
    for first in range(log.events):
        if plan_from(first, info, log, work, plan):
            return
    plan.num_profiles = 0


@jit
def plan_from(first: int, info: Info, log: Log, work: Work, plan: Plan) -> bool:
    """Make the plan that heeds the events from number ``first`` on; return whether there are ways, and room."""
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
    """Return whether a card shown after the event, and before the next draw, was one of its cards."""
    for place in range(np.int64(log.event_shown[event]), log.shown_size):
        at_once = log.shown_groups[place] == log.event_groups[event]
        if at_once and log.event_cards[event] & bit(log.shown[place]) != ZERO:
            return True
    return False


@jit
def find_bounds(first: int, unseen: Cards, log: Log, work: Work) -> None:
    """Count the groups drawn before each card could come, and find the segments' bounds; -1 if too many."""
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
def earliest(first: int, slot: int, place: int, log: Log) -> Number:
    """Return the groups drawn when the other hand last lacked a card, which was shown at ``place`` of the log."""
    groups = 0
    for event in range(first, log.events):
        was_missing = log.event_kind[event] == NONE and log.event_cards[event] & bit(slot) != ZERO
        if was_missing and place >= np.int64(log.event_shown[event]):
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
    """Return the cards of a segment that close none of the events."""
    for number in range(MOST_OPEN):
        if events >> number & 1:
            cards &= ~plan.closing[MOST_OPEN * segment + number]
    return cards
