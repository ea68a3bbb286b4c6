"""Agents that choose by a rule, without search: random, uniform, greedy and smart.

Source: A. Zarlykov, bachelor thesis, 2023, sections 2.8, 4.1 and 4.2. Where the thesis' program and text differ, these
agents follow the text. A null action is TAKE for the defender and DONE for the attacker.
"""

from __future__ import annotations

import numpy as np

from baselines.agents.protocol import CompiledAgent, compiled_choice
from baselines.evaluation.tactics import NULLS, below_in_suit, greedy_card, lowest_card, single_rank, weaknesses
from cardkit.compiled.bits import ZERO, lowest, random_bit
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import chance
from cardkit.compiled.protocol import Info, Slot, Stream
from durak_env.cards import Cards, same_ranks
from durak_env.game import DEFENCE

NULL_PROBABILITY = 0.2


def random_agent() -> CompiledAgent:
    """TAKE or DONE with probability 0.2 if it is legal, else a random card."""
    return CompiledAgent(choose_random)


def uniform() -> CompiledAgent:
    """Every legal action with the same probability."""
    return CompiledAgent(choose_uniform)


def greedy() -> CompiledAgent:
    """The lowest card, trumps last; as attacker keeps its trumps while there is a talon."""
    return CompiledAgent(choose_greedy)


def smart() -> CompiledAgent:
    """Greedy, but beats with ranks the other seat lacks and attacks by weaknesses once it knows the other hand."""
    return CompiledAgent(choose_smart)


@compiled_choice
def choose_random(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Null with probability `NULL_PROBABILITY` if it is legal, else a uniform card; null if no card is legal."""
    cards = info.legal & ~NULLS
    null = info.legal & NULLS
    if cards == ZERO or (null != ZERO and chance(stream, NULL_PROBABILITY)):
        return lowest(null)
    return random_bit(cards, stream)


@compiled_choice
def choose_uniform(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """A uniform legal action."""
    return random_bit(info.legal, stream)


@compiled_choice
def choose_greedy(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """The card of `greedy_card`; null if no card is legal (the thesis, figure 4.2)."""
    cards = info.legal & ~NULLS
    if cards == ZERO:
        return lowest(info.legal)
    return greedy_card(info, cards)


@compiled_choice
def choose_smart(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Defends by ranks, attacks by weaknesses, otherwise plays like greedy (the thesis, section 4.2.2)."""
    cards = info.legal & ~NULLS
    if cards == ZERO:
        return lowest(info.legal)
    if info.phase == DEFENCE:
        return smart_defence(info, cards)
    if info.unseen == ZERO:
        return smart_attack(info, cards)
    return greedy_card(info, cards)


@jit
def smart_defence(info: Info, cards: Cards) -> Slot:
    """The lowest of the beating ``cards`` whose rank the other seat certainly lacks, trumps last; else as greedy."""
    possible = info.hands[1 - np.int64(info.seat)] | info.unseen
    safe = cards & ~same_ranks(possible)
    return greedy_card(info, cards if safe == ZERO else safe)


@jit
def smart_attack(info: Info, cards: Cards) -> Slot:
    """Against a known hand without trumps, with a single weak rank, play the other ranks first; else as greedy."""
    hand = info.hands[info.seat]
    other_hand = info.hands[1 - np.int64(info.seat)]
    if other_hand & info.trumps != ZERO:
        return greedy_card(info, cards)
    covered = hand & below_in_suit(other_hand)
    weak = weaknesses(hand, covered)
    if not single_rank(weak):
        return greedy_card(info, cards)
    if cards & ~covered != ZERO:
        return lowest_card(cards & ~covered, info.trumps)
    if cards & ~weak != ZERO:
        return lowest_card(cards & ~weak, info.trumps)
    return lowest_card(cards, info.trumps)
