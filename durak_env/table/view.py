"""Durak for the table's page: the rules to choose, and a seat's view as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from cardkit.known import fields
from cardkit.playing_cards import Card
from cardtable.view import Json, VariantView
from durak_env.action_errors import action_text, explain_illegal
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.rules import Rules


@dataclass(frozen=True)
class DurakView(VariantView):
    """Durak's part of the table."""

    GAME: ClassVar[type[Durak]] = Durak
    RULES: ClassVar[type[Rules]] = Rules
    SHOWN = fields(
        *("discard", "trump_suit", "trump_card", "attacker", "defender", "mover", "bout", "out", "shown"),
        hands="hands_by_suit",
        table="pairs",
        phase="phase_name",
        teams="sides",
        standing="results",
    )
    name: ClassVar[str] = "durak"
    page: ClassVar[Path | None] = Path(__file__).with_name("page")
    module: ClassVar[str] = "durak.js"

    def show(self, info: InformationSet) -> Json:
        """Return a seat's knowledge; None stands for a card that it does not know."""
        cards = info.talon if info.open_world else None
        return super().show(info) | {
            "talon": {"size": info.talon_size, "bottom": info.bottom_card, "cards": cards},
            "deck": _deck(info.rules),
            "illegal": _illegal(info),
        }

    def action(self, info: InformationSet, action: int) -> Json:
        """Return an action's text, and the card that it plays."""
        text = action_text(action, info.rules)
        return {"text": text, "card": _card_of(info, text)}

    def own_action(self, info: InformationSet, action: int) -> Json:
        """Return whether the mover's hand has another card of the rank that it plays."""
        card = self.action(info, action)["card"]
        return {"pair": card is not None and [one[0] for one in info.hand].count(card[0]) > 1}


@lru_cache
def _deck(rules: Rules) -> tuple[Card, ...]:
    return rules.deck


def _card_of(info: InformationSet, text: str) -> Card | None:
    if text in ("take", "done"):
        return None
    if text == "show" or text[0] == ">":
        return info.transferred_card(text) if info.attack_cards else None
    return Card(text)


def _illegal(info: InformationSet) -> Json:
    """Explain for each card of the mover's hand, and for take and done, why it may not be played; empty for others."""
    if not info.to_move:
        return {}
    rules, legal = info.rules, set(info.legal_actions)
    deck = _deck(rules)
    actions = [*(deck.index(card) for card in info.hand), rules.take, rules.done]
    reasons = {action_text(one, rules): explain_illegal(info, one) for one in actions if one not in legal}
    return {text: {"code": why.code, "words": why.words, "text": str(why)} for text, why in reasons.items()}
