"""Agents that choose by a rule, without search: random, uniform, greedy, smart, low and high.

Source: A. Zarlykov, bachelor thesis, 2023, sections 2.8, 4.1 and 4.2; for low and high E. Lipin, B. Tang, S. Worthy
(2023). Where the thesis' program and text differ, these agents follow the text; in which card smart defends with they
follow neither unless asked to. A null action is TAKE for the defender and DONE for the attacker. These sources describe
two seats; here their rules extend to more seats and to transfers.
"""

from __future__ import annotations

import numpy as np

from cardkit.agents import compiled_choice
from cardkit.checks import chosen
from cardkit.compiled.bits import ZERO, bit, lowest, random_bit
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import chance
from cardkit.compiled.protocol import Slot, Stream
from cardkit.compiled.records import where_field
from cardkit.playing_cards import ALL_CARDS, Cards
from durak_env.agents.presets import presets
from durak_env.agents.tactics import (
    NULLS,
    badly_covered,
    below_in_suit,
    greedy_card,
    greedy_slot,
    highest_card,
    lowest_card,
    may_show,
    playable,
    single_rank,
    way_to_play,
    weaknesses,
)
from durak_env.cards import SHOW_SLOT, count, same_ranks
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import ATTACK, DEFENCE, Info
from durak_env.core.seating import defender_of, rivals_of, seats_of

NULL_PROBABILITY = 0.2


def random_agent() -> CompiledAgent:
    """Play TAKE or DONE with probability 0.2 if it is legal, else a random card."""
    return CompiledAgent(choose_random, any_table=True)


def uniform() -> CompiledAgent:
    """Play every legal action with the same probability."""
    return CompiledAgent(choose_uniform, any_table=True)


def greedy() -> CompiledAgent:
    """Play the lowest card, trumps last; as attacker keep the trumps while there is a talon."""
    return CompiledAgent(choose_greedy, any_table=True)


@presets(thesis={"weaknesses": "single", "defence": "program"})
def smart(weaknesses: str = "single", defence: str = "lowest") -> CompiledAgent:
    """Play like greedy, but beat with ranks the other seat lacks and attack by weaknesses once its hand is known.

    Args:
        weaknesses: whether it heeds a ``single`` weak rank, as the thesis' agent does, or ``all``: with several it
            attacks with a badly covered one, as the thesis' evaluation does (figure 4.7).
        defence: the card it beats with among those of a rank that the other seat cannot have. ``lowest``: the lowest,
            trumps last. ``text``: any; the thesis takes the first in the order of the hand (figure 4.3), which carries
            no meaning here. ``program``: any that is no trump, and while there is a talon it asks only which ranks it
            has seen in the other hand, as the thesis' program does.
        preset: ``thesis``, the agent of the thesis' tournaments: ``weaknesses=single,defence=program``.

    Raises:
        ValueError: a parameter has none of its values.
    """
    heeds_all = chosen("weaknesses", weaknesses, _WEAKNESSES, "single")
    way = chosen("defence", defence, _DEFENCES, "lowest")
    if not heeds_all and way == LOWEST:
        return CompiledAgent(choose_smart, any_table=True)
    return CompiledAgent(choose_smart_otherwise, np.array([heeds_all, way], np.uint8), any_table=True)


def low() -> CompiledAgent:
    """Play the lowest card, trumps last; null only without a card to play."""
    return CompiledAgent(choose_low, any_table=True)


def high() -> CompiledAgent:
    """Play the highest card, trumps first; null only without a card to play."""
    return CompiledAgent(choose_high, any_table=True)


