"""What players know about cards: the lowest card, the weak ranks, greedy's choice.

Source: A. Zarlykov, bachelor thesis, 2023, sections 2.8 and 4.2. A null action is TAKE for the defender and DONE for
the attacker.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ZERO, lowest
from cardkit.compiled.jit import jit
from durak_env.cards import DONE_BIT, DONE_SLOT, TAKE_BIT, lowest_rank_card, rank_lanes, same_ranks
from durak_env.game import ATTACK, DEFENCE

NULLS = np.uint64(TAKE_BIT | DONE_BIT)
"""The null actions, as a set of slots."""

_1, _2, _4, _8 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(8)
_LOW_15, _LOW_14 = np.uint64(0x7FFF_7FFF_7FFF_7FFF), np.uint64(0x3FFF_3FFF_3FFF_3FFF)
_LOW_12, _LOW_8 = np.uint64(0x0FFF_0FFF_0FFF_0FFF), np.uint64(0x00FF_00FF_00FF_00FF)


@jit
def greedy_card(info: Any, cards: Any) -> Any:
    """The lowest of the legal ``cards``, trumps last; DONE instead of throwing in a trump while there is a talon."""
    if cards & ~info.trumps == ZERO and info.talon_size > 0 and info.phase != ATTACK and info.phase != DEFENCE:
        return DONE_SLOT
    return lowest_card(cards, info.trumps)


@jit
def lowest_card(cards: Any, trumps: Any) -> Any:
    """The slot of the lowest plain card; of the lowest trump if there are only trumps."""
    plain = cards & ~trumps
    return lowest_rank_card(cards if plain == ZERO else plain)


@jit
def weaknesses(hand: Any, covered: Any) -> Any:
    """The cards of weak ranks: those whose every card in the hand is ``covered``, that is, beaten by the other hand."""
    return hand & ~same_ranks(hand & ~covered)


@jit
def single_rank(cards: Any) -> Any:
    """Whether a set holds cards of exactly one rank."""
    return cards != ZERO and cards & ~rank_lanes(lowest(cards)) == ZERO


@jit
def below_in_suit(mask: Any) -> Any:
    """All slots at or below a card of a set, in its own suit."""
    mask |= (mask >> _1) & _LOW_15
    mask |= (mask >> _2) & _LOW_14
    mask |= (mask >> _4) & _LOW_12
    return mask | ((mask >> _8) & _LOW_8)
