"""Log of a plain game's plies that constrain the other hand, in the order of the game.

The other seat draws cards unseen in groups: its first hand, then one at each refill. A card that it shows for the first
time came with one of the groups so far. Two kinds of events tell which cards it held at a time:

========================  =========================================================================================
the first attack          the lowest trump attacks first: the seat that does not has none below the own lowest
after the own take        the attacker has a ply only if it holds a card that it may add. Without a ply it holds none
                          of the ranks on the table; with one, even if it says DONE, it holds at least one
========================  =========================================================================================

Where the room of the bout forbids a further card, the missing ply tells nothing.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, popcount
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Slot
from cardkit.playing_cards import Cards
from durak_env.cards import DONE_SLOT, TAKE_SLOT, bit, same_ranks
from durak_env.core.records import NO_CARD, NO_TRUMP, THROW_IN_AFTER_TAKE, Info
from durak_env.core.seating import mover
from durak_env.evidence.records import MOST_EVENTS, NONE, SOME, SOME_OR_LUCK, Bout, Log


@jit
def follow_plies(
    seats: np.ndarray, slots: np.ndarray, infos: np.ndarray, first_trump: Slot, bouts: np.ndarray, logs: np.ndarray
) -> None:
    """Write the log of what a seat has seen.

    Args:
        seats, slots: of all plies of the game, int64.
        infos: array of the INFO record after these plies, in which cards are hidden: so there is still a talon.
        first_trump: the seat's own entry of ``first_trumps`` of the STATE record.
        bouts: array of a BOUT record of zeros, to work on.
        logs: array of a LOG record of zeros.
    """
    info, bout, log = infos[0], bouts[0], logs[0]
    full, other = np.int64(info.hand_size), 1 - np.int64(info.seat)
    bout.sizes[0] = full
    bout.sizes[1] = full
    bout.talon_size = popcount(info.deck) - 2 * full
    bout.attacker = seats[0] if len(seats) > 0 else np.int64(info.attacker)
    note_group(log, full)
    note_first_attack(log, info, first_trump, bout.attacker == other)
    for ply in range(len(seats)):
        slot, seat = slots[ply], seats[ply]
        if slot == TAKE_SLOT:
            bout.taken = 1
            wait_for_throw_in(bout, log, info, is_asked(seats, slots, ply + 1, info))
        elif slot == DONE_SLOT:
            end_bout(bout, log, info)
        else:
            lay(bout, log, seat, slot, seat == other)
            if seat != bout.attacker:
                bout.defences |= bit(slot)
                if bout.sizes[seat] == 0:
                    end_bout(bout, log, info)
                continue
            bout.attacks |= bit(slot)
            if bout.taken:
                wait_for_throw_in(bout, log, info, is_asked(seats, slots, ply + 1, info))


@jit
def is_asked(seats: np.ndarray, slots: np.ndarray, ply: int, info: Info) -> bool:
    """Return whether a ply comes after a take, and is not the first of a new bout, in which the same seat attacks.

    After a throw-in the attacker moves again; after an attack the defender moves.
    """
    if ply == len(seats):
        return info.phase == THROW_IN_AFTER_TAKE
    if slots[ply] == DONE_SLOT:
        return True
    following = seats[ply + 1] if ply + 1 < len(seats) else np.int64(mover(info))
    return following == seats[ply]


@jit_inline
def lay(bout: Bout, log: Log, seat: int, slot: Slot, seen: bool) -> None:
    """Take a card out of a hand; ``seen``: it is the other seat's, so the log may learn a card from it."""
    bout.sizes[seat] -= 1
    if not seen:
        return
    if bout.known & bit(slot) != ZERO:
        bout.known &= ~bit(slot)
        return
    log.shown[log.shown_size] = slot
    log.shown_groups[log.shown_size] = log.groups
    log.shown_size += 1


@jit_inline
def wait_for_throw_in(bout: Bout, log: Log, info: Info, asked: bool) -> None:
    """Note what it tells whether the attacker has a ply after a take; without one the bout ends."""
    if bout.attacker != np.int64(info.seat):
        cards = addable(bout, info)
        if not asked:
            note_event(log, cards, NONE)
        elif bout.known & cards == ZERO:
            note_event(log, cards, SOME)
    if not asked:
        end_bout(bout, log, info)


@jit_inline
def addable(bout: Bout, info: Info) -> Cards:
    """Return all cards of the ranks on the table, if there is room for one more."""
    attacks = popcount(bout.attacks)
    unbeaten = attacks - popcount(bout.defences)
    if unbeaten >= bout.sizes[1 - bout.attacker] or attacks >= np.int64(info.max_attack_cards):
        return ZERO
    return same_ranks(bout.attacks | bout.defences) & info.deck


@jit
def end_bout(bout: Bout, log: Log, info: Info) -> None:
    """Clear the table, fill the hands up, and pass the attack on."""
    defender, other = 1 - bout.attacker, 1 - np.int64(info.seat)
    if bout.taken:
        cards = bout.attacks | bout.defences
        bout.sizes[defender] += popcount(cards)
        if defender == other:
            bout.known |= cards
    for turn in range(2):
        seat = defender if turn else bout.attacker
        drawn = max(0, min(np.int64(info.hand_size) - bout.sizes[seat], bout.talon_size))
        bout.sizes[seat] += drawn
        bout.talon_size -= drawn
        if seat == other and drawn > 0:
            note_group(log, drawn)
    bout.attacker = bout.attacker if bout.taken else defender
    bout.attacks = ZERO
    bout.defences = ZERO
    bout.taken = 0


@jit_inline
def note_group(log: Log, size: int) -> None:
    """Note that the other seat draws cards unseen."""
    log.draws[log.groups] = size
    log.groups += 1


@jit
def note_event(log: Log, cards: Cards, kind: int) -> None:
    """Note that the other hand holds none, or some, of the cards."""
    if cards == ZERO or log.events == MOST_EVENTS:
        return
    log.event_cards[log.events] = cards
    log.event_kind[log.events] = kind
    log.event_groups[log.events] = log.groups
    log.event_shown[log.events] = log.shown_size
    log.events += 1


@jit_inline
def note_first_attack(log: Log, info: Info, first_trump: Slot, is_other: bool) -> None:
    """Note what the first attack tells, given the own lowest trump of the first hand; NO_CARD: nothing."""
    if first_trump == NO_CARD:
        return
    trumps = info.trumps & info.deck
    lower = trumps if first_trump == NO_TRUMP else trumps & (bit(first_trump) - ONE)
    if not is_other:
        note_event(log, lower, NONE)
    else:
        note_event(log, lower, SOME_OR_LUCK if first_trump == NO_TRUMP else SOME)
