"""The events of a ply as one viewer sees them, for the page and for transcripts."""

from __future__ import annotations

from typing import Any

from bang_env.actions import seen_text
from bang_env.aftermath import aftermath
from bang_env.cards import KINDS
from bang_env.information import InformationSet
from cardkit.compiled.protocol import LEFT
from cardkit.game import Event
from cardkit.known import LEAVES

CHOOSING = ("discard", "pick", "answer")
"""Words of actions that name a card after them."""


def events(before: InformationSet, seat: int, action: int, after: InformationSet) -> list[Event]:
    """Return the action, or that the seat has left, then all that follows by itself."""
    told = {"kind": "left", "seat": seat, "text": LEAVES}
    if action != LEFT:
        told = {"kind": "played", "seat": seat, **parts_of(seen_text(action, before.rules, seat))}
    return [told, *aftermath(action, before, after)]


def parts_of(text: str) -> dict[str, Any]:
    """Take an action's text apart: ``panico 3 hand`` is a card, a seat, a place."""
    word, *more = text.split()
    target = int(more[0]) if more and more[0].isdigit() and word != "back" else None
    card = more[0] if word in CHOOSING else word if word in KINDS else None
    return {"text": text, "card": card, "target": target, "place": more[1] if len(more) > 1 else None}
