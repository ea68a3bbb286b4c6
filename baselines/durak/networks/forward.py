"""A network in compiled code: its weights as a block of bytes, and its outputs for a position."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.networks.network_file import Network
from baselines.durak.networks.network_input import input_encoding, swap_suits
from cardkit.compiled.bits import ONE, ZERO, Bits, Number, lowest, popcount, without_lowest
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address
from cardkit.compiled.protocol import Actions, Info, Slot
from cardkit.compiled.records import record, where_field
from cardkit.learning.forward import LAYER_FIELDS, factors_of, new_memory, outputs_of, rows_of
from cardkit.learning.integers import INPUT_ONE
from cardkit.learning.policy_network import soften
from cardkit.pieces import CARDS, CLOSED, SIZE
from cardkit.playing_cards import Suit
from durak_env.cards import DONE_SLOT, SHOW_SLOT, TAKE_SLOT, TRANSFER_RANK
from durak_env.core.dealing import new_states
from durak_env.core.records import NO_SUIT
from durak_env.core.seating import seats_of
from durak_env.observation.encoding import Encoding
from durak_env.observation.pieces import NAMES, PIECES, WRITER
from durak_env.observation.writer import action_bits, fill_words, seat_at
from durak_env.rules import MOST_SEATS, Rules

_PLAIN_PIECES = Encoding(Rules()).pieces
_PLAIN_CARDS = tuple(NAMES.index(piece.name) for piece in _PLAIN_PIECES if piece.kind == CARDS)
_PLAIN_FLAGS = NAMES.index("role"), NAMES.index("phase")
_PLAIN_SIZES = tuple(NAMES.index(piece.name) for piece in _PLAIN_PIECES if piece.kind == SIZE)
_TABLE_CARDS = tuple(
    NAMES.index(piece.name)
    for piece in PIECES
    if piece.kind == CARDS and CLOSED in piece.encodings and piece.name != "other_hand"
)
_TABLE_FLAGS = tuple(map(NAMES.index, ("phase", "attacker", "defender", "mover", "shown")))
_TABLE_SIZES = NAMES.index("talon_size"), NAMES.index("idle")
_FIRST_OTHER_HAND = NAMES.index("other_hand_1")
_TRUMP_SUIT, _HAND_SIZES = NAMES.index("trump_suit"), NAMES.index("hand_sizes")
_PLAIN_RULES = ("deck", "hand_size", "max_attack_cards", "include_trumps", "draws")
_TABLE_RULES = ("throw_in", "first_discard_limit", "transfer", "passport")

NETWORK = record(
    [
        ("deck", np.uint64),  # the rules that it was trained on
        ("hand_size", np.uint8),
        ("max_attack_cards", np.uint8),
        ("include_trumps", np.uint8),
        ("draws", np.uint8),
        ("plain", np.uint8),  # whether that is the plain game; the rules of others:
        ("throw_in", np.uint8),
        ("first_discard_limit", np.uint8),
        ("transfer", np.uint8),
        ("passport", np.uint8),
        ("rivals", np.uint8, MOST_SEATS),  # as in the game of the most seats, then zeros
        ("fewest_seats", np.uint8),
        ("most_seats", np.uint8),
        ("ranks", np.int64),
        ("mask_start", np.int64),  # the first entry of the action mask in the input
        *LAYER_FIELDS,
        ("writer", WRITER),
        ("temperature", np.float64),
        ("next_at", np.int64),  # offset of the memory of a network for other rules; 0: there is none
    ]
)
"""The head of a network's memory: its shape, and the offsets of the parts whose length depends on it."""

network_in = Block(("network", NETWORK, 1)).reader("network")


def network_memory(network: Network, temperature: float = 0.0, *others: Network) -> np.ndarray:
    """The memory of a network, and of the agent that plays it: uint8 array; those of the others lie behind it.

    Raises:
        ValueError: more than `MAX_LAYERS` layers.
    """
    parts = {"next": network_memory(others[0], temperature, *others[1:])} if others else {}
    return new_memory(_new_head(network, temperature), network.layers, **parts)


def _new_head(network: Network, temperature: float) -> np.ndarray:
    rules, state = network.rules, new_states(network.rules)[0]
    head = np.zeros(1, NETWORK)
    for name in (*_PLAIN_RULES, *(() if rules.is_plain else _TABLE_RULES)):
        head[name] = state[name]
    head["plain"] = rules.is_plain
    if not rules.is_plain:
        head["rivals"][0, : rules.num_players] = state["rivals"]
    head["fewest_seats"], head["most_seats"] = network.tables[0].num_players, rules.num_players
    head["ranks"] = rules.num_cards // rules.num_suits
    head["mask_start"] = input_encoding(rules).size
    head["writer"] = input_encoding(rules).writer
    head["temperature"] = temperature
    return head


