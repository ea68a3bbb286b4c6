"""Writes observations in compiled code: the pieces' bits into a row, line by line, in the order of the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled import protocol
from cardkit.compiled.bits import ONE, ZERO, Bits, Number, bit, gather_bits
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.memory import Address, store_bits
from cardkit.compiled.protocol import Seat
from cardkit.compiled.writers.bit_writer import BitWriter, append_bits, begin_bits, end_bits
from cardkit.compiled.writers.piece_writer import Layout, put, put_size
from cardkit.encoding import player_of, ply_back, slot_of
from cardkit.pieces import numbers_of
from cardkit.playing_cards import Cards
from oh_hell_env.cards import NO_CARD, NOT_BID, UNKNOWN_CARD, UNKNOWN_SUIT
from oh_hell_env.core.records import BID, OVER, Info, seats_of
from oh_hell_env.observation.pieces import PIECES, WRITER

Past = Any
"""A PAST record: a parameter of compiled functions."""

_PHASE, _HAND_SIZE, _OWN_HAND, _TRICK, _EARLIER_TRICKS, _TURNED_CARD, _TRUMP_SUIT = numbers_of(
    PIECES, "phase hand_size own_hand trick earlier_tricks turned_card trump_suit"
)
_BIDS, _TRICKS_WON, _VOIDS, _LEADER, _DEALER = numbers_of(PIECES, "bids tricks_won voids leader dealer")
_OTHER_HANDS, _UNDEALT_CARDS, _PLIES = numbers_of(PIECES, "other_hands undealt_cards plies")
_WANTED, _SCORES, _UNDEALT = numbers_of(PIECES, "wanted scores undealt")


@jit_inline
def write_with(writer: Any, info: Info, past: Past, vector: Address, mask: Address) -> None:
    """Write the observation of ``info`` to the address of a vector, and its action mask to that of a mask."""
    layout = writer.layout
    bits = put_round(begin_bits(vector), info, layout)
    bits = put_cards(bits, info, layout)
    bits = put_seats(bits, info, layout)
    if layout.widths[_OTHER_HANDS] > 0:
        bits = put_hidden_cards(bits, info, layout)
    bits = put_plies(bits, info, past, layout)
    end_bits(bits, layout.entry_bytes)
    put_sizes(info, layout, vector)
    put_mask(info, layout, mask)


protocol.implement(protocol.write_observation, WRITER, write_with)


@jit_inline
def seat_at(info: Info, place: int) -> Seat:
    """Return the seat ``place`` places after the own one; ``place`` is below the number of seats."""
    seat = np.int64(info.seat) + place
    return seat - seats_of(info) if seat >= seats_of(info) else seat


@jit_inline
def place_of(info: Info, seat: Seat) -> Number:
    """Count the places from the own seat to ``seat``."""
    return places_after(info, np.int64(info.seat), np.int64(seat))


@jit_inline
def places_after(info: Info, first: Seat, seat: Seat) -> Number:
    """Count the places from the seat ``first`` to another."""
    return seat - first + seats_of(info) if seat < first else seat - first


# --- bits -----------------------------------------------------------------------------------------------------------


@jit_inline
def put_round(writer: BitWriter, info: Info, layout: Layout) -> BitWriter:
    """Add the phase and the size of the hands."""
    phase = bit(info.phase) if info.phase != OVER else ZERO
    writer = put(writer, layout, _PHASE, phase)
    return put(writer, layout, _HAND_SIZE, bit(np.int64(info.hand_size) - 1))


@jit_inline
def put_cards(writer: BitWriter, info: Info, layout: Layout) -> BitWriter:
    """Add the sets of cards, and trumps."""
    writer = put(writer, layout, _OWN_HAND, gather_bits(info.hands[np.int64(info.seat)], info.deck))
    for place in range(seats_of(info)):
        card = card_in_trick(info, seat_at(info, place))
        writer = put(writer, layout, _TRICK, gather_bits(card, info.deck))
    for place in range(seats_of(info)):
        seat = seat_at(info, place)
        earlier = info.played_by[seat] & ~card_in_trick(info, seat)
        writer = put(writer, layout, _EARLIER_TRICKS, gather_bits(earlier, info.deck))
    writer = put(writer, layout, _TURNED_CARD, gather_bits(turned_card(info), info.deck))
    return put(writer, layout, _TRUMP_SUIT, trump_bit(info))


@jit_inline
def card_in_trick(info: Info, seat: Seat) -> Cards:
    """Return the card that a seat has played to this trick, as a set; empty if it has not."""
    place = places_after(info, np.int64(info.leader), seat)
    on_table = np.int64(info.on_table)
    return bit(info.order[np.int64(info.played) - on_table + place]) if place < on_table else ZERO


@jit_inline
def turned_card(info: Info) -> Cards:
    """Return the card that lies face up, as a set; empty if there is none, or it is not known."""
    return bit(info.turned) if info.turned != NO_CARD and info.turned != UNKNOWN_CARD else ZERO


@jit_inline
def trump_bit(info: Info) -> Bits:
    """Return the trump suit; after the suits of the deck, a bit for none."""
    if info.trump == UNKNOWN_SUIT:
        return ZERO
    return bit(min(np.int64(info.trump), np.int64(info.num_suits)))


@jit_inline
def put_seats(writer: BitWriter, info: Info, layout: Layout) -> BitWriter:
    """Add the known facts about each seat."""
    for place in range(seats_of(info)):
        writer = put(writer, layout, _BIDS, bit(np.int64(info.bids[seat_at(info, place)]) + 1))
    for place in range(seats_of(info)):
        writer = put(writer, layout, _TRICKS_WON, bit(info.won[seat_at(info, place)]) - ONE)
    for place in range(seats_of(info)):
        writer = put(writer, layout, _VOIDS, np.uint64(info.voids[seat_at(info, place)]))
    writer = put(writer, layout, _LEADER, bit(place_of(info, info.leader)))
    return put(writer, layout, _DEALER, bit(place_of(info, info.dealer)))


@jit_inline
def put_hidden_cards(writer: BitWriter, info: Info, layout: Layout) -> BitWriter:
    """Add the other hands and the undealt cards."""
    for place in range(1, seats_of(info)):
        writer = put(writer, layout, _OTHER_HANDS, gather_bits(info.hands[seat_at(info, place)], info.deck))
    return put(writer, layout, _UNDEALT_CARDS, gather_bits(info.unseen, info.deck))


@jit_inline
def put_plies(writer: BitWriter, info: Info, past: Past, layout: Layout) -> BitWriter:
    """Add the last plies of the round: one of the action ids, then a bit a seat; all 0 before its first."""
    in_round = plies_in_round(info)
    for back in range(layout.repeats[_PLIES]):
        cards, tricks, player = ZERO, ZERO, ZERO
        number = in_round - 1 - back
        if number >= 0:
            code = ply_back(past, info, back)
            action = bit(slot_of(code))
            player = bit(place_of(info, player_of(code)))
            if number < seats_of(info):
                tricks = action
            else:
                cards = gather_bits(action, info.deck)
        writer = append_action(writer, info, layout, cards, tricks)
        writer = append_bits(writer, player, seats_of(info), layout.entry_bytes)
    return writer


@jit_inline
def plies_in_round(info: Info) -> Number:
    """Count the bids and the cards of this round so far."""
    bids = 0
    for seat in range(seats_of(info)):
        bids += np.int64(info.bids[seat] != NOT_BID)
    return bids + np.int64(info.played)


@jit_inline
def append_action(writer: BitWriter, info: Info, layout: Layout, cards: Cards, tricks: Bits) -> BitWriter:
    """Add an entry for each action id, given which of the cards and which of the bids have a 1."""
    num_cards = layout.widths[_OWN_HAND]
    writer = append_bits(writer, cards, num_cards, layout.entry_bytes)
    return append_bits(writer, tricks, layout.actions - num_cards, layout.entry_bytes)


@jit_inline
def put_mask(info: Info, layout: Layout, mask: Address) -> None:
    """Write the action mask: only bids are legal, or only cards."""
    bidding = info.phase == BID
    num_cards = layout.widths[_OWN_HAND]
    store_bits(mask, num_cards, ZERO if bidding else gather_bits(info.legal, info.deck), False)
    store_bits(mask + num_cards, layout.actions - num_cards, info.legal if bidding else ZERO, False)


# --- sizes ----------------------------------------------------------------------------------------------------------


@jit_inline
def put_sizes(info: Info, layout: Layout, start: Address) -> None:
    """Write the pieces that are numbers."""
    put_size(start, layout, _WANTED, 0, tricks_wanted(info))
    for place in range(seats_of(info)):
        put_size(start, layout, _SCORES, place, np.int64(info.scores[seat_at(info, place)]))
    put_size(start, layout, _UNDEALT, 0, np.int64(info.undealt))


@jit_inline
def tricks_wanted(info: Info) -> Number:
    """Return the own bid less the tricks won, negative after too many; 0 before the bid."""
    seat = np.int64(info.seat)
    return np.int64(info.bids[seat]) - np.int64(info.won[seat]) if info.bids[seat] != NOT_BID else 0