@compiled_choice
def choose_random(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose null with probability `NULL_PROBABILITY` if it is legal, else a uniform other action; null if none is."""
    cards = info.legal & ~NULLS
    null = info.legal & NULLS
    if cards == ZERO or (null != ZERO and chance(stream, NULL_PROBABILITY)):
        return lowest(null)
    return random_bit(cards, stream)


@compiled_choice
def choose_uniform(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose a uniform legal action."""
    return random_bit(info.legal, stream)


@compiled_choice
def choose_greedy(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the card of `greedy_card`; null if no card is legal (the thesis, figure 4.2)."""
    return greedy_slot(info)


@compiled_choice
def choose_smart(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Defend by ranks, attack by weaknesses, otherwise play like greedy (the thesis, section 4.2.2)."""
    cards = cards_after_transfers(info)
    if cards == ZERO:
        return greedy_slot(info)
    if info.phase == DEFENCE:
        return smart_defence(info, cards)
    if knows_the_defender(info):
        return smart_attack(info, cards)
    return greedy_card(info, cards)


@compiled_choice
def choose_smart_otherwise(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose like smart with other ``weaknesses`` or another ``defence``, both in its memory.

    With all weaknesses it attacks with a badly covered card at several weak ranks (the thesis, figure 4.7).
    """
    heeds_all, way = memory[0], memory[1]
    cards = cards_after_transfers(info)
    if cards == ZERO:
        return greedy_slot(info)
    if info.phase == DEFENCE:
        return smart_defence(info, cards) if way == LOWEST else thesis_defence(info, cards, stream, way == PROGRAM)
    if heeds_all and knows_the_defender(info):
        attack = attack_at_several(info, cards)
        if attack != ZERO:
            return lowest_card(attack, info.trumps)
    return choose_smart(info, stream, memory)


_WEAKNESSES = {"single": False, "all": True}
LOWEST, TEXT, PROGRAM = range(3)
_DEFENCES = {"lowest": LOWEST, "text": TEXT, "program": PROGRAM}


@jit
def attack_at_several(info: Info, cards: Cards) -> Cards:
    """Return the ``cards`` to attack with at several weak ranks in an endgame; none if another rule decides.

    The attack begins with a badly covered card. What is thrown in then is a card that the defender cannot beat, so the
    defender takes, and the attacker is rid of a weak card.
    """
    hand, other_hand = info.hands[info.seat], info.hands[defender_of(info)]
    if info.talon_size > 0 or other_hand & info.trumps != ZERO:
        return ZERO
    if info.phase == ATTACK:
        return cards & badly_covered(hand, other_hand)
    weak = weaknesses(hand, hand & below_in_suit(other_hand))
    return ZERO if weak == ZERO or single_rank(weak) else cards & ~below_in_suit(other_hand)


@jit_inline
def _cards_unless_greedy_transfers(info: Info) -> Cards:
    greedy = bit(greedy_slot(info))
    return info.legal & ALL_CARDS if greedy & (ALL_CARDS | NULLS) != ZERO else ZERO


cards_after_transfers = where_field("transfer", _cards_unless_greedy_transfers, playable)
"""The cards to choose from; none where greedy transfers."""


@jit_inline
def _cards_of_rivals(info: Info) -> Cards:
    rivals = rivals_of(info, np.int64(info.seat))
    cards = ZERO
    for seat in range(seats_of(info)):
        if rivals & bit(seat) != ZERO:
            cards |= info.hands[seat]
    return cards


@jit_inline
def _cards_of_the_other(info: Info) -> Cards:
    return info.hands[1 - np.int64(info.seat)]


rivals_cards = where_field("rivals", _cards_of_rivals, _cards_of_the_other)
"""The cards known to be in hands that might throw in against the seat."""


@jit_inline
def _whole_hand_is_known(info: Info) -> bool:
    defender = defender_of(info)
    return count(info.hands[defender]) == np.int64(info.hand_sizes[defender])


@jit_inline
def _nothing_is_hidden(info: Info) -> bool:
    return info.unseen == ZERO


knows_the_defender = where_field("defender", _whole_hand_is_known, _nothing_is_hidden)
"""Return whether a seat that attacks knows the whole hand of the defender."""


@jit
def smart_defence(info: Info, cards: Cards) -> Slot:
    """Return the lowest of the beating ``cards`` of a rank that no rival can have, trumps last; if none, greedy's."""
    possible = rivals_cards(info) | info.unseen
    safe = cards & ~same_ranks(possible)
    return greedy_card(info, cards if safe == ZERO else safe)


@jit
def thesis_defence(info: Info, cards: Cards, stream: Stream, as_program: bool) -> Slot:
    """Draw one of the beating ``cards`` of a rank that no rival can have; if there is none, return greedy's.

    Args:
        as_program: whether trumps are left out, and cards that nobody has seen count as no rival's while there is a
            talon.
    """
    possible = rivals_cards(info)
    if not as_program or info.talon_size == 0:
        possible |= info.unseen
    safe = cards & ~same_ranks(possible)
    if as_program:
        safe &= ~info.trumps
    return greedy_card(info, cards) if safe == ZERO else random_bit(safe, stream)


@jit
def smart_attack(info: Info, cards: Cards) -> Slot:
    """Play the other ranks first against a known hand without trumps, with a single weak rank; else as greedy."""
    hand = info.hands[info.seat]
    other_hand = info.hands[defender_of(info)]
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


@compiled_choice
def choose_low(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the lowest card that may be played, trumps last."""
    if may_show(info):
        return SHOW_SLOT
    cards = playable(info)
    return lowest(info.legal) if cards == ZERO else way_to_play(info, lowest_card(cards, info.trumps))


@compiled_choice
def choose_high(info: Info, stream: Stream, memory: np.ndarray) -> Slot:
    """Choose the highest card that may be played, trumps first."""
    cards = playable(info)
    return lowest(info.legal) if cards == ZERO else way_to_play(info, highest_card(cards, info.trumps))