@jit
def network_for(info: Info, memory: Address) -> Address:
    """The address of the network that plays a game, given that of an agent's memory; the last one, if none does."""
    while not same_rules(info, network_in(memory)) and network_in(memory).next_at != 0:
        memory += network_in(memory).next_at
    return memory


@jit
def logits_of(info: Info, legal: Actions, memory: Address) -> np.ndarray:
    """The outputs, for a policy the logits of all actions, trump suit first: float32 array in the work space.

    Args:
        info: INFO record.
        legal: the actions that the network's input marks as legal.
        memory: address of a network's memory.
    """
    head = network_in(memory)
    if not same_rules(info, head):
        raise ValueError("this network was trained on other rules than those of the game")
    rows, factors = rows_of(head, memory), factors_of(head, memory)
    terms = list_inputs(info, legal, head, head.writer.layout, head.writer.values, rows, factors)
    return outputs_of(head, memory, terms)


@jit
def fill_probabilities(info: Info, memory: Address, probabilities: np.ndarray) -> None:
    """Write a policy's probabilities for an INFO record: the softmax of the logits of the legal actions.

    Args:
        info: INFO of the seat to move.
        memory: address of the memory of an agent that plays a network, or of a copy.
        probabilities: float64 array of shape (64,), by slot; entries of illegal slots stay unchanged.
    """
    head, suit, logits = network_in(memory), first_suit(info), logits_of(info, info.legal, memory)
    left = info.legal
    while left != ZERO:
        slot = lowest(left)
        probabilities[slot] = logits[place_of(info, slot, head.ranks, suit, head.num_outputs)]
        left = without_lowest(left)
    soften(info, probabilities)


@jit
def first_suit(info: Info) -> Suit:
    """The suit that changes places with the first one: the trump suit, or without trumps the first suit itself."""
    return np.int64(info.trump_suit) if info.trump_suit != NO_SUIT else 0


@jit
def same_rules(info: Info, head: Any) -> bool:
    """Whether a game has the rules that a network was trained on."""
    return (
        info.deck == head.deck
        and info.hand_size == head.hand_size
        and info.max_attack_cards == head.max_attack_cards
        and info.include_trumps == head.include_trumps
        and info.draws == head.draws
        and same_table(info, head)
    )


def _both_plain(info: Info, head: Any) -> bool:
    return head.plain != 0


def _same_seats_and_options(info: Info, head: Any) -> bool:
    seats = seats_of(info)
    for seat in range(seats):
        if np.int64(info.rivals[seat]) != np.int64(head.rivals[seat]) & ((1 << seats) - 1):
            return False
    return (
        head.fewest_seats <= seats <= head.most_seats
        and head.plain == 0
        and info.throw_in == head.throw_in
        and info.first_discard_limit == head.first_discard_limit
        and info.transfer == head.transfer
        and info.passport == head.passport
    )


same_table = where_field("rivals", _same_seats_and_options, _both_plain)
"""Whether as many seats play, in the same teams, with the same options."""


@jit
def list_inputs(
    info: Info, legal: Actions, head: Any, layout: Any, values: Any, rows: np.ndarray, factors: np.ndarray
) -> int:
    """List the inputs that are not 0, with number and value; returns how many there are."""
    suit = first_suit(info)
    fill_words(info, layout, values)
    empty_missing_hands(info, values)
    terms = 0
    for piece in card_pieces(info):
        bits = swap_suits(values.words[piece], suit, head.ranks)
        terms = list_bits(bits, layout.starts[piece], rows, factors, terms)
    for piece in flag_pieces(info):
        terms = list_bits(values.words[piece], layout.starts[piece], rows, factors, terms)
    if info.trump_suit != NO_SUIT:
        terms = list_bits(ONE, layout.starts[_TRUMP_SUIT], rows, factors, terms)
    terms = list_sizes(info, layout, values, rows, factors, terms)
    mask = swap_actions(info, action_bits(info, legal, layout.actions), suit, head.ranks, layout.actions)
    return list_bits(mask, head.mask_start, rows, factors, terms)


def _empty_missing_hands(info: Info, values: Any) -> None:
    for place in range(seats_of(info), MOST_SEATS):
        values.words[_FIRST_OTHER_HAND + place - 1] = ZERO


def _miss_none(info: Info, values: Any) -> None:
    pass


empty_missing_hands = where_field("defender", _empty_missing_hands, _miss_none)
"""Leave nothing in the places of seats that a larger table has; the memory may have served one."""


def _table_cards(info: Info) -> Any:
    return _TABLE_CARDS


def _plain_cards(info: Info) -> Any:
    return _PLAIN_CARDS


