"""The agent hvalue: it plays for the hand that is worth most.

Source of the value H: E. Lipin, B. Tang, S. Worthy (2023). Their paper has no player that chooses by H; this one shows
what H is worth by itself.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.evaluation.hand_value import mean_hand_value
from cardkit.agents import compiled_choice
from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot, Stream
from cardkit.playing_cards import Cards
from durak_env.cards import DONE_SLOT, SHOW_SLOT, TAKE_SLOT, bit
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import Info
from durak_env.core.transfers import is_transfer, transferred_card


def hvalue() -> CompiledAgent:
    """Play the action after which the mean value H of the own hand is highest, cards drawn left out."""
    return CompiledAgent(choose_by_hand_value, any_table=True)


@compiled_choice
def choose_by_hand_value(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action with the highest value of the hand that it leaves; of equals, the lowest slot."""
    best, most = np.int64(-1), -np.inf
    left = info.legal
    while left != ZERO:
        slot = np.int64(lowest(left))
        left = without_lowest(left)
        value = value_after(info, slot)
        if value > most:
            best, most = slot, value
    return best


@jit
def value_after(info: Info, slot: Slot) -> float:
    """Compute the value of the own hand after an action: a card leaves it, TAKE adds the table, a trump shown stays."""
    hand, table = info.hands[info.seat], info.attacks | info.defences
    if slot == TAKE_SLOT:
        return mean_hand_value(hand | table, info.trumps, info.discard)
    card = played_by(info, slot)
    return mean_hand_value(hand & ~card, info.trumps, info.discard | table | card)


@jit
def played_by(info: Info, slot: Slot) -> Cards:
    """Return the card that an action lays, as a set; none for DONE and for a trump that is shown."""
    if slot in (DONE_SLOT, SHOW_SLOT):
        return ZERO
    return bit(transferred_card(info, slot)) if is_transfer(info, slot) else bit(slot)
