"""The reasons why cards of the own hand have no use at the moment, for the table's page."""

from __future__ import annotations

from typing import Any

from bang_env.actions import format_action
from bang_env.cards import BANG, CAT_BALOU, KIND_OF, KINDS, MANCATO, PANICO, PRIGIONE
from bang_env.core.records import Phase
from bang_env.information import InformationSet

_DUE = {
    Phase.DRAWING: "draw_first",
    Phase.PUTTING_BACK: "put_back_first",
    Phase.DISCARDING: "discarding",
    Phase.PICKING: "pick_first",
}
_ANSWER = {Phase.SHOT: "mancato", Phase.RAIDED: "bang", Phase.DUELLING: "bang", Phase.DYING: "birra"}
_IN_TURN = {
    MANCATO: "answers_only",
    PRIGIONE: "nobody_to_jail",
    PANICO: "nothing_near",
    CAT_BALOU: "nothing_anywhere",
}


def why_barred(info: InformationSet) -> dict[str, dict[str, Any]]:
    """Name by kind the cards in the mover's hand that it can discard at most, with a code and words; else nothing."""
    if not info.to_move or info.phase == Phase.PAYING:
        return {}
    kinds = {int(KIND_OF[card]) for card in info.hand}
    used = set[str]()
    for action in info.legal_actions:
        word, *more = format_action(action, info.rules, info.seat).split()
        used.add(more[0] if word == "answer" else word)
    return {KINDS[kind]: _why(info, kind) for kind in sorted(kinds) if KINDS[kind] not in used}


def _why(info: InformationSet, kind: int) -> dict[str, Any]:
    phase = info.phase
    if phase in _DUE:
        return {"code": _DUE[phase], "words": {}}
    if phase in _ANSWER:
        wanted, needed = _ANSWER[phase], int(info.record.needed)
        if phase == Phase.SHOT and KINDS[kind] == wanted:
            return {"code": "too_few", "words": {"card": wanted, "count": needed}}
        return {"code": "answer", "words": {"card": wanted}}
    if kind == BANG or (kind == MANCATO and info.characters[info.seat] == "calamity_janet"):
        return _no_shot(info)
    return {"code": _IN_TURN.get(kind, "lies_already"), "words": {}}


def _no_shot(info: InformationSet) -> dict[str, Any]:
    if all(far is None or far > info.reach for far in info.distances):
        return {"code": "out_of_reach", "words": {"reach": info.reach}}
    return {"code": "one_shot", "words": {}}