def _table_flags(info: Info) -> Any:
    return _TABLE_FLAGS


def _plain_flags(info: Info) -> Any:
    return _PLAIN_FLAGS


card_pieces = where_field("defender", _table_cards, _plain_cards)
"""The pieces that are a bit a card, by number; those that the encoding has not are empty."""
flag_pieces = where_field("defender", _table_flags, _plain_flags)
"""The pieces that are a few bits and have nothing to do with suits."""


@jit_inline
def counted_size(size: Bits, scale: float) -> Number:
    """A number of the observation as an input: of its float32 entry, so that ties are rounded alike everywhere."""
    return np.int64(np.float64(np.float32(np.float64(size) * scale)) * INPUT_ONE + 0.5)


def _list_table_sizes(info: Info, layout: Any, values: Any, rows: np.ndarray, factors: np.ndarray, terms: int) -> int:
    for place in range(seats_of(info)):
        size = np.uint64(info.hand_sizes[seat_at(info, place)])
        rows[terms] = layout.starts[_HAND_SIZES] + place
        factors[terms] = counted_size(size, layout.scales[_HAND_SIZES])
        terms += 1
    for piece in _TABLE_SIZES:
        rows[terms] = layout.starts[piece]
        factors[terms] = counted_size(values.words[piece], layout.scales[piece])
        terms += 1
    return terms


def _list_plain_sizes(info: Info, layout: Any, values: Any, rows: np.ndarray, factors: np.ndarray, terms: int) -> int:
    for piece in _PLAIN_SIZES:
        rows[terms] = layout.starts[piece]
        factors[terms] = counted_size(values.words[piece], layout.scales[piece])
        terms += 1
    return terms


list_sizes = where_field("defender", _list_table_sizes, _list_plain_sizes)
"""List the numbers after ``terms`` other inputs; returns the new number of terms."""


def _swap_all_actions(info: Info, mask: Bits, suit: Suit, ranks: int, actions: int) -> Bits:
    num_cards = np.uint64(popcount(info.deck))
    cards, transfers = (ONE << num_cards) - ONE, transfer_ids(info, ranks)
    first = num_cards + np.uint64(2)
    moved = swap_suits((mask & transfers) >> first, suit, 1) << first
    return (mask & ~(cards | transfers)) | swap_suits(mask & cards, suit, ranks) | moved


def _swap_plain_actions(info: Info, mask: Bits, suit: Suit, ranks: int, actions: int) -> Bits:
    cards = (ONE << np.uint64(actions - 2)) - ONE
    return (mask & ~cards) | swap_suits(mask & cards, suit, ranks)


swap_actions = where_field("transfer", _swap_all_actions, _swap_plain_actions)
"""A set of action ids with the first suit and ``suit`` exchanged."""


@jit
def transfer_ids(info: Info, ranks: int) -> Bits:
    """The ids of transfers, one a suit after the cards and two more; empty without transfers."""
    num_cards = popcount(info.deck)
    suits = num_cards // ranks if info.transfer else 0
    return ((ONE << np.uint64(suits)) - ONE) << np.uint64(num_cards + 2)


@jit_inline
def list_bits(bits: Bits, start: int, rows: np.ndarray, factors: np.ndarray, terms: int) -> int:
    """List the inputs of set bits, numbered from ``start``, after ``terms`` others; returns the new number of terms."""
    while bits != ZERO:
        rows[terms], factors[terms] = start + lowest(bits), INPUT_ONE
        terms += 1
        bits = without_lowest(bits)
    return terms


def _place_of_any(info: Info, slot: Slot, ranks: int, trump_suit: Suit, actions: int) -> Number:
    if slot == SHOW_SLOT:
        return actions - 1
    cards = popcount(info.deck)
    if slot & 15 == TRANSFER_RANK:
        return cards + 2 + trumps_first(slot >> 4, trump_suit)
    return _place_in_plain_game(info, slot, ranks, trump_suit, cards + 2)


@jit_inline
def _place_in_plain_game(info: Info, slot: Slot, ranks: int, trump_suit: Suit, actions: int) -> Number:
    if slot == TAKE_SLOT:
        return actions - 2
    if slot == DONE_SLOT:
        return actions - 1
    suit = trumps_first(np.int64(slot) >> 4, trump_suit)
    return suit * ranks + (np.int64(slot) & 15) - (lowest(info.deck) & 15)


@jit_inline
def trumps_first(suit: Suit, trump_suit: Suit) -> Suit:
    """The place of a suit when the trump suit and the first one have changed theirs."""
    if suit == trump_suit:
        return 0
    return trump_suit if suit == 0 else suit


place_of = where_field("transfer", _place_of_any, _place_in_plain_game)
"""The index of a slot's logit: its action id with the trump suit first."""
