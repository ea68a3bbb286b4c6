"""Writes observations in compiled code: bits in the order of the table, then numbers at their places, then the mask."""

from __future__ import annotations

from typing import Any

import numpy as np

from bang_env.cards import (
    BLAST,
    GUN_PLACE,
    KIND_HIGH,
    KIND_LOW,
    KIND_OF,
    LUCK_OF,
    NO_CARD,
    NUM_KINDS,
    SUIT_OF,
    TABLE_PLACES,
    VOLCANIC,
)
from bang_env.characters import NUM_CHARACTERS, ROLES
from bang_env.core.card_sets import ONLY, Card, how_many_of_kind
from bang_env.core.deck import on_table
from bang_env.core.records import MOST_LOOKED, OVER, Info, seats_of
from bang_env.core.seats import distance, reach, seat_after
from bang_env.observation.pieces import MOST_ATTACKS, MOST_DISTANCE, MOST_SHOTS, PIECES, WRITER
from cardkit.compiled import protocol
from cardkit.compiled.bits import ZERO, Bits, Number, bit, popcount
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, store_bits
from cardkit.compiled.protocol import Seat
from cardkit.compiled.writers.bit_writer import BitWriter, append_bits, begin_bits, end_bits
from cardkit.compiled.writers.piece_writer import Layout, put, put_size
from cardkit.encoding import NO_PLY, player_of, ply_back, slot_of
from cardkit.pieces import numbers_of

Past = Any
"""A PAST record: a parameter of compiled functions."""
WORD = 64

_SEATS, _PHASE, _TURN, _MOVER, _CAUSE, _SOURCE = numbers_of(PIECES, "seats phase turn mover cause source")
_PILE_TOP, _LOOKED, _NEXT_CARDS, _PLIES = numbers_of(PIECES, "pile_top looked next_cards plies")
_LIVES, _MOST_LIVES, _HAND_SIZES, _TO, _FROM, _ATTACKS = numbers_of(
    PIECES, "lives most_lives hand_sizes distances_to distances_from attacks"
)
_KNOWN, _UNKNOWN, _PILE, _EMPORIO = numbers_of(PIECES, "known_cards unknown_cards pile emporio")
_NEEDED, _SHOTS, _ROUND, _DECK_SIZE, _PILE_SIZE = numbers_of(PIECES, "needed shots round deck_size pile_size")


@jit
def write_with(writer: Any, info: Info, past: Past, vector: Address, mask: Address) -> None:
    """Write the observation of ``info`` to the address of a vector, and its action mask to that of a mask."""
    layout = writer.layout
    bits = put_seats(begin_bits(vector), info, layout)
    bits = put_course(bits, info, layout)
    bits = put_cards(bits, info, layout)
    bits = put_plies(bits, info, past, layout)
    end_bits(bits, layout.entry_bytes)
    put_seat_numbers(info, layout, vector)
    put_kinds(info, layout, vector)
    put_size(vector, layout, _NEEDED, 0, np.int64(info.needed))
    put_size(vector, layout, _SHOTS, 0, min(np.int64(info.shots), MOST_SHOTS))
    put_size(vector, layout, _ROUND, 0, np.int64(info.rounds))
    put_size(vector, layout, _DECK_SIZE, 0, np.int64(info.deck_size))
    put_size(vector, layout, _PILE_SIZE, 0, np.int64(info.pile_size))
    put_mask(info, layout, mask)


protocol.implement(protocol.write_observation, WRITER, write_with)


@jit_inline
def seat_at(info: Info, place: int) -> Seat:
    """Return the seat ``place`` places after the own one."""
    return seat_after(info, np.int64(info.seat), place)


@jit_inline
def place_bit(info: Info, seat: Seat) -> Bits:
    """Return the bit of a seat's place after the own one; none for nobody."""
    if seat < 0:
        return ZERO
    steps = seat - np.int64(info.seat)
    return bit(steps + seats_of(info) if steps < 0 else steps)


# --- bits -----------------------------------------------------------------------------------------------------------


@jit
def put_seats(writer: BitWriter, info: Info, layout: Layout) -> BitWriter:
    """Add the known facts about each seat."""
    for place in range(seats_of(info)):
        writer = put(writer, layout, _SEATS, seat_bits(info, seat_at(info, place)))
    return writer


@jit
def seat_bits(info: Info, seat: Seat) -> Bits:
    """Return a seat's bits: see the table."""
    own, gun = np.int64(info.seat), on_table(info, seat, GUN_PLACE)
    word, end = np.uint64(1 - np.int64(info.dead[seat])), 1
    word |= bit(end + np.int64(info.roles[seat]))
    end += len(ROLES)
    word |= bit(end + np.int64(info.characters[seat]))
    end += NUM_CHARACTERS
    word |= bit(end + (1 + KIND_OF[gun] - VOLCANIC if gun != NO_CARD else 0))
    end += 6
    for place in range(GUN_PLACE + 1, TABLE_PLACES + 1):
        word |= np.uint64(on_table(info, seat, place) != NO_CARD) << np.uint64(end)
        end += 1
    if seat != own and not info.dead[seat] and not info.dead[own]:
        word |= np.uint64(distance(info, own, seat) <= reach(info, own)) << np.uint64(end)
        word |= np.uint64(distance(info, seat, own) <= reach(info, seat)) << np.uint64(end + 1)
    return word


