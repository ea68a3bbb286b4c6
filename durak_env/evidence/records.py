"""Records of the evidence: the log of a game, the plan for a position, and work space."""

from __future__ import annotations

import numpy as np

from cardkit.compiled.records import Field, OpenRecord, record
from cardkit.playing_cards import MAX_CARDS

MOST_EVENTS = 64  # of a game; later ones are left out
NONE, SOME, SOME_OR_LUCK = range(3)
"""The evidence of an event about its cards: the other hand held none, at least one, or the likelier one: without any,
the first attack was drawn by lot."""

LOG = record(
    [
        ("event_cards", np.uint64, MOST_EVENTS),  # the cards in question
        ("event_kind", np.uint8, MOST_EVENTS),  # NONE, SOME, SOME_OR_LUCK
        ("event_groups", np.uint8, MOST_EVENTS),  # groups drawn before the event
        ("event_shown", np.uint8, MOST_EVENTS),  # cards shown before it
        ("events", np.uint8),
        ("draws", np.uint8, MAX_CARDS),  # cards of each group
        ("groups", np.uint8),
        ("shown", np.uint8, MAX_CARDS),  # slots of the cards that the other seat had drawn unseen and has shown
        ("shown_groups", np.uint8, MAX_CARDS),  # groups drawn before each was shown
        ("shown_size", np.uint8),
    ]
)
"""A seat's observations of the other seat's draws and cards."""
BOUT = record(
    [
        ("attacks", np.uint64),
        ("defences", np.uint64),
        ("known", np.uint64),  # cards in the other hand that this seat saw come into it
        ("sizes", np.int64, 2),  # cards in hand by seat
        ("talon_size", np.int64),
        ("attacker", np.int64),
        ("taken", np.uint8),
    ]
)
"""The public side of a game that is followed ply by ply."""

SEGMENTS, MOST_OPEN, MOST_PROFILES = 12, 4, 512
"""Bounds of a plan. Where a game needs more, its oldest events are forgotten."""
SUBSETS = 1 << MOST_OPEN
BITS = 5  # of a profile's number of places in one segment; above all segments, a bit for each closed event

PLAN_FIELDS: list[Field] = [
    ("sums", np.float64, MOST_PROFILES),  # ways of this profile and all before it
    ("profiles", np.uint64, MOST_PROFILES),  # places of each segment, the earliest lowest
    ("luck", np.float64, MOST_OPEN),  # by event: which part of the ways that do not close it is ruled out
    ("allowed", np.uint64, SEGMENTS),  # by segment: the unseen cards that may lie there
    ("closing", np.uint64, SEGMENTS * MOST_OPEN),  # by segment, then event: those of them that close it
    ("num_profiles", np.int64),  # 0 if nothing is to be heeded
    ("num_segments", np.int64),
    ("open", np.uint8, MOST_PROFILES),  # the events that the hidden cards have to close, a bit each
    ("avoiding", np.uint8, SEGMENTS * SUBSETS),  # by segment, then set of events: how many cards close none of these
]
"""The fields of EVIDENT_INFO beside those of INFO; `durak_env.evidence.plan` explains them."""
WORK = record(
    [
        ("keys", np.uint64, 2 * MOST_PROFILES),  # two lists of profiles, with the events that are closed
        ("ways", np.float64, 2 * MOST_PROFILES),
        ("opens", np.uint8, MOST_OPEN),  # numbers of the events that may be open
        ("num_opens", np.int64),
        ("after", np.uint8, 64),  # by slot: groups drawn before the card could come, for unseen cards
        ("shown_after", np.uint8, MAX_CARDS),  # the same for the cards shown, by their place in the log
        ("bounds", np.uint8, SEGMENTS),  # groups drawn before each segment but the first
        ("num_bounds", np.int64),
    ]
)
"""Work space of a plan."""

Log = OpenRecord
Bout = OpenRecord
Plan = OpenRecord
Work = OpenRecord
"""LOG and BOUT records, records with PLAN_FIELDS, and WORK records, as parameters of compiled functions."""
