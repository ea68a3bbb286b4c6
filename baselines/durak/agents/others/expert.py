"""The agent expert: rules for each stage of the talon, those of durak-analysis by V. Ilmer.

Source: the README of https://github.com/veniamin-ilmer/durak-analysis, which names no licence; written anew from its
list of strategies. A plain card is no trump. Where the list leaves a number open, its program's is taken: a high trump
is an eight or more, and with three cards in the talon two on the table are many. Its rule for transfers has no place
here, and nothing is thrown in after a take: in its game a bout ends there.
"""

from __future__ import annotations

import numpy as np

from cardkit.agents import compiled_choice
from cardkit.compiled.bits import ZERO, is_single, lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot, Stream
from cardkit.playing_cards import Cards
from durak_env.agents.tactics import NULLS, lowest_card, multiples
from durak_env.cards import DONE_SLOT, TAKE_SLOT, bit, count, lowest_rank_card, rank_lanes
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import ATTACK, DEFENCE, THROW_IN_AFTER_TAKE, Info
from durak_env.core.transfers import card_to_beat

ACE, KING, EIGHT = 14, 13, 8
NO_CHOICE = -1


def expert() -> CompiledAgent:
    """Play by the stage of the talon: keep trumps, take trumps early, attack with pairs late (durak-analysis)."""
    return CompiledAgent(choose_as_expert)


@compiled_choice
def choose_as_expert(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Defend or attack by the rules of the list."""
    cards = info.legal & ~NULLS
    if cards == ZERO or info.phase == THROW_IN_AFTER_TAKE:
        return lowest(info.legal & NULLS)
    return defence(info, cards) if info.phase == DEFENCE else attack(info, cards)


@jit
def defence(info: Info, cards: Cards) -> Slot:
    """Find the lowest beating card, its own suit first, or TAKE to keep a trump or to get one."""
    attacked = bit(card_to_beat(info))
    same_rank = cards & info.trumps & rank_lanes(card_to_beat(info))
    if info.talon_size == 2 and same_rank != ZERO:
        return lowest(same_rank)  # so that the attacker does not draw the last card
    if attacked & info.trumps != ZERO and info.talon_size > 6:
        return TAKE_SLOT
    if cards & ~info.trumps == ZERO and keeps_trumps(info):
        return TAKE_SLOT
    return lowest_card(cards, info.trumps)


@jit
def keeps_trumps(info: Info) -> bool:
    """Return whether a defender whom only trumps could save rather takes."""
    trumps = info.hands[info.seat] & info.trumps
    alone = is_single(trumps) and np.int64(lowest(trumps)) & 15 >= EIGHT
    return bool(info.talon_size > 12 or (info.talon_size > 9 and alone))


@jit
def attack(info: Info, cards: Cards) -> Slot:
    """Find a high trump or a pair at the end; else the lowest card, with over four cards in the talon no trump."""
    last = closing_trump(info, cards)
    if last != NO_CHOICE:
        return last
    pairs = late_pairs(info, cards)
    if pairs != ZERO:
        return lowest_card(pairs, info.trumps)
    if info.talon_size > 4 and info.phase != ATTACK and cards & ~info.trumps == ZERO:
        return DONE_SLOT
    return lowest_card(cards, info.trumps)


@jit
def closing_trump(info: Info, cards: Cards) -> Slot:
    """Find, without a talon, the trump ace of a hand of two, the trump king beside the ace in a hand of three."""
    hand = info.hands[info.seat]
    ace, king = rank_lanes(ACE) & info.trumps & hand, rank_lanes(KING) & info.trumps & hand
    if info.talon_size > 0 or ace == ZERO:
        return np.int64(NO_CHOICE)
    if count(hand) == 2 and ace & cards != ZERO:
        return np.int64(lowest(ace))
    if count(hand) == 3 and king & cards != ZERO:
        return np.int64(lowest(king))
    return np.int64(NO_CHOICE)


@jit
def late_pairs(info: Info, cards: Cards) -> Cards:
    """Find the ``cards`` of the lowest rank that a hand of over four holds twice, once the talon has hardly a card."""
    hand = info.hands[info.seat]
    late = info.talon_size <= 2 or (info.talon_size == 3 and info.table_size == 2)
    pairs = multiples(cards, hand) if late and count(hand) > 4 else ZERO
    return ZERO if pairs == ZERO else pairs & rank_lanes(lowest_rank_card(pairs))