@jit
def put_course(writer: BitWriter, info: Info, layout: Layout) -> BitWriter:
    """Add the phase, and who does what."""
    writer = put(writer, layout, _PHASE, bit(info.phase) if info.phase != OVER else ZERO)
    writer = put(writer, layout, _TURN, place_bit(info, np.int64(info.turn)))
    writer = put(writer, layout, _MOVER, place_bit(info, np.int64(info.mover) if info.phase != OVER else -1))
    writer = put(writer, layout, _CAUSE, bit(np.int64(info.cause) - 1) if info.cause > 0 else ZERO)
    return put(writer, layout, _SOURCE, place_bit(info, np.int64(info.source)))


@jit
def put_cards(writer: BitWriter, info: Info, layout: Layout) -> BitWriter:
    """Add the top of the pile, the cards looked at and, in the open world, the next cards."""
    pile_size, deck_size = np.int64(info.pile_size), np.int64(info.deck_size)
    top = bit(KIND_OF[np.int64(info.pile[pile_size - 1])]) if pile_size > 0 else ZERO
    writer = put(writer, layout, _PILE_TOP, top)
    sees = info.looked_size > 0 and (info.open_world or info.turn == info.seat)
    for number in range(MOST_LOOKED):
        word = looked_bits(np.int64(info.looked[number])) if sees and number < info.looked_size else ZERO
        writer = put(writer, layout, _LOOKED, word)
    for number in range(layout.repeats[_NEXT_CARDS]):
        there = info.open_world and number < deck_size
        word = bit(KIND_OF[np.int64(info.deck[deck_size - 1 - number])]) if there else ZERO
        writer = put(writer, layout, _NEXT_CARDS, word)
    return writer


@jit_inline
def looked_bits(card: Card) -> Bits:
    """Return a card's kind, its suit, and whether it explodes."""
    return bit(KIND_OF[card]) | bit(NUM_KINDS + SUIT_OF[card]) | np.uint64(LUCK_OF[card] == BLAST) << np.uint64(26)


@jit
def put_plies(writer: BitWriter, info: Info, past: Past, layout: Layout) -> BitWriter:
    """Add the last plies: one of the action ids, then a bit a seat; all 0 before the first one."""
    size = layout.entry_bytes
    for back in range(layout.repeats[_PLIES]):
        code = ply_back(past, info, back)
        action = slot_of(code)
        for first in range(0, layout.actions, WORD):
            here = code != NO_PLY and first <= action < first + WORD
            width = min(WORD, layout.actions - first)
            writer = append_bits(writer, bit(action - first) if here else ZERO, width, size)
        writer = append_bits(writer, place_bit(info, player_of(code)) if code != NO_PLY else ZERO, seats_of(info), size)
    return writer


@jit
def put_mask(info: Info, layout: Layout, mask: Address) -> None:
    """Write the action mask."""
    for first in range(0, layout.actions, WORD):
        store_bits(mask + first, min(WORD, layout.actions - first), info.legal[first // WORD], False)


# --- numbers --------------------------------------------------------------------------------------------------------


@jit
def put_seat_numbers(info: Info, layout: Layout, start: Address) -> None:
    """Write the numbers of each seat."""
    own = np.int64(info.seat)
    for place in range(seats_of(info)):
        seat = seat_at(info, place)
        put_size(start, layout, _LIVES, place, max(-3, np.int64(info.lives[seat])))
        put_size(start, layout, _MOST_LIVES, place, np.int64(info.most[seat]))
        put_size(start, layout, _HAND_SIZES, place, np.int64(info.hand_sizes[seat]))
        apart = seat != own and not info.dead[seat] and not info.dead[own]
        put_size(start, layout, _TO, place, min(MOST_DISTANCE, distance(info, own, seat)) if apart else 0)
        put_size(start, layout, _FROM, place, min(MOST_DISTANCE, distance(info, seat, own)) if apart else 0)
        attacks = np.int64(info.attacks[seat * seats_of(info) + np.int64(info.sheriff)])
        put_size(start, layout, _ATTACKS, place, max(-MOST_ATTACKS, min(MOST_ATTACKS, attacks)))


@jit
def put_kinds(info: Info, layout: Layout, start: Address) -> None:
    """Write the numbers by kind."""
    places = seats_of(info) + 1
    seen, several = np.zeros(2, np.uint64), np.zeros(2, np.uint64)
    for place in range(places):
        for half in range(2):
            several[half] |= seen[half] & info.may[2 * place + half]
            seen[half] |= info.may[2 * place + half]
    for kind in range(NUM_KINDS):
        for place in range(seats_of(info)):
            seat = seat_at(info, place)
            low, high = info.may[2 * seat] & ~several[0], info.may[2 * seat + 1] & ~several[1]
            known = popcount(low & KIND_LOW[kind]) + popcount(high & KIND_HIGH[kind])
            put_size(start, layout, _KNOWN, NUM_KINDS * place + kind, known)
        put_size(start, layout, _UNKNOWN, kind, how_many_of_kind(several, ONLY, kind))
        put_size(start, layout, _EMPORIO, kind, how_many_of_kind(info.emporio, ONLY, kind))
        put_size(start, layout, _PILE, kind, in_pile(info, kind))


@jit
def in_pile(info: Info, kind: Number) -> Number:
    """Count the cards of a kind in the pile."""
    count = 0
    for place in range(np.int64(info.pile_size)):
        count += np.int64(KIND_OF[np.int64(info.pile[place])] == kind)
    return count
