"""Writes observations in compiled code: the pieces' values into words, then the words' bits into a row, line by line.

The plain game of two has fewer pieces than the other games. Compilation leaves out the pieces that it lacks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.bits import ONE, ZERO, Bits, Number, gather_bits, popcount
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, store_bits
from cardkit.compiled.protocol import Seat
from cardkit.compiled.records import where_field
from cardkit.compiled.writers.bit_writer import BitWriter, append_bits, begin_bits, end_bits
from cardkit.compiled.writers.piece_writer import put, put_next_size, put_together, put_words
from cardkit.encoding import NO_PLY, player_of, ply_back, slot_of
from cardkit.pieces import numbers_of
from cardkit.playing_cards import Cards
from durak_env.cards import DONE_SLOT, SHOW_SLOT, TAKE_SLOT, TRANSFER_SLOTS, bit
from durak_env.core.records import DEFENCE, GAME_OVER, NO_CARD, NO_SUIT, Info
from durak_env.core.seating import mover, seats_of
from durak_env.core.transfers import card_to_beat
from durak_env.observation.pieces import CARD_PIECES, FLAG_PIECES, PIECES, TABLE_FLAG_PIECES, WRITER

Past = Layout = Values = Code = Any
"""PAST, LAYOUT and WORDS records, and the code of a ply: parameters of compiled functions."""

TRANSFERS = np.uint64(sum(1 << slot for slot in TRANSFER_SLOTS))

_UNSEEN, _FIRST_OTHER_HAND, _UNBEATEN, _TALON, _PLIES, _TRUMP_SUIT = numbers_of(
    PIECES, "unseen other_hand_1 unbeaten talon plies trump_suit"
)
_CARDS_END = len(CARD_PIECES)
_FLAGS_END = _TRUMP_SUIT + len(FLAG_PIECES)
_TABLE_FLAGS_END = _FLAGS_END + len(TABLE_FLAG_PIECES)
_OWN_HAND_SIZE, _OTHER_HAND_SIZE, _HAND_SIZES, _TALON_SIZE, _IDLE = numbers_of(
    PIECES, "own_hand_size other_hand_size hand_sizes talon_size idle"
)


@jit_inline
def write_row(
    info: Info, past: Past, layout: Layout, values: Values, vectors: Address, masks: Address, row: int
) -> None:
    """Write the observation of ``info`` into a row of vectors, and its action mask into one of masks.

    Args:
        info: INFO record.
        past: PAST record, or another with its field.
        layout: LAYOUT record.
        values: WORDS record to work on.
        vectors, masks: addresses of arrays as `durak_env.observation.Encoding.new_rows` makes them.
        row: number of the row.
    """
    fill_words(info, layout, values)
    writer = put_words(begin_bits(vectors + row * layout.row_bytes), layout, values.words, 0, _CARDS_END)
    writer = put_table_cards(info, writer, layout, values)
    writer = put_talon(writer, info, layout)
    writer = put_plies(writer, info, past, layout)
    writer = put_flags(info, writer, layout, values)
    put_sizes(info, layout, values, end_bits(writer, layout.entry_bytes))
    store_bits(masks + row * layout.actions, layout.actions, action_bits(info, info.legal, layout.actions), False)


@jit_inline
def write_with(writer: Any, info: Any, past: Any, vector: Any, mask: Any) -> None:
    """Write the observation of ``info`` to the address of a vector, and its action mask to that of a mask."""
    write_row(info, past, writer.layout, writer.values, vector, mask, 0)


protocol.implement(protocol.write_observation, WRITER, write_with)


# --- words ----------------------------------------------------------------------------------------------------------


@jit_inline
def fill_words(info: Info, layout: Layout, values: Values) -> None:
    """Write the value of each piece of PIECES that stands once, 0 if the encoding lacks it; hand_sizes is left out.

    Args:
        info: INFO record.
        layout: LAYOUT record.
        values: WORDS record to fill.
    """
    seat, deck = np.int64(info.seat), info.deck
    to_beat = bit(card_to_beat(info)) if info.phase == DEFENCE else ZERO
    trump_card = bit(info.trump_card) if info.talon_size > 0 and info.trump_card != NO_CARD else ZERO
    values.own_hand = gather_bits(info.hands[seat], deck)
    values.unseen = gather_bits(info.unseen, deck) if layout.widths[_UNSEEN] > 0 else ZERO
    values.attack_cards = gather_bits(info.attacks, deck)
    values.defence_cards = gather_bits(info.defences, deck)
    values.card_to_beat = gather_bits(to_beat, deck)
    values.discard = gather_bits(info.discard, deck)
    values.trump_card = gather_bits(trump_card, deck)
    values.trump_suit = bit(info.trump_suit) if info.trump_suit != NO_SUIT else ZERO
    values.phase = bit(info.phase) if info.phase != GAME_OVER else ZERO
    values.talon_size = info.talon_size
    fill_seats(info, layout, values)


@jit_inline
def _fill_two(info: Info, layout: Layout, values: Values) -> None:
    seat = np.int64(info.seat)
    values.other_hand = gather_bits(info.hands[1 - seat], info.deck)
    values.role = np.uint64(info.attacker == seat) | (np.uint64(info.legal != ZERO) << ONE)
    values.own_hand_size = info.hand_sizes[seat]
    values.other_hand_size = info.hand_sizes[1 - seat]


@jit_inline
def _fill_table(info: Info, layout: Layout, values: Values) -> None:
    seats = seats_of(info)
    for place in range(1, seats):
        values.words[_FIRST_OTHER_HAND + place - 1] = gather_bits(info.hands[seat_at(info, place)], info.deck)
    values.unbeaten = gather_bits(unbeaten(info), info.deck) if layout.widths[_UNBEATEN] > 0 else ZERO
    values.attacker = bit(place_of(info, info.attacker))
    values.defender = bit(place_of(info, info.defender))
    values.mover = bit(place_of(info, mover(info))) if info.phase != GAME_OVER else ZERO
    shown = np.uint64(info.shown)
    values.shown = ((shown | (shown << np.uint64(seats))) >> np.uint64(info.seat)) & (bit(seats) - ONE)
    values.idle = info.idle


fill_seats = where_field("defender", _fill_table, _fill_two)
"""The values of the pieces about each seat."""


@jit_inline
def seat_at(info: Info, place: int) -> Seat:
    """Return the seat ``place`` places after the own one; ``place`` is below the number of seats."""
    seat = np.int64(info.seat) + place
    return seat - seats_of(info) if seat >= seats_of(info) else seat


@jit_inline
def place_of(info: Info, seat: Seat) -> Number:
    """Count the places from the own seat to ``seat``."""
    place = np.int64(seat) - np.int64(info.seat)
    return place + seats_of(info) if place < 0 else place


@jit_inline
def unbeaten(info: Info) -> Cards:
    """Return the attack cards that are not beaten: the last ones, as they are beaten in the order played."""
    left, found, place = popcount(info.attacks) - popcount(info.defences), ZERO, np.int64(info.table_size)
    while left > 0:
        place -= 1
        card = bit(info.table[place]) & info.attacks
        left -= np.int64(card != ZERO)
        found |= card
    return found


# --- entries --------------------------------------------------------------------------------------------------------


@jit_inline
def _put_table_cards(info: Info, writer: BitWriter, layout: Layout, values: Values) -> BitWriter:
    writer = put_words(writer, layout, values.words, _FIRST_OTHER_HAND, _FIRST_OTHER_HAND + seats_of(info) - 1)
    return put(writer, layout, _UNBEATEN, values.unbeaten)


@jit_inline
def _put_plain_flags(info: Info, writer: BitWriter, layout: Layout, values: Values) -> BitWriter:
    return put_together(writer, layout, values.words, _TRUMP_SUIT, _FLAGS_END)


@jit_inline
def _put_table_flags(info: Info, writer: BitWriter, layout: Layout, values: Values) -> BitWriter:
    return put_together(writer, layout, values.words, _TRUMP_SUIT, _TABLE_FLAGS_END)


@jit_inline
def _put_nothing(info: Info, writer: BitWriter, layout: Layout, values: Values) -> BitWriter:
    return writer


put_table_cards = where_field("defender", _put_table_cards, _put_nothing)
"""Add the pieces with a bit a card that the plain game lacks."""
put_flags = where_field("defender", _put_table_flags, _put_plain_flags)
"""Add the pieces of a few bits."""


@jit_inline
def put_talon(writer: BitWriter, info: Info, layout: Layout) -> BitWriter:
    """Add the talon card by card."""
    for place in range(layout.repeats[_TALON]):
        word = gather_bits(talon_card(info, place), info.deck)
        writer = put(writer, layout, _TALON, word)
    return writer


@jit_inline
def put_plies(writer: BitWriter, info: Info, past: Past, layout: Layout) -> BitWriter:
    """Add the last plies: one of the action ids, then its player."""
    for place in range(layout.repeats[_PLIES]):
        writer = put_ply(info, writer, ply_back(past, info, place), layout)
    return writer


@jit_inline
def _put_ply_of_two(info: Info, writer: BitWriter, code: Code, layout: Layout) -> BitWriter:
    word = ZERO
    if code != NO_PLY:
        own = np.uint64(player_of(code) == info.seat)
        word = action_bits(info, bit(slot_of(code)), layout.actions) | (own << np.uint64(layout.actions))
    return put(writer, layout, _PLIES, word)


@jit_inline
def _put_ply_of_many(info: Info, writer: BitWriter, code: Code, layout: Layout) -> BitWriter:
    action, player = ZERO, ZERO
    if code != NO_PLY:
        action = action_bits(info, bit(slot_of(code)), layout.actions)
        player = bit(place_of(info, player_of(code)))
    writer = append_bits(writer, action, layout.actions, layout.entry_bytes)
    return append_bits(writer, player, seats_of(info), layout.entry_bytes)


put_ply = where_field("defender", _put_ply_of_many, _put_ply_of_two)
"""Add a ply: one of the action ids, then a bit a seat; in the plain game only the own seat has a bit."""


@jit_inline
def _put_two_sizes(info: Info, layout: Layout, values: Values, place: Address) -> None:
    for piece in (_OWN_HAND_SIZE, _OTHER_HAND_SIZE, _TALON_SIZE):
        place = put_next_size(place, layout, piece, values.words[piece])


@jit_inline
def _put_table_sizes(info: Info, layout: Layout, values: Values, place: Address) -> None:
    for ahead in range(seats_of(info)):
        place = put_next_size(place, layout, _HAND_SIZES, info.hand_sizes[seat_at(info, ahead)])
    place = put_next_size(place, layout, _TALON_SIZE, values.talon_size)
    put_next_size(place, layout, _IDLE, values.idle)


put_sizes = where_field("defender", _put_table_sizes, _put_two_sizes)
"""Write the pieces that are numbers, which stand last, from an address on."""


@jit
def talon_card(info: Info, place: int) -> Cards:
    """Return the card to be drawn after ``place`` others, as a set; empty beyond the talon."""
    if place >= info.talon_size:
        return ZERO
    return bit(info.talon[info.talon_size - 1 - place])


# --- actions --------------------------------------------------------------------------------------------------------


@jit_inline
def _plain_actions(info: Info, mask: Bits, num_actions: int) -> Bits:
    take = (mask >> np.uint64(TAKE_SLOT)) & ONE
    done = (mask >> np.uint64(DONE_SLOT)) & ONE
    return gather_bits(mask, info.deck) | (take << np.uint64(num_actions - 2)) | (done << np.uint64(num_actions - 1))


@jit_inline
def _all_actions(info: Info, mask: Bits, num_actions: int) -> Bits:
    """Turn slots into action ids; without transfers or passports, no slot of theirs is in the mask."""
    cards = popcount(info.deck)
    show = (mask >> np.uint64(SHOW_SLOT)) & ONE
    actions = _plain_actions(info, mask, cards + 2) | (gather_bits(mask, TRANSFERS) << np.uint64(cards + 2))
    return actions | (show << np.uint64(num_actions - 1))


action_bits = where_field("transfer", _all_actions, _plain_actions)
"""A set of slots as a set of action ids, given an INFO record and the number of ids."""
