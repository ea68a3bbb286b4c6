"""Oh Hell! for the table's page: the rules to choose, and a seat's view as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from cardkit.playing_cards import Card
from cardtable.view import Json, VariantView
from oh_hell_env.action_errors import reason_against
from oh_hell_env.actions import texts_of_actions
from oh_hell_env.core.records import Phase
from oh_hell_env.information import InformationSet
from oh_hell_env.notation.transcript import full_trick, winner
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.render.scene import scene_of
from oh_hell_env.rules import Rules

PHASES = {Phase.BID: "bid", Phase.PLAY: "play", Phase.OVER: "game over"}


@dataclass(frozen=True)
class OhHellView(VariantView):
    """What Oh Hell! brings to the table."""

    GAME: ClassVar[type[OhHell]] = OhHell
    RULES: ClassVar[type[Rules]] = Rules
    name: ClassVar[str] = "oh-hell"
    page: ClassVar[Path | None] = Path(__file__).with_name("page")
    module: ClassVar[str] = "oh_hell.js"

    def show(self, info: InformationSet) -> Json:
        """What a seat knows; None stands for a card that it does not know."""
        return {
            "hands": [_hand(info, seat) for seat in range(info.rules.num_players)],
            "trick": [{"seat": seat, "card": card} for seat, card in _on_table(info)],
            "trump": info.trump,
            "turned": info.turned,
            "bids": [None if bid < 0 else bid for bid in info.bids],
            "won": info.won,
            "scores": info.scores,
            "round": info.round + 1,
            "rounds": len(info.schedule),
            "hand_size": info.hand_size,
            "dealer": info.dealer,
            "leader": info.leader,
            "mover": info.mover,
            "phase": PHASES[info.phase],
            "voids": info.voids,
            "banned": info.banned,
            "illegal": _illegal(info),
            "lines": info.text.splitlines(),
        }

    def action(self, info: InformationSet, action: int) -> Json:
        """An action's text, and the card or the bid that it is."""
        text, cards = texts_of_actions(info.rules)[action], info.rules.num_cards
        return {
            "text": text,
            "card": text if action < cards else None,
            "bid": None if action < cards else action - cards,
        }

    def events(self, before: InformationSet, seat: int, action: int, after: InformationSet) -> list[Json]:
        """The bid or the card, then the end of the trick, of the round, and of the game.

        ``first`` is true of the first bid of a round and of the card that leads a trick.
        """
        told = self.action(before, action)
        if told["bid"] is not None:
            return [{"kind": "bid", "seat": seat, "bid": told["bid"], "first": max(before.bids) < 0}]
        events: list[Json] = [{"kind": "play", "seat": seat, "card": told["card"], "first": not before.trick}]
        ends_round = after.round > before.round or after.phase == Phase.OVER
        if len(before.trick) == before.rules.num_players - 1:
            scene = scene_of(before)
            trick = full_trick(told["card"], scene)
            events.append({"kind": "trick", "seat": winner(trick, scene), "cards": [card for _, card in trick]})
        if ends_round:
            paid = [new - old for new, old in zip(after.scores, before.scores, strict=True)]
            events.append({"kind": "round", "paid": paid, "scores": after.scores})
        if after.phase == Phase.OVER:
            events.append({"kind": "over", "scores": after.scores})
        return events


def _hand(info: InformationSet, seat: int) -> list[Card | None]:
    known = info.hands[seat]
    return [*known, *[None] * (info.hand_sizes[seat] - len(known))]


def _on_table(info: InformationSet) -> list[tuple[int, Card]]:
    seats = info.rules.num_players
    return [((info.leader + place) % seats, card) for place, card in enumerate(info.trick)]


def _illegal(info: InformationSet) -> Json:
    """By card of the mover's hand, why it may not be played, or by bid; empty for other seats."""
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
