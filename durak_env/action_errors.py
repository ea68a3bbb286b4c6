"""Explains why an action is illegal: names the card and the rule it breaks."""

from __future__ import annotations

from typing import Any

from cardkit.game import IllegalSlotError
from cardkit.game import action_id as number_of_action
from durak_env.actions import actions_of_slots, slots_of_actions, texts_of_actions
from durak_env.cards import Card, card_of
from durak_env.game import ATTACK, DEFENCE, GAME_OVER
from durak_env.information import InformationSet
from durak_env.rules import Rules


def action_id(action: Any, rules: Rules) -> int:
    """The action as an int.

    Raises:
        ValueError: the action is not an integer of the action space; True and False do not count as integers.
    """
    return number_of_action(action, rules.num_actions)


def action_text(action: int, rules: Rules) -> str:
    """An action id as text: ``7c``, ``take``, ``done``, ``>c``, ``show``."""
    return texts_of_actions(rules)[action]


def illegal_action(info: InformationSet, action: int) -> ValueError:
    """The error that explains why ``action`` is illegal for the seat of ``info``, which is to move."""
    legal = " ".join(action_text(other, info.rules) for other in info.legal_actions) or "none"
    text = action_text(action, info.rules)
    return ValueError(f"illegal action {action} ({text}): {_reason(info, action)}; legal actions: {legal}")


def illegal_slot(info: InformationSet, slot: int) -> IllegalSlotError:
    """The error that explains why ``slot``, any number, is illegal for the seat of ``info``."""
    action = int(actions_of_slots(info.rules)[slot]) if 0 <= slot < 64 else -1
    if action < 0:
        return IllegalSlotError(f"slot {slot} stands for no action: compiled agents choose slots, not action ids")
    return IllegalSlotError(f"slot {slot} is an {illegal_action(info, action)}")


def _reason(info: InformationSet, action: int) -> str:
    rules, phase = info.rules, info.phase
    if phase == GAME_OVER:
        return "the game is over"
    if action == rules.take:
        return "only the defender may take, and only in reply to an attack"
    if action == rules.done:
        return "the attacker must open the bout" if phase == ATTACK else "the defender must beat or take"
    if action > rules.done:
        return _reason_against_transfer(info, action)
    card = card_of(slots_of_actions(rules)[action])
    if card not in info.hand:
        return f"{card} is not in the hand of seat {info.seat}"
    if phase == DEFENCE:
        return f"{card} does not beat {info.attack_cards[len(info.defence_cards)]}"
    if card.rank not in {lying.rank for lying in info.table}:
        return f"no card on the table has the rank of {card}"
    return "this bout has no room for another attack card"


def transferred_card(text: str, attack: Card, trump_suit: str | None) -> Card:
    """The card that ``>h`` lays or ``show`` shows in reply to an attack card."""
    return Card(f"{attack[0]}{trump_suit if text == 'show' else text[1]}")


def _reason_against_transfer(info: InformationSet, action: int) -> str:
    text, attack_cards = action_text(action, info.rules), info.attack_cards
    if info.phase != DEFENCE:
        return "only the defender may transfer, and only in reply to an attack"
    if info.defence_cards:
        return "an attack can be passed on only before a card of the bout is beaten"
    card = transferred_card(text, attack_cards[0], info.trump_suit)
    if card not in info.hand:
        return f"{card} is not in the hand of seat {info.seat}"
    if text == "show" and info.seat in info.shown:
        return f"seat {info.seat} has shown a trump before in this game"
    heir = _seat_after(info)
    if heir is None:
        return "no other seat is in"
    size, wanted = info.hand_sizes[heir], len(attack_cards) + (text != "show")
    if size < wanted:
        return f"seat {heir} would have to answer {wanted} attack cards and holds {size}"
    return "this bout has no room for another attack card"


def _seat_after(info: InformationSet) -> int | None:
    """The seat that a transfer would make the defender."""
    seats = info.rules.num_players
    others = [(info.seat + ahead) % seats for ahead in range(1, seats)]
    return next((seat for seat in others if info.talon_size or info.hand_sizes[seat]), None)
