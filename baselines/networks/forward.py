"""A network in compiled code: its weights as a block of bytes, and its outputs for a position."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.networks.network_file import Network
from baselines.networks.network_input import input_encoding, input_size, swap_suits
from cardkit.compiled.bits import ONE, ZERO, Bits, Number, lowest, popcount, without_lowest
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, array_at
from cardkit.compiled.protocol import Actions, Info, Slot
from cardkit.compiled.records import record, where_field
from durak_env.cards import DONE_SLOT, SHOW_SLOT, TAKE_SLOT, TRANSFER_RANK, Suit
from durak_env.game import NO_SUIT, new_states, seats_of
from durak_env.observation import CARDS, CLOSED, LAYOUT, NAMES, PIECES, SIZE, WORDS, Encoding, action_bits, fill_words
from durak_env.observation.writer import seat_at
from durak_env.rules import MOST_SEATS, Rules

MAX_LAYERS = 8
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
_TRUMP_SUIT, _HAND_SIZES = NAMES.index("trump_suit"), NAMES.index("hand_sizes")
_PLAIN_RULES = ("deck", "full_hand", "max_attack_cards", "include_trumps")
_TABLE_RULES = ("throw_in", "first_discard_limit", "transfer", "passport")

NETWORK = record(
    [
        ("deck", np.uint64),  # the rules that it was trained on
        ("full_hand", np.uint8),
        ("max_attack_cards", np.uint8),
        ("include_trumps", np.uint8),
        ("plain", np.uint8),  # whether that is the plain game; the rules of others:
        ("throw_in", np.uint8),
        ("first_discard_limit", np.uint8),
        ("transfer", np.uint8),
        ("passport", np.uint8),
        ("rivals", np.uint8, MOST_SEATS),  # as in the game, then zeros
        ("ranks", np.int64),
        ("mask_start", np.int64),  # the first entry of the action mask in the input
        ("layers", np.int64),
        ("widths", np.int64, MAX_LAYERS + 1),  # of the input and of each layer's outputs
        ("widest", np.int64),  # of the layers' outputs
        ("most_terms", np.int64),  # the largest number of inputs of a layer
        ("num_weights", np.int64),  # including the biases
        ("temperature", np.float64),
        ("rows_at", np.int64),  # offset in the memory of the numbers of inputs that are not 0, ``most_terms`` int64,
        ("factors_at", np.int64),  # of their values as float32,
        ("outputs_at", np.int64),  # of two rows of ``widest`` float32 as work space,
        ("weights_at", np.int64),  # and of the weights of shape (inputs, outputs) and the biases, layer by layer
    ]
)
"""The head of a network's memory: its shape, and the offsets of the parts whose length depends on it."""

_HEAD = Block(("network", NETWORK, 1), ("layout", LAYOUT, 1), ("words", WORDS, 1))
network_in, _layout_in, _words_in = map(_HEAD.reader, ("network", "layout", "words"))


def network_memory(network: Network, temperature: float = 0.0) -> np.ndarray:
    """The memory of a network, and of the agent that plays it: uint8 array.

    Raises:
        ValueError: more than `MAX_LAYERS` layers.
    """
    if len(network.layers) > MAX_LAYERS:
        raise ValueError(f"a network must have at most {MAX_LAYERS} layers, got {len(network.layers)}")
    head = _new_head(network, temperature)
    weights = np.concatenate([part for weights, bias in network.layers for part in (weights.T.ravel(), bias)])
    terms, widest = int(head["most_terms"][0]), int(head["widest"][0])
    block = _HEAD.followed_by(
        ("rows", np.dtype(np.int64), terms),
        ("factors", np.dtype(np.float32), terms),
        ("outputs", np.dtype(np.float32), 2 * widest),
        ("weights", np.dtype(np.float32), len(weights)),
    )
    memory = block.new()
    block.view(memory, "network")[:] = head
    block.view(memory, "layout")[:] = input_encoding(network.rules).layout
    block.view(memory, "weights")[:] = weights
    block.tell_places(block.view(memory, "network")[0])
    return memory


def _new_head(network: Network, temperature: float) -> np.ndarray:
    rules, state = network.rules, new_states(network.rules)[0]
    widths = [input_size(rules), *(len(bias) for _, bias in network.layers)]
    head = np.zeros(1, NETWORK)
    for name in (*_PLAIN_RULES, *(() if rules.is_plain else _TABLE_RULES)):
        head[name] = state[name]
    head["plain"] = rules.is_plain
    if not rules.is_plain:
        head["rivals"][0, : rules.num_players] = state["rivals"]
    head["ranks"] = rules.num_cards // rules.num_suits
    head["mask_start"] = input_encoding(rules).size
    head["layers"] = len(network.layers)
    head["widths"][0, : len(widths)] = widths
    head["widest"], head["most_terms"] = max(widths[1:]), max(widths)
    head["num_weights"] = sum(weights.size + bias.size for weights, bias in network.layers)
    head["temperature"] = temperature
    return head


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
    rows = array_at(memory + head.rows_at, (head.most_terms,), np.int64)
    factors = array_at(memory + head.factors_at, (head.most_terms,), np.float32)
    outputs = array_at(memory + head.outputs_at, (2, head.widest), np.float32)
    weights = array_at(memory + head.weights_at, (head.num_weights,), np.float32)
    terms = list_inputs(info, legal, head, _layout_in(memory), _words_in(memory), rows, factors)
    return outputs[fill_layers(head, terms, rows, factors, outputs, weights)]


