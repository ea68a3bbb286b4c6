"""Explains why an action is illegal: names the card and the rule it breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardkit.game import IllegalSlotError
from cardkit.game import action_id as number_of_action
from cardkit.known import Known
from cardkit.playing_cards import SUITS, Card, card_of, cards_of
from durak_env.actions import actions_of_slots, slots_of_actions, texts_of_actions
from durak_env.cards import count
from durak_env.core.records import ATTACK, DEFENCE, GAME_OVER
from durak_env.rules import Rules


def action_id(action: Any, rules: Rules) -> int:
    """Return the action as an int.

    Raises:
        ValueError: the action is not an integer of the action space; True and False do not count as integers.
    """
    return number_of_action(action, rules.num_actions)


def action_text(action: int, rules: Rules) -> str:
    """Write an action id as text: ``7c``, ``take``, ``done``, ``>c``, ``show``."""
    return texts_of_actions(rules)[action]


def illegal_action(info: Known, action: int) -> ValueError:
    """Make the error that explains why ``action`` is illegal for the seat of ``info``, which is to move."""
    legal = " ".join(action_text(other, info.rules) for other in info.legal_actions) or "none"
    text = action_text(action, info.rules)
    return ValueError(f"illegal action {action} ({text}): {explain_illegal(info, action)}; legal actions: {legal}")


def illegal_slot(info: Known, slot: int) -> IllegalSlotError:
    """Make the error that explains why ``slot``, any number, is illegal for the seat of ``info``."""
    action = int(actions_of_slots(info.rules)[slot]) if 0 <= slot < 64 else -1
    if action < 0:
        return IllegalSlotError(f"slot {slot} stands for no action: compiled agents choose slots, not action ids")
    return IllegalSlotError(f"slot {slot} is an {illegal_action(info, action)}")


@dataclass(frozen=True)
class Illegality:
    """The reason why an action is illegal; as text in English.

    Attributes:
        code: which rule it breaks.
        words: what the rule speaks of: cards, seats, numbers.
    """

    code: str
    words: Mapping[str, Any]

    def __str__(self) -> str:
        return REASONS[self.code].format(**self.words)

    def to_the_mover(self) -> str:
        """Put the reason in words for the person at the seat that is to move."""
        return (REASONS | TO_THE_MOVER)[self.code].format(**self.words)


REASONS = {
    "game_over": "the game is over",
    "take_not_defender": "only the defender may take, and only in reply to an attack",
    "done_attacker_opens": "the attacker must open the bout",
    "done_defender": "the defender must beat or take",
    "not_in_hand": "{card} is not in the hand of seat {seat}",
    "does_not_beat": "{card} does not beat {attack}",
    "rank_not_on_table": "no card on the table has the rank of {card}",
    "no_room": "this bout has no room for another attack card",
    "transfer_not_defender": "only the defender may transfer, and only in reply to an attack",
    "transfer_after_beat": "an attack can be passed on only before a card of the bout is beaten",
    "has_shown": "seat {seat} has shown a trump before in this game",
    "transfer_nobody": "no other seat is in",
    "transfer_too_many": "seat {seat} would have to answer {wanted} attack cards and holds {size}",
}
"""In English, by code, why an action is illegal."""

TO_THE_MOVER = {
    "not_in_hand": "{card} is not in your hand",
    "has_shown": "you have shown a trump before in this game",
}
"""The errors that a person reads in other words about their own seat."""


def explain_illegal(info: Known, action: int) -> Illegality:
    """Explain why an action is illegal for the seat of ``info``, which is to move."""
    code, words = _broken_rule(info, action)
    return Illegality(code, words)


def _broken_rule(info: Known, action: int) -> tuple[str, dict[str, Any]]:
    rules, phase, record = info.rules, info.record.phase, info.record
    if phase == GAME_OVER:
        return "game_over", {}
    if action == rules.take:
        return "take_not_defender", {}
    if action == rules.done:
        return ("done_attacker_opens" if phase == ATTACK else "done_defender"), {}
    if action > rules.done:
        return _rule_against_transfer(info, action)
    card = card_of(slots_of_actions(rules)[action])
    if card not in cards_of(record.hands[info.seat]):
        return "not_in_hand", {"card": card, "seat": info.seat}
    if phase == DEFENCE:
        return "does_not_beat", {"card": card, "attack": laid_cards(record, record.attacks)[count(record.defences)]}
    if card.rank not in {lying.rank for lying in cards_of(record.attacks | record.defences)}:
        return "rank_not_on_table", {"card": card}
    return "no_room", {}


def laid_cards(record: Any, kind: Any) -> tuple[Card, ...]:
    """Return the attack or the defence cards of this bout in the order played, given their set and the INFO record."""
    return tuple(card_of(slot) for slot in record.table[: record.table_size] if int(kind) >> int(slot) & 1)


def transferred_card(text: str, attack: Card, trump_suit: str | None) -> Card:
    """Return the card that ``>h`` lays or ``show`` shows in reply to an attack card."""
    return Card(f"{attack[0]}{trump_suit if text == 'show' else text[1]}")


def _rule_against_transfer(info: Known, action: int) -> tuple[str, dict[str, Any]]:
    text, record = action_text(action, info.rules), info.record
    if record.phase != DEFENCE:
        return "transfer_not_defender", {}
    if record.defences:
        return "transfer_after_beat", {}
    attack_cards = laid_cards(record, record.attacks)
    card = transferred_card(text, attack_cards[0], SUITS[record.trump_suit] if text == "show" else None)
    if card not in cards_of(record.hands[info.seat]):
        return "not_in_hand", {"card": card, "seat": info.seat}
    if text == "show" and int(record.shown) >> info.seat & 1:
        return "has_shown", {"seat": info.seat}
    heir = _seat_after(info)
    if heir is None:
        return "transfer_nobody", {}
    size, wanted = int(record.hand_sizes[heir]), len(attack_cards) + (text != "show")
    if size < wanted:
        return "transfer_too_many", {"seat": heir, "wanted": wanted, "size": size}
    return "no_room", {}


def _seat_after(info: Known) -> int | None:
    """Return the seat that a transfer would make the defender."""
    seats = info.rules.num_players
    others = [(info.seat + ahead) % seats for ahead in range(1, seats)]
    return next((seat for seat in others if info.record.talon_size or info.record.hand_sizes[seat]), None)
