"""Action ids, which environments and agents use, and their conversion to the slots of the rules' core and back.

::

    id   0 ........... n-1    n      n+1         n = cards of the deck (36: ids 0..37)
        +-----------------+------+------+
        |      cards      | TAKE | DONE |        card id = suit * ranks + (rank - start_rank)
        +-----------------+------+------+
    e.g. 36 cards:  6c 0   7c 1 ... Ac 8   6d 9 ... Ad 17   6h 18 ... Ah 26   6s 27 ... As 35   TAKE 36   DONE 37

With transfers each suit adds an id: the transfer with the card of that suit and the attack's rank. Passports add the
last id, which shows the trump. With 36 cards: ``>c`` 38, ``>d`` 39, ``>h`` 40, ``>s`` 41, ``show`` 42.

An action mask has a 1 for every legal id.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from cardkit.playing_cards import SUITS
from durak_env.cards import DONE_SLOT, SHOW_SLOT, TAKE_SLOT, TRANSFER_SLOTS
from durak_env.rules import Rules


@lru_cache
def slots_of_actions(rules: Rules) -> np.ndarray:
    """Return the slot of each action id: read-only int64 array of shape (num_actions,)."""
    transfers = TRANSFER_SLOTS[: rules.num_suits] if rules.transfer else ()
    shows = (SHOW_SLOT,) if rules.passport else ()
    slots = np.array([*(card.slot for card in rules.deck), TAKE_SLOT, DONE_SLOT, *transfers, *shows], np.int64)
    slots.flags.writeable = False
    return slots


@lru_cache
def texts_of_actions(rules: Rules) -> tuple[str, ...]:
    """Write each action id as text: ``7c``, ``take``, ``done``, ``>c``, ``show``."""
    transfers = [f">{suit}" for suit in SUITS[: rules.num_suits]] if rules.transfer else []
    return (*map(str, rules.deck), "take", "done", *transfers, *(["show"] if rules.passport else []))


@lru_cache
def actions_of_slots(rules: Rules) -> np.ndarray:
    """Return the action id of each slot: read-only int64 array of shape (64,); -1 for slots without an action."""
    actions = np.full(64, -1, np.int64)
    actions[slots_of_actions(rules)] = np.arange(rules.num_actions)
    actions.flags.writeable = False
    return actions


def actions_of(mask: Any, rules: Rules) -> tuple[int, ...]:
    """Return the action ids of a set of slots, ascending."""
    value = int(mask)
    return tuple(action for action, slot in enumerate(slots_of_actions(rules).tolist()) if value >> slot & 1)
