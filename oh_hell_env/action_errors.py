"""Explains why an action is illegal: names the card or the bid and the rule it breaks."""

from __future__ import annotations

from cardkit.game import IllegalSlotError
from cardkit.known import Known
from cardkit.playing_cards import card_of, cards_of
from oh_hell_env.actions import BID, PLAY, actions_of_slots, kind_of, texts_of_actions
from oh_hell_env.core.records import Phase


def illegal_action(info: Known, action: int) -> ValueError:
    """Make the error that explains why ``action`` is illegal for the seat of ``info``, which is to move."""
    texts = texts_of_actions(info.rules)
    legal = " ".join(texts[other] for other in info.legal_actions) or "none"
    return ValueError(
        f"illegal action {action} ({texts[action]}): {reason_against(info, action)}; legal actions: {legal}"
    )


def illegal_slot(info: Known, slot: int) -> IllegalSlotError:
    """Make the error that explains why ``slot``, any number, is illegal for the seat of ``info``."""
    kind = BID if info.record.phase == Phase.BID else PLAY
    action = int(actions_of_slots(info.rules)[kind, slot]) if 0 <= slot < 64 else -1
    if action < 0:
        wanted = "bids" if kind == BID else "cards"
        return IllegalSlotError(f"slot {slot} stands for no action: {wanted} are due, and agents choose slots")
    return IllegalSlotError(f"slot {slot} is an {illegal_action(info, action)}")


def reason_against(info: Known, action: int, *, to_the_mover: bool = False) -> str:
    """Explain why an action is illegal for the seat of ``info``, which is to move.

    ``to_the_mover`` words it for the person at that seat.
    """
    rules, phase, record = info.rules, info.record.phase, info.record
    if phase == Phase.OVER:
        return "the game is over"
    kind = kind_of(action, rules)
    if (kind == BID) != (phase == Phase.BID):
        return "a bid is due, not a card" if phase == Phase.BID else "a card is due, not a bid"
    if kind == BID:
        return _reason_against_bid(info, action - rules.num_cards)
    card = rules.deck[action]
    seat = f"seat {info.seat}"
    hand, holds = ("your hand", "you hold") if to_the_mover else (f"the hand of {seat}", f"{seat} holds")
    if card not in cards_of(record.hands[info.seat]):
        return f"{card} is not in {hand}"
    led = card_of(record.order[record.played - record.on_table])
    return f"{card} does not follow suit, and {holds} cards of the suit of {led}"


def _reason_against_bid(info: Known, bid: int) -> str:
    if bid > info.record.hand_size:
        return f"bids go up to the {info.record.hand_size} cards of a hand"
    return f"the dealer may not make the bids add up to the {info.record.hand_size} tricks of the round"
