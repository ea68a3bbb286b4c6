"""Explains why an action is illegal: names the card and the rule it breaks."""

from __future__ import annotations

from typing import Any

from cardkit.game import IllegalSlotError
from cardkit.game import action_id as number_of_action
from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.cards import SHOW_SLOT, SUITS, Card, card_of
from durak_env.game import ATTACK, DEFENCE, GAME_OVER
from durak_env.information import InformationSet
from durak_env.rules import Rules

TAKE, DONE, SHOW = "take", "done", "show"


def action_id(action: Any, rules: Rules) -> int:
    """The action as an int.

    Raises:
        ValueError: the action is not an integer of the action space; True and False do not count as integers.
    """
    return number_of_action(action, rules.num_actions)


def action_text(action: int, rules: Rules) -> str:
    """An action id as text: ``7c``, ``take``, ``done``, ``>h``, ``show``."""
    if action < rules.take:
        return str(rules.deck[action])
    if action <= rules.done:
        return TAKE if action == rules.take else DONE
    slot = int(slots_of_actions(rules)[action])
    return SHOW if slot == SHOW_SLOT else f">{SUITS[slot // 16]}"


def illegal_action(info: InformationSet, action: int) -> ValueError:
    """The error that explains why ``action`` is illegal for the seat of ``info``, whose turn it is to move."""
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


def transferred_card(word: str, attack: Card, trump_suit: str | None) -> Card:
    """The card that ``>h`` lays or ``show`` shows in reply to an attack card."""
    return Card(attack[0] + (trump_suit or "" if word == SHOW else word[1]))


def _reason_against_transfer(info: InformationSet, action: int) -> str:
    if info.phase != DEFENCE:
        return "only the defender may transfer, and only in reply to an attack"
    attacks = info.attack_cards
    if info.defence_cards:
        return f"{info.defence_cards[0]} has beaten {attacks[0]}, and then the attack stays"
    word = action_text(action, info.rules)
    card = transferred_card(word, attacks[0], info.trump_suit)
    if card not in info.hand:
        return f"{card} is not in the hand of seat {info.seat}"
    if word == SHOW and info.seat in info.shown:
        return f"seat {info.seat} has shown a trump in this game"
    heir = _heir(info)
    if heir is None:
        return "no other seat is in"
    needed, held = len(attacks) + (word != SHOW), info.hand_sizes[heir]
    if held < needed:
        return f"{needed} attack cards are too many for seat {heir}, the next, with a hand of {held}"
    return "this bout has no room for another attack card"


def _heir(info: InformationSet) -> int | None:
    """The seat that the attack would go on to; None if there is none."""
    seats = info.rules.num_players
    others = [(info.seat + places) % seats for places in range(1, seats)]
    return next((seat for seat in others if info.talon_size or info.hand_sizes[seat]), None)
