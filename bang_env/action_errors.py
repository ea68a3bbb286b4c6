"""Explains why an action is illegal: names the action and the rule it breaks."""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.actions import (
    AIM_BANG,
    AIM_DUELLO,
    AIM_MANCATO,
    AIM_PRIGIONE,
    ANSWER_BANG,
    BACK_FIRST,
    CAT_BALOU_FIRST,
    DISCARD_FIRST,
    END,
    FROM_DECK,
    FROM_HAND,
    FROM_PILE,
    KIND_OF_ACTION,
    NOTHING,
    NUM_PLACES,
    PANICO_FIRST,
    PICK_FIRST,
    SID_PAYS,
    format_action,
)
from bang_env.cards import BANG, CAT_BALOU, DUELLO, KIND_OF, KINDS, MANCATO, PANICO, PLACES, PRIGIONE, TABLE_PLACES
from bang_env.core.records import Phase
from bang_env.information import InformationSet
from cardkit.game import IllegalSlotError

_DUE = {
    Phase.DRAWING: "the first card must be drawn: 'deck', 'pile' or 'from' a seat",
    Phase.PUTTING_BACK: "one of the cards looked at must be put back",
    Phase.PLAYING: "a card, a discard or the end of the turn is due",
    Phase.DISCARDING: "phase 3 has begun: a discard or the end of the turn is due",
    Phase.PAYING: "Sid Ketchum owes a card",
    Phase.PICKING: "a card of the emporio must be picked",
    Phase.SHOT: "the seat is shot at: an answer is due",
    Phase.RAIDED: "indiani are answered by a bang, or nothing is done",
    Phase.DUELLING: "a duello is answered by a bang, or nothing is done",
    Phase.DYING: "the seat is dying: a birra, or nothing",
}
_ONE_TARGET = (
    *((AIM_BANG, AIM_MANCATO, BANG), (AIM_MANCATO, AIM_DUELLO, MANCATO), (AIM_DUELLO, AIM_PRIGIONE, DUELLO)),
    (AIM_PRIGIONE, PANICO_FIRST, PRIGIONE),
)
"""Cards with a target: first id, the id behind the last, kind."""


def illegal_action(info: InformationSet, action: int) -> ValueError:
    """Make the error that explains why ``action`` is illegal for the seat of ``info``, which is to move."""
    legal = ", ".join(format_action(one, info.rules, info.seat) for one in info.legal_actions) or "none"
    text = format_action(action, info.rules, info.seat)
    return ValueError(f"illegal action {action} ({text}): {reason_against(info, action)}; legal actions: {legal}")


def illegal_slot(info: InformationSet, slot: int) -> IllegalSlotError:
    """Make the error that explains why ``slot``, any number, is illegal for the seat of ``info``."""
    if not 0 <= slot < info.rules.num_actions:
        return IllegalSlotError(f"slot {slot} stands for no action: they are 0 to {info.rules.num_actions - 1}")
    return IllegalSlotError(f"slot {slot} is an {illegal_action(info, slot)}")


def reason_against(info: InformationSet, action: int) -> str:
    """Explain why an action is illegal for the seat of ``info``, which is to move."""
    phase = info.phase
    if phase == Phase.OVER:
        return "the game is over"
    if not _belongs(action, phase):
        return _DUE[phase]
    if action == END:
        return f"the hand has {info.hand_sizes[info.seat]} cards, more than the {info.lives[info.seat]} lives"
    if action == SID_PAYS:
        return "it takes Sid Ketchum with two cards and fewer lives than his most"
    if action < DISCARD_FIRST:
        return _against_play(info, action)
    return _against_rest(info, action)


def _belongs(action: int, phase: Phase) -> bool:
    """Return whether an action is of a kind that is due in a phase."""
    if phase in (Phase.PLAYING, Phase.DISCARDING):
        in_turn = action <= SID_PAYS
        return in_turn and (phase == Phase.PLAYING or action == END or action >= DISCARD_FIRST)
    if phase == Phase.PAYING:
        return DISCARD_FIRST <= action < SID_PAYS
    if phase == Phase.DRAWING:
        return FROM_DECK <= action < BACK_FIRST
    if phase == Phase.PUTTING_BACK:
        return BACK_FIRST <= action < PICK_FIRST
    if phase == Phase.PICKING:
        return PICK_FIRST <= action < ANSWER_BANG
    return ANSWER_BANG <= action <= NOTHING or (phase == Phase.DYING and action == SID_PAYS)


def _against_rest(info: InformationSet, action: int) -> str:
    if action < SID_PAYS:
        return _against_discard(info, action - DISCARD_FIRST)
    if action == FROM_PILE:
        return "it takes Pedro Ramirez and a pile"
    if FROM_HAND <= action < BACK_FIRST:
        return "it takes Jesse Jones and another hand with a card"
    if action < ANSWER_BANG:
        return f"no {KINDS[action - PICK_FIRST]} is shown"
    return "the hand lacks the cards to answer with"


def _against_discard(info: InformationSet, kind: int) -> str:
    if kind not in _kinds(info):
        return f"no {KINDS[kind]} is in the hand"
    if info.record.drew_late:
        return "Suzy Lafayette has drawn after her last discard"
    return "free_discard is off, and the hand is not too large"


def _kinds(info: InformationSet) -> set[int]:
    return {int(KIND_OF[card]) for card in info.hand}


def _against_play(info: InformationSet, action: int) -> str:
    if action < AIM_BANG:
        kind = int(KIND_OF_ACTION[action])
        return f"one lies before the seat already: {KINDS[kind]}" if kind in _kinds(info) else _lacks(kind)
    for first, end, kind in _ONE_TARGET:
        if first <= action < end:
            return _lacks(kind) if kind not in _kinds(info) else _against_target(info, kind, action - first + 1)
    kind, first = (PANICO, PANICO_FIRST) if action < CAT_BALOU_FIRST else (CAT_BALOU, CAT_BALOU_FIRST)
    if kind not in _kinds(info):
        return _lacks(kind)
    target, place = divmod(action - first, NUM_PLACES)
    return _against_target(info, kind, target + 1, place)


def _lacks(kind: Any) -> str:
    return f"no {KINDS[kind]} is in the hand"


def _against_target(info: InformationSet, kind: Any, steps: Any, place: Any = 0) -> str:
    seats = info.rules.num_players
    if steps >= seats:
        return f"there is no such seat: seats are 0 to {seats - 1}"
    target = (info.seat + steps) % seats
    if not info.alive[target]:
        return f"seat {target} is dead"
    if kind == PRIGIONE:
        return "the Sheriff cannot be jailed" if target == info.record.sheriff else f"seat {target} is in jail already"
    if kind == MANCATO and info.characters[info.seat] != "calamity_janet":
        return "only Calamity Janet shoots with a mancato"
    far = info.distances[target]
    assert far is not None
    if kind in (BANG, MANCATO):
        if far > info.reach:
            return f"seat {target} is at distance {far}, out of reach ({info.reach})"
        return "one bang a turn is the limit"
    if not _has_card(info, target, place):
        return f"seat {target} has no card there: {PLACES[place]}"
    return f"seat {target} is at distance {far}: panico takes cards at distance 1"


def _has_card(info: InformationSet, target: int, place: int) -> bool:
    if place == 0:
        return info.hand_sizes[target] > 0
    return bool(info.record.tables[np.int64(TABLE_PLACES * target + place - 1)])
