"""The evidence of a game, for people and for agents written in Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardkit.playing_cards import Card, card_of, cards_of
from durak_env.actions import slots_of_actions
from durak_env.evidence.draw import EVIDENT_INFO, heed
from durak_env.evidence.log import follow_plies
from durak_env.evidence.records import BOUT, LOG, NONE, SOME, SOME_OR_LUCK, WORK
from durak_env.rules import Rules

TOLD = {NONE: "none", SOME: "some", SOME_OR_LUCK: "some or luck"}


@dataclass(frozen=True, slots=True)
class Event:
    """The rules' evidence about the other hand at one time.

    Attributes:
        cards: the cards in question, whether or not they were still in play.
        held: ``none`` of them was in the other hand, ``some`` was, or ``some or luck``: if it held none, the first
            attack was drawn by lot.
        groups: how often the other seat had drawn by then, the first hand included.
        shown: how many cards it had shown by then.
    """

    cards: tuple[Card, ...]
    held: str
    groups: int
    shown: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """A seat's evidence about the other seat's draws and cards.

    Attributes:
        draws: cards of each group that the other seat drew unseen: the first hand, then one for each refill.
        shown: of these cards those that it has shown, in order, each with the number of groups drawn before.
        events: what the rules tell of its hand, in order.
    """

    draws: tuple[int, ...]
    shown: tuple[tuple[Card, int], ...]
    events: tuple[Event, ...]


def log_of(record: Any, rules: Rules, plies: Sequence[tuple[int, int]], first_trump: int) -> np.ndarray:
    """Make an array of one LOG record for what the seat of an INFO record has seen; empty if no card is hidden."""
    log = np.zeros(1, LOG)
    if record.unseen != 0:
        game = np.array(plies, np.int64).reshape(-1, 2).T.copy()
        slots = slots_of_actions(rules)[game[1]]
        follow_plies(game[0], slots, _alone(record), first_trump, np.zeros(1, BOUT), log)
    return log


def heeding(record: Any, log: np.ndarray) -> Any:
    """Make the EVIDENT_INFO record that adds to an INFO record the plan for a LOG record."""
    evident = np.zeros(1, EVIDENT_INFO)
    heed(_alone(record), log, np.zeros(1, WORK), evident)
    return evident[0]


def _alone(record: Any) -> np.ndarray:
    """Put the record in an array, since passing a record to compiled code takes 20 times longer."""
    array = np.zeros(1, record.dtype)
    array[0] = record
    return array


def evidence_of(log: Any) -> Evidence:
    """Put a LOG record in words."""
    shown = zip(log.shown[: log.shown_size], log.shown_groups, strict=False)
    events = range(log.events)
    return Evidence(
        tuple(map(int, log.draws[: log.groups])),
        tuple((card_of(slot), int(groups)) for slot, groups in shown),
        tuple(
            Event(
                cards_of(log.event_cards[number]),
                TOLD[int(log.event_kind[number])],
                int(log.event_groups[number]),
                int(log.event_shown[number]),
            )
            for number in events
        ),
    )
