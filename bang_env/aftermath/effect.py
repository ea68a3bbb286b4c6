"""An effect: the event of one thing that a ply brings to a seat by itself, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bang_env.cards import card_text
from cardkit.game import Event
from cardkit.wording import counted

_WORDS: Mapping[str, str] = {
    "miss": "turns up {cards}, a heart: a miss",
    "no_heart": "turns up {cards}, no heart",
    "saved": "turns up {cards}: the shot misses",
    "unsaved": "turns up {cards}: the shot still has to be answered",
    "explodes": "turns up {cards}: the dinamite explodes",
    "moves_on": "turns up {cards}: the dinamite moves on to seat {to}",
    "freed": "turns up {cards}, a heart: out of jail",
    "jailed": "turns up {cards}, no heart: stays in jail",
    "lost": "loses {cards}",
    "taken": "loses {cards} to seat {to}",
    "stripped": "discards all cards: this was a deputy",
    "hurt": "loses {lives}, now {left}",
    "healed": "gains {lives}, now {left}",
    "eliminated": "is eliminated: {role}",
    "drew": "draws {drawn}",
}
"""The kinds of effects, with what the seat does or suffers. ``miss`` and ``no_heart`` are of a barrel, ``saved`` and
``unsaved`` of one whose cards are not seen."""


def effect(
    kind: str,
    seat: int,
    cards: Sequence[int] = (),
    *,
    to: int | None = None,
    count: int = 0,
    left: int | None = None,
    role: str | None = None,
) -> Event:
    """Make the event of one thing that a ply brings to a seat by itself.

    Args:
        kind: a key of the words above.
        seat: that it happens to.
        cards: that are turned up or lost, as far as the reader sees them.
        to: the seat that has taken the card, or to which the dinamite moves.
        count: of lives or of cards drawn.
        left: the lives after it.
        role: of who is eliminated.
    """
    texts = list(map(card_text, cards))
    lives = "a life" if count == 1 else f"{count} lives"
    words = {"cards": " and ".join(texts) or "a card", "lives": lives, "drawn": counted(count, "card")}
    text = _WORDS[kind].format(**words, to=to, left=left, role=role)
    return {
        "kind": kind,
        "seat": seat,
        "cards": texts,
        "to": to,
        "count": count,
        "left": left,
        "role": role,
        "text": text,
    }
