"""The agent advisor: two rule-based players of durak-ai-advisor by kartegnik.

Source: https://github.com/kartegnik/durak-ai-advisor, which names no licence for them: its baseline, "that conserves
trumps while the deck exists", and its evaluator, the article of `baselines.durak.evaluation.hand_points` "extended with
public card memory". Written anew from what these two say that a move is worth. Where its program lays several cards at
once, this agent lays one after another.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.evaluation.hand_points import hand_points
from cardkit.agents import compiled_choice
from cardkit.checks import chosen
from cardkit.compiled.bits import ZERO, Number, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.protocol import Slot, Stream
from cardkit.playing_cards import Cards
from durak_env.agents.tactics import NULLS, below_in_suit, lowest_card
from durak_env.cards import DONE_SLOT, TAKE_SLOT, bit, count, lowest_rank_card
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.play import beats
from durak_env.core.records import ATTACK, DEFENCE, THROW_IN_AFTER_TAKE, Info

SIX, KEEP_TRUMP = 6, 5  # ranks
WORTH_A_CARD, WORTH_DONE = 5, 10  # of throwing in, less the card's rank above six; of being done
OUT = 1e6
ATTACK_HOLDS, ATTACK_LAID = 180.0, 35.0
BEATEN, BEATEN_BY_TRUMP, BEATEN_BY_LAST_TRUMP = 1900.0, 180.0, 60.0
TAKEN, TAKEN_A_CARD = 1700.0, 80.0
DONE, DONE_A_CARD, GIVEN = 260.0, 30.0, 80.0
COVERED = 55.0  # for each known card of the other hand that the own hand beats, once the talon is empty


def advisor(style: str = "thrifty") -> CompiledAgent:
    """Play like one of the players of durak-ai-advisor.

    Args:
        style: ``thrifty`` beats whatever it can with the lowest card and hardly throws in before a take; ``habr``
            counts the points of its hand, and how likely the other seat beats an attack.

    Raises:
        ValueError: ``style`` is neither.
    """
    return CompiledAgent(chosen("style", style, {"thrifty": choose_thriftily, "habr": choose_with_memory}, "thrifty"))


@compiled_choice
def choose_thriftily(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the lowest card; throw in only low cards that are worth more than being done, and all after a take."""
    cards = info.legal & ~NULLS
    if cards == ZERO:
        return lowest(info.legal)
    if info.phase == THROW_IN_AFTER_TAKE:
        return card_to_give(cards, info.trumps)
    if info.phase == ATTACK:
        return lowest_card(cards, info.trumps) if info.talon_size > 0 else lowest_rank_card(cards)
    if info.phase == DEFENCE or worth_of_throwing_in(cards & ~info.trumps) > WORTH_DONE:
        return lowest_card(cards, info.trumps)
    return DONE_SLOT


@jit
def card_to_give(cards: Cards, trumps: Cards) -> Slot:
    """Find the highest card, but a plain one rather than a trump that is less than six ranks higher."""
    best, most = np.int64(-1), np.int64(-1)
    while cards != ZERO:
        card = np.int64(lowest(cards))
        cards = without_lowest(cards)
        points = (card & 15) + (0 if bit(card) & trumps != ZERO else KEEP_TRUMP)
        if points > most:
            best, most = card, points
    return best


@jit
def worth_of_throwing_in(cards: Cards) -> Number:
    """Compute the most that throwing in some of these plain cards is worth."""
    points = np.int64(0)
    while cards != ZERO:
        points += max(0, WORTH_A_CARD - ((np.int64(lowest(cards)) & 15) - SIX))
        cards = without_lowest(cards)
    return points


@compiled_choice
def choose_with_memory(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the action with the most points, the first of equals."""
    best, most = np.int64(-1), -np.inf
    rest = info.legal
    while rest != ZERO:
        slot = np.int64(lowest(rest))
        rest = without_lowest(rest)
        points = points_after(info, slot)
        if points > most:
            best, most = slot, points
    return best


@jit
def points_after(info: Info, slot: Slot) -> float:
    """Compute the points of an action: those of the hand that it leaves, and those of what it does."""
    table = info.attacks | info.defences
    hand = info.hands[info.seat]
    hand = hand | table if slot == TAKE_SLOT else hand & ~bit(slot)
    others = np.int64(info.talon_size) + np.int64(info.hand_sizes[1 - np.int64(info.seat)])
    if hand == ZERO:
        points = OUT if info.talon_size == 0 else hand_points(hand, info.trumps, max(others, 1), 1.0)
    else:
        points = hand_points(hand, info.trumps, others, 1.0)
    if info.talon_size == 0:
        points += COVERED * count(info.hands[1 - np.int64(info.seat)] & beaten_by(hand, info.trumps))
    return points + worth_of_doing(info, slot, count(table))


@jit
def worth_of_doing(info: Info, slot: Slot, laid: int) -> float:
    """Compute the worth of an action beside the hand that it leaves; ``laid`` cards are on the table."""
    if slot == TAKE_SLOT:
        return -TAKEN - TAKEN_A_CARD * laid
    if info.phase == THROW_IN_AFTER_TAKE:
        return 0.0 if slot == DONE_SLOT else GIVEN
    if slot == DONE_SLOT:
        return DONE + DONE_A_CARD * laid
    if info.phase != DEFENCE:
        return ATTACK_HOLDS * (1 - chance_of_an_answer(info, slot)) + ATTACK_LAID
    if bit(slot) & info.trumps == ZERO:
        return BEATEN
    return BEATEN - (BEATEN_BY_TRUMP if info.talon_size > 0 else BEATEN_BY_LAST_TRUMP)


@jit
def chance_of_an_answer(info: Info, card: Slot) -> float:
    """Estimate how likely the other hand beats a card, if its unknown cards are any of the unseen."""
    other = 1 - np.int64(info.seat)
    known, beating_cards = info.hands[other], beats(card, info.trumps)
    if known & beating_cards != ZERO:
        return 1.0
    unseen, beating = count(info.unseen), count(info.unseen & beating_cards)
    none = 1.0
    for drawn in range(min(unseen, np.int64(info.hand_sizes[other]) - count(known))):
        none *= max(0, unseen - beating - drawn) / (unseen - drawn)
    return 1 - none


@jit
def beaten_by(cards: Cards, trumps: Cards) -> Cards:
    """Return all cards that some of the cards beat: lower ones of the suit, and for a trump all plain ones."""
    beaten, rest = ZERO, cards
    while rest != ZERO:
        one = bit(lowest(rest))
        rest = without_lowest(rest)
        beaten |= below_in_suit(one) & ~one
    return beaten | ~trumps if cards & trumps != ZERO else beaten
