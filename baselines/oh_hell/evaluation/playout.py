"""Playouts: finish a round from the full truth that a search works on.

Searches spend most of their time here. A playout therefore carries the trick in a few numbers, and writes to the state
hands and tricks alone until the round is over.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ZERO, Bits, bit, highest, lowest, nth_bit, popcount, without_lowest
from cardkit.compiled.jit import jit, jit_inline, jit_wrapping
from cardkit.compiled.prng import STEP, mix, share
from cardkit.compiled.protocol import Slot, Stream
from cardkit.playing_cards import Cards, suit_lane
from cardkit.search.memory import GameSearch as Search
from oh_hell_env.agents.values import product
from oh_hell_env.core.bidding import after
from oh_hell_env.core.play import step
from oh_hell_env.core.records import BID, OVER, State, seats_of
from oh_hell_env.core.scoring import score_round
from oh_hell_env.core.tricks import beats, followers

AVOIDING, AIMING = range(2)
PLAYOUTS = {"avoiding": AVOIDING, "aiming": AIMING}
BID_THRESHOLD = 0.6
_RANKS = np.uint64(0x0001000100010001)
_16, _32 = np.uint64(16), np.uint64(32)


@jit
def play_out_round(search: Search, state: State, stream: Stream) -> None:
    """Finish the round: seats that have not bid do so, then play as the setting says, at times at random.

    ``AVOIDING``: a random card, but a seat on its bid that follows does not beat the trick if it can. ``AIMING``: a
    seat that lacks tricks wins with its best card, one that has them sheds the highest card that loses.
    """
    while state.phase == BID:
        step(state, playout_bid(state))
    if state.phase != OVER:
        play_cards(state, stream, search.playout, np.uint64(search.noise))
        score_round(state)
        state.phase = OVER
        state.legal = ZERO


@jit
def playout_bid(state: State) -> Slot:
    """Count the cards that beat most of those in other hands or undealt; return one more or less if that is banned."""
    hand = state.hands[state.mover]
    unseen, rest, count = state.deck & ~hand, hand, 0
    while rest != ZERO:
        count += product(lowest(rest), unseen, state.trumps) > BID_THRESHOLD
        rest = without_lowest(rest)
    if state.legal & bit(count) != ZERO:
        return count
    return count + 1 if count < state.hand_size else count - 1


@jit_wrapping
def play_cards(state: State, stream: Stream, policy: Any, noise: Bits) -> None:
    """Play all tricks of the round to their end."""
    seats, trumps, word = seats_of(state), state.trumps, stream.word
    lead, beating = state.lead, state.beating
    seat, best, table = np.int64(state.mover), np.int64(state.best_seat), np.int64(state.on_table)
    tricks, size = np.int64(state.tricks), np.int64(state.hand_size)
    while True:
        hand = state.hands[seat]
        legal = followers(hand, lead)
        word += STEP
        drawn = mix(word)
        wants = np.int64(state.bids[seat]) > np.int64(state.won[seat])
        if policy == AVOIDING or drawn & np.uint64(255) < noise:
            cards = legal
            if table > 0 and state.won[seat] == state.bids[seat] and legal & ~beating != ZERO:
                cards = legal & ~beating
            card = nth_bit(cards, share(drawn, popcount(cards)))
        else:
            card = aimed(legal, beating, table == 0, table == seats - 1, wants, lead, trumps)
        state.hands[seat] = hand ^ bit(card)
        if table == 0:
            lead = suit_lane(card)
        if beating & bit(card) != ZERO:
            beating = beats(card, trumps)
            best = seat
        table += 1
        if table < seats:
            seat = after(state, seat)
            continue
        state.won[best] += 1
        tricks += 1
        if tricks == size:
            break
        seat, table, lead, beating = best, 0, ~ZERO, ~ZERO
    stream.word = word
    state.tricks = tricks


@jit_inline
def aimed(legal: Cards, beating: Cards, leads: Any, is_last: Any, wants: Any, lead: Cards, trumps: Cards) -> Slot:
    """Choose the card of a seat that plays for the trick, or against it.

    A seat that wants the trick leads its highest card, wins with its highest card of the suit led (the lowest one if it
    plays last), trumps as low as it can, and else sheds its lowest card. Any other seat leads its lowest card and
    otherwise plays the highest card that does not win; if it must win, it takes its lowest card, or its highest if it
    plays last. Trumps count as higher than all other cards.
    """
    if leads:
        return highest_rank(legal, trumps) if wants else lowest_rank(legal, trumps)
    winning, losing = legal & beating, legal & ~beating
    if wants:
        if winning == ZERO:
            return lowest_rank(losing, trumps)
        plain = winning & lead
        if plain == ZERO or is_last:
            return lowest(winning if plain == ZERO else plain)
        return highest(plain)
    if losing == ZERO:
        return highest(winning) if is_last else lowest(winning)
    return highest_rank(losing, trumps)


@jit_inline
def highest_rank(cards: Cards, trumps: Cards) -> Slot:
    """Find a card of the highest rank of a set, a trump if it has trumps."""
    some = cards & trumps
    if some != ZERO:
        return highest(some)
    return lowest(cards & (_RANKS << np.uint64(highest(folded(cards)))))


@jit_inline
def lowest_rank(cards: Cards, trumps: Cards) -> Slot:
    """Find a card of the lowest rank of a set, a trump only if it has no other."""
    plain = cards & ~trumps
    if plain == ZERO:
        return lowest(cards)
    return lowest(plain & (_RANKS << np.uint64(lowest(folded(plain)))))


@jit_inline
def folded(cards: Cards) -> Bits:
    """Return the ranks of a set, as bits 2 to 14."""
    both = cards | cards >> _32
    return (both | both >> _16) & np.uint64(0xFFFF)
