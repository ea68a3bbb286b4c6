"""Tactics: the lowest card, weak ranks, greedy's choice.

Source: A. Zarlykov, bachelor thesis, 2023, sections 2.8 and 4.2. A null action is TAKE for the defender and DONE for
the attacker.

The thesis knows no transfers. Here an action costs the card that leaves the hand, so transfers and beats compare by
their cards. The card of a transfer has the attack's rank: it is lower than any card that beats in its suit. A card that
could do both transfers. Showing a trump costs nothing.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, highest, lowest, nth_bit
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Slot
from cardkit.compiled.records import where_field
from cardkit.playing_cards import ALL_CARDS, Cards
from durak_env.cards import (
    DONE_BIT,
    DONE_SLOT,
    SHOW_BIT,
    SHOW_SLOT,
    TAKE_BIT,
    TRANSFER_RANK,
    TRANSFER_SLOTS,
    bit,
    count,
    lowest_rank_card,
    rank_lanes,
    same_ranks,
)
from durak_env.core.records import ATTACK, DEFENCE, Info

NULLS = np.uint64(TAKE_BIT | DONE_BIT)
"""The null actions, as a set of slots."""
_TRANSFERS = np.uint64(sum(1 << slot for slot in TRANSFER_SLOTS))

_1, _2, _4, _8 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(8)
_LOW_15, _LOW_14 = np.uint64(0x7FFF_7FFF_7FFF_7FFF), np.uint64(0x3FFF_3FFF_3FFF_3FFF)
_LOW_12, _LOW_8 = np.uint64(0x0FFF_0FFF_0FFF_0FFF), np.uint64(0x00FF_00FF_00FF_00FF)
_15, _RANK = np.int64(15), np.int64(TRANSFER_RANK)

# --- cards to play, in whatever way ----------------------------------------------------------------------------------


@jit_inline
def _cards_that_transfer(info: Info) -> Cards:
    return (info.legal & _TRANSFERS) >> np.uint64(_RANK - (np.int64(info.table[0]) & _15))


@jit_inline
def _no_cards(info: Info) -> Cards:
    return ZERO


transferable = where_field("transfer", _cards_that_transfer, _no_cards)
"""The cards that the seat to move may lay to transfer."""


@jit_inline
def _playable_or_laid(info: Info) -> Cards:
    return (info.legal & ALL_CARDS) | transferable(info)


@jit_inline
def _all_but_null(info: Info) -> Cards:
    return info.legal & ~NULLS


playable = where_field("transfer", _playable_or_laid, _all_but_null)
"""The cards that the seat to move may play."""


@jit_inline
def _transfer_if_possible(info: Info, card: Slot) -> Slot:
    return np.int64(card) | _15 if transferable(info) & bit(card) != ZERO else np.int64(card)


@jit_inline
def _the_card(info: Info, card: Slot) -> Slot:
    return card


way_to_play = where_field("transfer", _transfer_if_possible, _the_card)
"""The action that plays a card: a transfer if possible, else the card itself."""


@jit_inline
def _show_is_legal(info: Info) -> bool:
    return info.legal & SHOW_BIT != ZERO


@jit_inline
def _never(info: Info) -> bool:
    return False


may_show = where_field("passport", _show_is_legal, _never)
"""Return whether the seat to move may show a trump to transfer."""


# --- choices ---------------------------------------------------------------------------------------------------------


@jit_inline
def greedy_slot(info: Info) -> Slot:
    """Return the slot that greedy plays in an INFO or a STATE of an unfinished game: null if it has no card to play."""
    if may_show(info):
        return SHOW_SLOT
    cards = playable(info)
    return lowest(info.legal) if cards == ZERO else way_to_play(info, greedy_card(info, cards))


@jit
def greedy_card(info: Info, cards: Cards) -> Slot:
    """Find the lowest of the legal ``cards``, trumps last; DONE rather than throw in a trump while there is a talon."""
    if cards & ~info.trumps == ZERO and info.talon_size > 0 and info.phase != ATTACK and info.phase != DEFENCE:
        return DONE_SLOT
    return lowest_card(cards, info.trumps)


@jit
def lowest_card(cards: Cards, trumps: Cards) -> Slot:
    """Find the slot of the lowest plain card; of the lowest trump if there are only trumps."""
    plain = cards & ~trumps
    return lowest_rank_card(cards if plain == ZERO else plain)


@jit
def highest_card(cards: Cards, trumps: Cards) -> Slot:
    """Find the slot of the highest trump, or of the highest card without trumps; among equal ranks, the first suit."""
    best = cards & trumps if cards & trumps != ZERO else cards
    rank = highest(same_ranks(best)) & 15
    return lowest(best & rank_lanes(rank))


@jit
def weaknesses(hand: Cards, covered: Cards) -> Cards:
    """Find the cards of weak ranks: every card of such a rank is ``covered``, that is, beaten by the other hand."""
    return hand & ~same_ranks(hand & ~covered)


@jit
def badly_covered(hand: Cards, theirs: Cards) -> Cards:
    """Find the cards of several weak ranks to attack with: any card that beats one lets an unbeatable one follow.

    None unless there are at least two weak ranks, and as many others (the thesis, figure 4.7). Every card of the other
    hand that beats such a card has the rank of a card that is not weak, which may then be thrown in. Of that rank, at
    least one card is not covered.
    """
    weak = weaknesses(hand, hand & below_in_suit(theirs))
    if single_rank(weak) or count(same_ranks(weak)) > count(same_ranks(hand & ~weak)):
        return ZERO
    safe_answers = theirs & ~same_ranks(hand & ~weak)
    return weak & ~below_in_suit(safe_answers)


@jit
def single_rank(cards: Cards) -> bool:
    """Return whether a set holds cards of exactly one rank."""
    return cards != ZERO and cards & ~rank_lanes(lowest(cards)) == ZERO


@jit
def below_in_suit(mask: Cards) -> Cards:
    """Return all slots at or below a card of a set, in its own suit."""
    mask |= (mask >> _1) & _LOW_15
    mask |= (mask >> _2) & _LOW_14
    mask |= (mask >> _4) & _LOW_12
    return mask | ((mask >> _8) & _LOW_8)


@jit
def multiples(cards: Cards, hand: Cards) -> Cards:
    """Return the cards of whose rank the hand has another one."""
    found, rest = ZERO, cards
    while rest != ZERO:
        ranks = rank_lanes(nth_bit(rest, 0))
        if count(hand & ranks) > 1:
            found |= cards & ranks
        rest &= ~ranks
    return found
