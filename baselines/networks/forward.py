"""A network in compiled code: its weights as a block of bytes, and its outputs for a position."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.networks.network_file import Network
from baselines.networks.network_input import input_encoding, input_size, swap_suits
from cardkit.compiled.bits import ONE, ZERO, Bits, Number, lowest, without_lowest
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, array_at
from cardkit.compiled.protocol import Actions, Info, Slot
from cardkit.compiled.records import record
from durak_env.cards import DONE_SLOT, TAKE_SLOT, Cards, Suit
from durak_env.game import NO_SUIT, new_states
from durak_env.observation import CARDS, LAYOUT, NAMES, SIZE, WORDS, Encoding, action_bits, fill_words
from durak_env.rules import Rules

MAX_LAYERS = 8
_PLAIN_PIECES = Encoding(Rules()).pieces
_CARD_PIECES = tuple(NAMES.index(piece.name) for piece in _PLAIN_PIECES if piece.kind == CARDS)
_FLAG_PIECES = NAMES.index("role"), NAMES.index("phase")
_SIZE_PIECES = tuple(NAMES.index(piece.name) for piece in _PLAIN_PIECES if piece.kind == SIZE)
_TRUMP_SUIT = NAMES.index("trump_suit")

NETWORK = record(
    [
        ("deck", np.uint64),  # the rules that it was trained on
        ("full_hand", np.uint8),
        ("max_attack_cards", np.uint8),
        ("include_trumps", np.uint8),
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
    for name in ("deck", "full_hand", "max_attack_cards", "include_trumps"):
        head[name] = state[name]
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
    )


@jit
def list_inputs(
    info: Info, legal: Actions, head: Any, layout: Any, desk: Any, rows: np.ndarray, factors: np.ndarray
) -> int:
    """List the inputs that are not 0, with number and value; returns how many there are."""
    suit = first_suit(info)
    fill_words(info, layout, desk)
    terms = 0
    for piece in _CARD_PIECES:
        bits = swap_suits(desk.words[piece], suit, head.ranks)
        terms = list_bits(bits, layout.starts[piece], rows, factors, terms)
    for piece in _FLAG_PIECES:
        terms = list_bits(desk.words[piece], layout.starts[piece], rows, factors, terms)
    if info.trump_suit != NO_SUIT:
        terms = list_bits(ONE, layout.starts[_TRUMP_SUIT], rows, factors, terms)
    for piece in _SIZE_PIECES:
        rows[terms], factors[terms] = layout.starts[piece], np.float32(desk.words[piece] * layout.scales[piece])
        terms += 1
    cards = (ONE << np.uint64(layout.actions - 2)) - ONE
    mask = action_bits(info, legal, layout.actions)
    mask = (mask & ~cards) | swap_suits(mask & cards, suit, head.ranks)
    return list_bits(mask, head.mask_start, rows, factors, terms)


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


@jit
def place_of(slot: Slot, deck: Cards, ranks: int, trump_suit: Suit, actions: int) -> Number:
    """The index of a slot's logit: its action id with the trump suit first."""
    if slot == TAKE_SLOT:
        return actions - 2
    if slot == DONE_SLOT:
        return actions - 1
    suit = np.int64(slot) >> 4
    if suit == trump_suit:
        suit = 0
    elif suit == 0:
        suit = trump_suit
    return suit * ranks + (np.int64(slot) & 15) - (lowest(deck) & 15)
