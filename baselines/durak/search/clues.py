"""Clues to the hands of a known opponent: one for each choice that it has made.

A clue is what the opponent knew but for its hand, and what it chose. It contradicts every hand with which the opponent
would choose otherwise. To find what all have seen, the game is played again with cards dealt anyhow: a card that is
laid from a hand without it comes there in exchange for one that the hand was only supposed to hold.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Bits, is_single, lowest, popcount, without_lowest
from cardkit.compiled.call import Player, ask
from cardkit.compiled.jit import jit, jit_inline, jit_wrapping
from cardkit.compiled.prng import derive, mix
from cardkit.compiled.protocol import Seat, Slot, Stream
from cardkit.compiled.records import OpenRecord, record
from cardkit.playing_cards import Cards
from durak_env.cards import DONE_SLOT, TAKE_SLOT, bit
from durak_env.core.bout_end import end_bout
from durak_env.core.dealing import begin, deal_deck
from durak_env.core.play import lay, legal_actions, step
from durak_env.core.records import NO_CARD, STATE, THROW_IN_AFTER_TAKE, Info, State
from durak_env.core.seating import mover
from durak_env.evidence.log import is_asked
from durak_env.knowledge import copy_public, observe

CLUE = record(
    [
        ("state", STATE),  # at that time, but for the hands
        ("key", np.uint64),  # a hash of the plies up to the choice
        ("known", np.uint64),  # the cards that all knew to be in the seat's hand
        ("laid", np.uint64),  # all cards laid by then
        ("groups", np.int64),  # of cards that the seat had drawn: its first hand, then one at each refill
        ("slot", np.int64),  # that it chose
        ("hand", np.uint64),  # that it had in the present world, and whether this contradicts the clue;
        ("wrong", np.uint8),
        ("other_hand", np.uint64),  # the same in a world that is tried
        ("other_wrong", np.uint8),
    ]
)
Clue = OpenRecord
"""A CLUE record."""


@jit
def follow_choices(
    infos: np.ndarray, seats: np.ndarray, slots: np.ndarray, states: np.ndarray, clues: np.ndarray
) -> None:
    """Write the clues of all plies of the other seat.

    Args:
        infos: array of the INFO record of a seat, in which cards are hidden.
        seats, slots: of all plies of the game, int64.
        states: array of a STATE record to overwrite.
        clues: array of CLUE records, one for each ply of the other seat.
    """
    info, state = infos[0], states[0]
    other = 1 - np.int64(info.seat)
    deal_anyhow(info, state)
    begin(state, seats[0] if len(seats) > 0 else np.int64(info.attacker))
    key, laid, groups, size = key_of_deal(info), ZERO, 1, 0
    for ply in range(len(seats)):
        seat, slot = seats[ply], slots[ply]
        key = key_after(key, slot)
        shown = False
        if is_card(slot):
            bring(state, seat, slot)
            shown = seat == other and state.known[other] & bit(slot) == ZERO
        if seat == other:
            clue = clues[size]
            size += 1
            copy_public(state, clue.state)
            clue.state.hands[1 - other] = state.hands[1 - other]  # their number tells what may be added
            clue.key, clue.slot, clue.groups = key, slot, groups
            clue.known, clue.laid = state.known[other], laid
        hidden = hidden_in(state, other) - np.int64(shown)
        play_as_seen(state, slot, is_asked(seats, slots, ply + 1, info))
        groups += np.int64(hidden_in(state, other) > hidden)
        if is_card(slot):
            laid |= bit(slot)


@jit
def deal_anyhow(info: Info, state: State) -> None:
    """Deal the cards in any order, the trump card last."""
    copy_public(info, state)
    left, top = info.deck, 0
    if info.trump_card != NO_CARD:
        state.talon[0] = info.trump_card
        left, top = left & ~bit(info.trump_card), 1
    while left != ZERO:
        state.talon[top] = lowest(left)
        left = without_lowest(left)
        top += 1
    deal_deck(state, top, np.int64(info.trump_suit))


@jit_wrapping
def key_of_deal(info: Info) -> Bits:
    """Hash what all see of a deal, and which seat looks on."""
    key = mix(info.deck ^ np.uint64(info.trump_card) ^ np.uint64(info.seat) << np.uint64(8))
    return mix(key ^ np.uint64(info.hand_size) ^ np.uint64(info.max_attack_cards) << np.uint64(8))


@jit_wrapping
def key_after(key: Bits, slot: Slot) -> Bits:
    """Hash a ply into the key of those before it."""
    return mix(key + np.uint64(slot) + ONE)


@jit_inline
def is_card(slot: Slot) -> bool:
    """Return whether an action of the plain game lays a card."""
    return slot != TAKE_SLOT and slot != DONE_SLOT


@jit_inline
def hidden_in(state: State, seat: Seat) -> int:
    """Count the cards of a hand that the other seat has not seen come into it."""
    return popcount(state.hands[seat] & ~state.known[seat])


@jit
def bring(state: State, seat: Seat, slot: Slot) -> None:
    """Bring a card into the hand that lays it, in exchange for one that this was only supposed to hold."""
    card = bit(slot)
    if state.hands[seat] & card != ZERO:
        return
    given = lowest(state.hands[seat] & ~state.known[seat])
    state.hands[seat] ^= card | bit(given)
    if state.hands[1 - seat] & card != ZERO:
        state.hands[1 - seat] ^= card | bit(given)
        return
    for place in range(np.int64(state.talon_size)):
        if state.talon[place] == slot:
            state.talon[place] = given


@jit
def play_as_seen(state: State, slot: Slot, asked: bool) -> None:
    """Play a ply; ``asked`` says whether the attacker had a ply after a take, which its true hand decided."""
    if slot == DONE_SLOT or (slot != TAKE_SLOT and state.phase != THROW_IN_AFTER_TAKE):
        step(state, slot)
        return
    state.plies += 1
    if slot != TAKE_SLOT:
        lay(state, mover(state), slot)
        state.attacks |= bit(slot)
    if asked:
        state.phase = THROW_IN_AFTER_TAKE
    else:
        end_bout(state, True)


@jit_wrapping
def contradicts(clue: Clue, hand: Cards, player: Player, info: Info, stream: Stream, memo: np.ndarray) -> bool:
    """Return whether a hand contradicts a clue: the opponent would have chosen otherwise.

    Args:
        clue: CLUE record.
        hand: of its seat.
        player: PLAYER record of the opponent.
        info: INFO record to overwrite.
        stream: STREAM record to overwrite: what varies does so by what is asked, whatever has been asked before.
        memo: what has been found before, a uint64 each: the hash, whose lowest bit is the answer. Their number is a
            power of two.
    """
    key = mix(clue.key ^ mix(hand)) & ~ONE
    place = np.int64(key >> np.uint64(32)) & (len(memo) - 1)
    if memo[place] & ~ONE == key:
        return memo[place] & ONE != ZERO
    state = clue.state
    seat = mover(state)
    state.hands[seat] = hand
    state.legal = legal_actions(state)
    wrong = state.legal & bit(clue.slot) == ZERO
    if not wrong and not is_single(state.legal):
        observe(state, seat, False, info)
        derive(stream, key, 0)
        wrong = np.int64(ask(player, info, stream)) != clue.slot
    memo[place] = key | np.uint64(wrong)
    return wrong
