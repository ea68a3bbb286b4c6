"""An effect: one thing that a ply brings to a seat by itself, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bang_env.cards import card_text
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
"""The kinds of effects, with what the seat does or suffers."""


@dataclass(frozen=True)
class Effect:
    """One thing that a ply brings to a seat by itself.

    Attributes:
        kind: ``miss`` or ``no_heart`` of a barrel, ``saved`` or ``unsaved`` where its cards are not seen; ``explodes``
            or ``moves_on`` of dinamite; ``freed`` or ``jailed``; ``lost``, ``taken`` or ``stripped`` of cards; ``hurt``
            or ``healed`` of lives; ``eliminated``; ``drew``.
        seat: that it happens to.
        cards: that are turned up or lost, as far as the reader sees them.
        to: the seat that has taken the card, or to which the dinamite moves.
        count: of lives or of cards drawn.
        left: the lives after it.
        role: of who is eliminated.
    """

    kind: str
    seat: int
    cards: Sequence[int] = ()
    to: int | None = None
    count: int = 0
    left: int | None = None
    role: str | None = None

    @property
    def text(self) -> str:
        """What the seat does or suffers, such as ``loses a life, now 3``."""
        return _WORDS[self.kind].format(
            cards=" and ".join(map(card_text, self.cards)) or "a card",
            to=self.to,
            lives="a life" if self.count == 1 else f"{self.count} lives",
            left=self.left,
            role=self.role,
            drawn=counted(self.count, "card"),
        )
