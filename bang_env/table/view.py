"""Bang! for the table's page: a seat's view as JSON and as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ClassVar

from bang_env.actions import seen_text
from bang_env.aftermath import aftermath
from bang_env.bang import Bang
from bang_env.cards import KINDS, card_text
from bang_env.core.records import CAUSES, Phase
from bang_env.information import InformationSet
from bang_env.rules import Rules
from bang_env.table.barred import why_barred
from cardkit.compiled.protocol import LEFT
from cardtable.view import Json, VariantView

CHOOSING = ("discard", "pick", "answer")
"""Words of actions that name a card after them."""


@dataclass(frozen=True)
class BangView(VariantView):
    """What Bang! brings to the table."""

    GAME: ClassVar[type[Bang]] = Bang
    RULES: ClassVar[type[Rules]] = Rules
    name: ClassVar[str] = "bang"
    page: ClassVar[Path | None] = Path(__file__).with_name("page")
    module: ClassVar[str] = "bang.js"

    def named(self, variant: str) -> Bang:
        """The variant of ``str(game)``, for agents that play seats or teams."""
        game, _, lineup = variant.partition(", lineup by ")
        named = super().named(game)
        return Bang(named.rules, named.open_world, named.returns, lineup) if lineup else named

    def show(self, info: InformationSet) -> Json:
        """What a seat knows; None stands for a card that it does not know."""
        seats = [_seat(info, seat) for seat in range(info.rules.num_players)]
        shown = {
            "seats": seats,
            "emporio": _texts(info.emporio),
            "looked": _texts(info.looked),
            "deck": info.deck_size,
            "pile": len(info.pile),
            "top": card_text(info.pile[-1]) if info.pile else None,
            "round": info.round,
            "turn": info.turn,
            "mover": info.mover,
            "phase": info.phase.name.lower().replace("_", " "),
            "cause": CAUSES[int(info.record.cause)],
            "source": None if (source := int(info.record.source)) < 0 else source,
            "over": info.phase == Phase.OVER,
            "barred": why_barred(info),
        }
        return shown | {"lines": list(lines_of(shown))}

    def action(self, info: InformationSet, action: int) -> Json:
        """An action's text, the kind of card that it plays, and whom it meets where."""
        return _told(seen_text(action, info.rules, info.seat if info.mover is None else info.mover))

    def events(self, before: InformationSet, seat: int, action: int, after: InformationSet) -> list[Json]:
        """The action, then all that follows by itself."""
        played = {"kind": "played", "seat": seat, **_told(seen_text(action, before.rules, seat))}
        return [played, *_effects(action, before, after)]

    def left(self, before: InformationSet, seat: int, after: InformationSet) -> list[Json]:
        """That a seat has left, then all that follows by itself."""
        return [*super().left(before, seat, after), *_effects(LEFT, before, after)]


def _effects(action: int, before: InformationSet, after: InformationSet) -> list[Json]:
    return [asdict(one) | {"cards": _texts(one.cards), "text": one.text} for one in aftermath(action, before, after)]


def _told(text: str) -> Json:
    """An action's text taken apart: ``panico 3 hand`` is a card, a seat, a place."""
    word, *more = text.split()
    target = int(more[0]) if more and more[0].isdigit() and word != "back" else None
    card = more[0] if word in CHOOSING else word if word in KINDS else None
    return {"text": text, "card": card, "target": target, "place": more[1] if len(more) > 1 else None}


def _seat(info: InformationSet, seat: int) -> Json:
    """What is known of a seat; how far it is from the one that looks, and whether that one can shoot it."""
    known = _texts(info.hands[seat])
    far = info.distances[seat]
    return {
        "character": info.characters[seat],
        "role": info.roles[seat],
        "alive": info.alive[seat],
        "lives": info.lives[seat],
        "most": info.most_lives[seat],
        "hand": [*known, *[None] * (info.hand_sizes[seat] - len(known))],
        "table": {place: card_text(card) for place, card in info.tables[seat].items()},
        "distance": far,
        "in_reach": far is not None and far <= info.reach,
    }


def _texts(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


def lines_of(shown: Json) -> Iterator[str]:
    """A view as lines of text."""
    yield f"round {shown['round']}, turn of seat {shown['turn']}: {shown['phase']}"
    for number, seat in enumerate(shown["seats"]):
        yield f"seat {number}: {_line_of(seat)}"
        known = [card for card in seat["hand"] if card]
        if known:
            yield f"        hand: {', '.join(known)}"
    for name in ("emporio", "looked"):
        if shown[name]:
            yield f"{name}: {', '.join(shown[name])}"
    yield f"deck: {shown['deck']} cards; pile: {shown['pile']}, on top {shown['top'] or 'nothing'}"


def _line_of(seat: Json) -> str:
    lives = f"{seat['lives']}/{seat['most']} lives" if seat["alive"] else "dead"
    count = len(seat["hand"])
    parts = [seat["character"], seat["role"], lives, f"{count} card{'' if count == 1 else 's'}"]
    if seat["distance"] is not None:
        parts.append(f"at distance {seat['distance']}{', in reach' if seat['in_reach'] else ''}")
    return ", ".join(parts) + (f"; before it {', '.join(seat['table'].values())}" if seat["table"] else "")
