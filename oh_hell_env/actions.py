"""Action ids, which environments and agents use, and their conversion to the slots of the rules' core and back.

::

    id   0 ........... N-1    N  ...... N+m      N = cards of the deck, m = most cards that a hand may have
        +-----------------+---------------+
        |      cards      |  bids 0 .. m  |      card id = suit * ranks + (rank - start_rank)
        +-----------------+---------------+
    e.g. 4 seats, 52 cards:  2c 0 ... Ac 12   2d 13 ...   2h 26 ...   2s 39 ... As 51   b0 52   b1 53 ... b13 65

A decision is a BID or a PLAY. The slot of a bid is the bid itself, that of a card the bit of the card in a hand.
"""

from __future__ import annotations

from functools import lru_cache
from re import fullmatch
from typing import Any

import numpy as np

from cardkit.game import action_id
from cardkit.playing_cards import Card
from cardkit.wording import shortened
from oh_hell_env.rules import Rules, RulesLike

BID, PLAY = range(2)
"""Kinds of decision: the rows of `actions_of_slots`."""


@lru_cache
def actions_of_slots(rules: Rules) -> np.ndarray:
    """Return the action id of each slot, by kind of decision: read-only int64 array of shape (2, 64); -1 for none."""
    actions = np.full((2, 64), -1, np.int64)
    actions[BID, : rules.most_in_hand + 1] = np.arange(rules.num_cards, rules.num_actions)
    actions[PLAY, [card.slot for card in rules.deck]] = np.arange(rules.num_cards)
    actions.flags.writeable = False
    return actions


@lru_cache
def texts_of_actions(rules: Rules) -> tuple[str, ...]:
    """Write each action id as text: ``Th``, ``b3``."""
    return (*map(str, rules.deck), *(f"b{bid}" for bid in range(rules.most_in_hand + 1)))


def kind_of(action: int, rules: Rules) -> int:
    """Return BID or PLAY, the kind of an action id."""
    return BID if action >= rules.num_cards else PLAY


def slot_of(action: int, rules: Rules) -> int:
    """Return the slot of an action id."""
    return action - rules.num_cards if action >= rules.num_cards else rules.deck[action].slot


def actions_of(kind: int, mask: Any, rules: Rules) -> tuple[int, ...]:
    """Return the action ids of a set of slots, ascending."""
    value, ids = int(mask), actions_of_slots(rules)[kind].tolist()
    return tuple(action for slot, action in enumerate(ids) if action >= 0 and value >> slot & 1)


def parse_action(text: str, rules: RulesLike) -> int:
    """Read the action id of ``Th``, ``10h``, ``Q♠`` or ``b3``, in upper or lower case.

    Raises:
        ValueError: the text is not an action, or names a card or a bid that these rules lack.
    """
    rules = Rules.of(rules)
    word = text.strip().lower() if isinstance(text, str) else ""
    if fullmatch(r"b[0-9]{1,9}", word):
        bid = int(word[1:])
        if bid > rules.most_in_hand:
            raise ValueError(f"{shortened(repr(text))} is too high: bids are b0 to b{rules.most_in_hand}")
        return rules.num_cards + bid
    try:
        card = Card(text)
    except ValueError:
        raise ValueError(f"{shortened(repr(text))} is not an action: write a card ('Th') or a bid ('b3')") from None
    if card not in rules.deck:
        raise ValueError(f"{card} is not in the deck of these rules, {rules.deck[0]} to {rules.deck[-1]}")
    return rules.deck.index(card)


def format_action(action: int, rules: RulesLike) -> str:
    """Write an action id as text: ``Th``, ``b3``.

    Raises:
        ValueError: the action is not an id of these rules.
    """
    rules = Rules.of(rules)
    return texts_of_actions(rules)[action_id(action, rules.num_actions)]