@jit
def first_suit(info: Info) -> Suit:
    """The suit that changes places with the first one: the trump suit, or without trumps the first suit itself."""
    return np.int64(info.trump_suit) if info.trump_suit != NO_SUIT else 0


@jit
def same_rules(info: Info, head: Any) -> bool:
    """Whether a game has the rules that a network was trained on."""
    return (
        info.deck == head.deck
        and info.full_hand == head.full_hand
        and info.max_attack_cards == head.max_attack_cards
        and info.include_trumps == head.include_trumps
        and same_table(info, head)
    )


def _both_plain(info: Info, head: Any) -> bool:
    return head.plain != 0


def _same_seats_and_options(info: Info, head: Any) -> bool:
    for seat in range(MOST_SEATS):
        if head.rivals[seat] != (info.rivals[seat] if seat < seats_of(info) else 0):
            return False
    return (
        head.plain == 0
        and info.throw_in == head.throw_in
        and info.first_discard_limit == head.first_discard_limit
        and info.transfer == head.transfer
        and info.passport == head.passport
    )


same_table = where_field("rivals", _same_seats_and_options, _both_plain)
"""Whether as many seats play, in the same teams, with the same options."""


@jit
def list_inputs(
    info: Info, legal: Actions, head: Any, layout: Any, desk: Any, rows: np.ndarray, factors: np.ndarray
) -> int:
    """List the inputs that are not 0, with number and value; returns how many there are."""
    suit = first_suit(info)
    fill_words(info, layout, desk)
    terms = 0
    for piece in card_pieces(info):
        bits = swap_suits(desk.words[piece], suit, head.ranks)
        terms = list_bits(bits, layout.starts[piece], rows, factors, terms)
    for piece in flag_pieces(info):
        terms = list_bits(desk.words[piece], layout.starts[piece], rows, factors, terms)
    if info.trump_suit != NO_SUIT:
        terms = list_bits(ONE, layout.starts[_TRUMP_SUIT], rows, factors, terms)
    terms = list_sizes(info, layout, desk, rows, factors, terms)
    mask = swap_actions(info, action_bits(info, legal, layout.actions), suit, head.ranks, layout.actions)
    return list_bits(mask, head.mask_start, rows, factors, terms)


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


def _list_table_sizes(info: Info, layout: Any, desk: Any, rows: np.ndarray, factors: np.ndarray, terms: int) -> int:
    for place in range(seats_of(info)):
        size = np.uint64(info.hand_sizes[seat_at(info, place)])
        rows[terms] = layout.starts[_HAND_SIZES] + place
        factors[terms] = np.float32(size * layout.scales[_HAND_SIZES])
        terms += 1
    for piece in _TABLE_SIZES:
        rows[terms], factors[terms] = layout.starts[piece], np.float32(desk.words[piece] * layout.scales[piece])
        terms += 1
    return terms


def _list_plain_sizes(info: Info, layout: Any, desk: Any, rows: np.ndarray, factors: np.ndarray, terms: int) -> int:
    for piece in _PLAIN_SIZES:
        rows[terms], factors[terms] = layout.starts[piece], np.float32(desk.words[piece] * layout.scales[piece])
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
        rows[terms], factors[terms] = start + lowest(bits), np.float32(1)
        terms += 1
        bits = without_lowest(bits)
    return terms


@jit
def fill_layers(
    head: Any, terms: int, rows: np.ndarray, factors: np.ndarray, outputs: np.ndarray, weights: np.ndarray
) -> int:
    """Compute all layers from the inputs of the first; returns the row of ``outputs`` that holds the last one's."""
    start = 0
    for layer in range(head.layers):
        inputs, width = head.widths[layer], head.widths[layer + 1]
        own, target = weights[start:], outputs[layer % 2][:width]
        biases = row_of(own, inputs, width)
        for place in range(width):
            target[place] = biases[place]
        add_rows(terms, rows, factors, own, width, target)
        terms = list_positive(target, rows, factors) if layer + 1 < head.layers else terms
        start += (inputs + 1) * width
    return (head.layers - 1) % 2


@jit_inline
def list_positive(outputs: np.ndarray, rows: np.ndarray, factors: np.ndarray) -> Number:
    """List a layer's positive outputs as inputs of the next one; returns how many there are."""
    terms = 0
    for place in range(len(outputs)):
        rows[terms], factors[terms] = place, outputs[place]
        terms += np.int64(outputs[place] > 0)
    return terms


@jit_inline
def add_rows(
    terms: int, rows: np.ndarray, factors: np.ndarray, weights: np.ndarray, width: int, outputs: np.ndarray
) -> None:
    """Add multiples of rows of weights to the outputs.

    Most inputs are 0, so this is less work than a matrix product. It adds four rows at once, so that the outputs are
    loaded and stored a quarter as often.
    """
    done = 0
    while done + 4 <= terms:
        one, two = row_of(weights, rows[done], width), row_of(weights, rows[done + 1], width)
        three, four = row_of(weights, rows[done + 2], width), row_of(weights, rows[done + 3], width)
        by_one, by_two, by_three, by_four = factors[done], factors[done + 1], factors[done + 2], factors[done + 3]
        for place in range(width):
            first, second = by_one * one[place] + by_two * two[place], by_three * three[place] + by_four * four[place]
            outputs[place] += first + second
        done += 4
    for term in range(done, terms):
        row, factor = row_of(weights, rows[term], width), factors[term]
        for place in range(width):
            outputs[place] += factor * row[place]


@jit_inline
def row_of(weights: np.ndarray, row: int, width: int) -> np.ndarray:
    """A row of weights."""
    return weights[row * width : (row + 1) * width]


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
