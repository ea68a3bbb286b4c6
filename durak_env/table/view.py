"""Durak for the table's page: the rules to choose, and a seat's view as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from cardkit.playing_cards import Card
from cardtable.view import Json, VariantView
from durak_env.action_errors import action_text, explain_illegal, transferred_card
from durak_env.core.records import ATTACK, DEFENCE, GAME_OVER, THROW_IN_AFTER_TAKE
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.render.scene import Scene, scene_of
from durak_env.rules import Rules

SCENES = 1000  # kept


@dataclass(frozen=True)
class DurakView(VariantView):
    """What Durak brings to the table."""

    GAME: ClassVar[type[Durak]] = Durak
    RULES: ClassVar[type[Rules]] = Rules
    name: ClassVar[str] = "durak"
    page: ClassVar[Path | None] = Path(__file__).with_name("page")
    module: ClassVar[str] = "durak.js"

    def show(self, info: InformationSet) -> Json:
        """What a seat knows; None stands for a card that it does not know."""
        scene = _scene(info)
        return {
            "hands": scene.hands,
            "table": scene.table,
            "talon": {
                "size": len(scene.talon),
                "bottom": scene.bottom_card,
                "cards": scene.talon if info.open_world else None,
            },
            "discard": scene.discard,
            "trump_suit": scene.trump_suit,
            "trump_card": scene.trump_card,
            "attacker": scene.attacker,
            "defender": scene.defender,
            "phase": scene.phase_name,
            "mover": scene.mover,
            "bout": scene.bout,
            "out": [seat for seat in range(scene.seats) if scene.is_out(seat)],
            "shown": scene.shown,
            "teams": scene.sides,
            "deck": _deck(info.rules),
            "illegal": _illegal(info, scene),
            "standing": _standing(scene),
        }

    def action(self, info: InformationSet, action: int) -> Json:
        """An action's text, and the card that it plays."""
        text = action_text(action, info.rules)
        return {"text": text, "card": _card_of(info, text)}

    def own_action(self, info: InformationSet, action: int) -> Json:
        """Whether the mover's hand has another card of the rank that it plays."""
        card = self.action(info, action)["card"]
        ranks = [one[0] for one in _scene(info).hands[info.seat] if one is not None] if card else []
        return {"pair": card is not None and ranks.count(card[0]) > 1}

    def events(self, before: InformationSet, seat: int, action: int, after: InformationSet) -> list[Json]:
        """The action, then what the end of a bout has brought."""
        text = action_text(action, before.rules)
        old, new = _scene(before), _scene(after)
        return [_played(text, seat, old, new), *_bout_end(text, seat, old, new)]


@lru_cache(SCENES)
def _scene(info: InformationSet) -> Scene:
    """The scene of what a seat knows; most are wanted several times: before a ply, after another, and to be shown."""
    return scene_of(info)


@lru_cache
def _deck(rules: Rules) -> tuple[Card, ...]:
    return rules.deck


def _card_of(info: InformationSet, text: str) -> Card | None:
    if text in ("take", "done"):
        return None
    if text == "show" or text[0] == ">":
        return transferred_card(text, info.attack_cards[0], info.trump_suit) if info.attack_cards else None
    return Card(text)


def _illegal(info: InformationSet, scene: Scene) -> Json:
    """By card of the mover's hand, and for taking and being done, why it may not be played; empty for other seats."""
    if not info.to_move:
        return {}
    rules, legal = info.rules, set(info.legal_actions)
    deck = _deck(rules)
    actions = [*(deck.index(card) for card in info.hand), rules.take, rules.done]
    reasons = {action_text(one, rules): explain_illegal(info, one) for one in actions if one not in legal}
    return {text: {"code": why.code, "words": why.words, "text": str(why)} for text, why in reasons.items()}


def _standing(scene: Scene) -> list[str] | None:
    if scene.returns is None:
        return None
    return ["fool" if paid < 0 else "winner" if paid > 0 else "draw" for paid in scene.returns]


def _played(text: str, seat: int, before: Scene, after: Scene) -> Json:
    if text in ("take", "done"):
        return _event(text, seat)
    if text == "show" or text[0] == ">":
        kind = "show" if text == "show" else "transfer"
        return _event(kind, seat, before.transferred_card(text), to=after.defender)
    if before.phase == DEFENCE:
        return _event("beat", seat, Card(text), beats=before.card_to_beat)
    attacks = before.phase == ATTACK
    return _event("attack" if attacks else "throw_in", seat, Card(text), to=before.defender if attacks else None)


def _event(kind: str, seat: int, card: str | None = None, beats: str | None = None, to: int | None = None) -> Json:
    return {"kind": kind, "seat": seat, "card": card, "beats": beats, "to": to}


def _bout_end(text: str, seat: int, before: Scene, after: Scene) -> list[Json]:
    """Where the cards of a bout went that this ply ended, who drew, who is out, and the end of the game."""
    if after.phase not in (ATTACK, GAME_OVER):
        return []
    laid = [] if text in ("take", "done") else [Card(text)]
    cards = [card for pair in before.table for card in pair if card is not None] + laid
    taken = text == "take" or before.phase == THROW_IN_AFTER_TAKE
    end: Json = {"kind": "taken", "seat": before.defender} if taken else {"kind": "beaten_off"}
    gained = {before.defender: len(cards)} if taken else {}
    draws = [_draw(one, before, after, cards, gained.get(one, 0) - (one == seat) * len(laid)) for one in _order(before)]
    out = [{"kind": "out", "seat": one} for one in range(after.seats) if after.is_out(one) and not before.is_out(one)]
    over = [{"kind": "over", "standing": _standing(after)}] if after.phase == GAME_OVER else []
    return [end | {"cards": cards}, *(draw for draw in draws if draw["count"]), *out, *over]


def _draw(seat: int, before: Scene, after: Scene, cards: Sequence[Card], gained: int) -> Json:
    """What a seat drew; its cards if the viewer knows them all."""
    count = len(after.hands[seat]) - len(before.hands[seat]) - gained
    old = {*before.hands[seat], *cards}
    new = [card for card in after.hands[seat] if card is not None and card not in old]
    return {"kind": "draw", "seat": seat, "count": count, "cards": new if len(new) == count else None}


def _order(scene: Scene) -> list[int]:
    """The seats in the order in which they draw: the attacker, the others clockwise, the defender last."""
    seats = [(scene.attacker + places) % scene.seats for places in range(scene.seats)]
    return [*(seat for seat in seats if seat != scene.defender), scene.defender]
