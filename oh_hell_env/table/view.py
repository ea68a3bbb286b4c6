"""Oh Hell! for the table's page: the rules to choose, and a seat's view as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from cardkit.known import fields
from cardtable.view import Json, VariantView
from oh_hell_env.action_errors import reason_against
from oh_hell_env.actions import texts_of_actions
from oh_hell_env.core.records import Phase
from oh_hell_env.information import InformationSet
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules


@dataclass(frozen=True)
class OhHellView(VariantView):
    """Oh Hell!'s part of the table."""

    GAME: ClassVar[type[OhHell]] = OhHell
    RULES: ClassVar[type[Rules]] = Rules
    SHOWN = fields(
        *("turned", "trump", "won", "scores", "hand_size", "dealer", "leader", "mover", "phase", "voids", "banned"),
        hands="all_hands",
        trick="laid",
        bids="called",
    )
    name: ClassVar[str] = "oh-hell"
    page: ClassVar[Path | None] = Path(__file__).with_name("page")
    module: ClassVar[str] = "oh_hell.js"

    def show(self, info: InformationSet) -> Json:
        """Return a seat's knowledge; None stands for a card that it does not know."""
        return super().show(info) | {
            "round": info.round + 1,
            "rounds": len(info.schedule),
            **({"phase": "game over"} if info.phase == Phase.OVER else {}),
            "illegal": _illegal(info),
            "lines": str(info).splitlines(),
        }

    def action(self, info: InformationSet, action: int) -> Json:
        """Return an action's text, and the card or the bid that it is."""
        text, cards = texts_of_actions(info.rules)[action], info.rules.num_cards
        return {
            "text": text,
            "card": text if action < cards else None,
            "bid": None if action < cards else action - cards,
        }


def _illegal(info: InformationSet) -> Json:
    """Explain for each card of the mover's hand, or bid, why it may not be played; empty for other seats."""
    if not info.to_move:
        return {}
    rules, texts, legal = info.rules, texts_of_actions(info.rules), set(info.legal_actions)
    bids = range(rules.num_cards, rules.num_cards + info.hand_size + 1)
    actions = bids if info.phase == Phase.BID else [rules.deck.index(card) for card in info.hand]
    return {
        texts[one]: {"code": "rule", "words": {}, "text": reason_against(info, one)}
        for one in actions
        if one not in legal
    }
