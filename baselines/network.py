"""A network in compiled code: its numbers as a block of bytes, and the outputs that it gives a position."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.policy_file import Network
from baselines.policy_input import input_encoding, input_size, swap_suits
from durak_env.bits import ONE, ZERO, lowest
from durak_env.cards import DONE_SLOT, TAKE_SLOT
from durak_env.game import NO_SUIT, new_states
from durak_env.jit import jit
from durak_env.observation import CARDS, LAYOUT, NAMES, PIECES, SIZE, WORDS, action_bits, fill_words
from durak_env.records import record

MAX_LAYERS = 8
_CARD_PIECES = tuple(NAMES.index(piece.name) for piece in PIECES if piece.kind == CARDS and piece.name != "talon")
_FLAG_PIECES = NAMES.index("role"), NAMES.index("phase")
_SIZE_PIECES = tuple(number for number, piece in enumerate(PIECES) if piece.kind == SIZE)
_TRUMP_SUIT = NAMES.index("trump_suit")

NETWORK = record(
    [
        ("deck", np.uint64),  # the rules that it was trained on
        ("full_hand", np.uint8),
        ("max_attack_cards", np.uint8),
        ("include_trumps", np.uint8),
        ("ranks", np.int64),
        ("mask_start", np.int64),  # where the action mask stands in the input
        ("layers", np.int64),
        ("widths", np.int64, MAX_LAYERS + 1),  # of the input and of each layer's outputs
        ("widest", np.int64),  # of the layers' outputs
        ("temperature", np.float64),
        ("endgame_at", np.int64),  # where an INFO and the memory of exact endgames stand behind all else, if they do
    ]
)
"""The head of a network's memory. After it stand a LAYOUT and a WORDS record, two rows of ``widest`` float32 to work
in, and, layer by layer, the weights of shape (inputs, outputs) and the biases."""

HEAD = NETWORK.itemsize  # where what stands there ends
_LAYOUT = HEAD + LAYOUT.itemsize
_WORDS = _LAYOUT + WORDS.itemsize


def network_memory(network: Network, temperature: float = 0.0) -> np.ndarray:
    """The memory of a network, and of the agent that plays it: uint8 array, laid out as `NETWORK` says.

    Raises:
        ValueError: more than `MAX_LAYERS` layers.
    """
    if len(network.layers) > MAX_LAYERS:
        raise ValueError(f"a network has at most {MAX_LAYERS} layers, not {len(network.layers)}")
    head = _new_head(network, temperature)
    numbers = [np.zeros(2 * int(head["widest"][0]), np.float32)]
    for weights, bias in network.layers:
        numbers += [weights.T.ravel(), bias]
    parts = head, input_encoding(network.rules).layout, np.zeros(1, WORDS), np.concatenate(numbers).astype(np.float32)
    return np.concatenate([np.frombuffer(part.tobytes(), np.uint8) for part in parts])


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
    head["widest"] = max(widths[1:])
    head["temperature"] = temperature
    return head


@jit
def logits_of(info: Any, memory: Any) -> Any:
    """The outputs, of a policy the logits of all actions, trump suit first: float32 array in the work space."""
    head = memory[:HEAD].view(NETWORK)[0]
    layout = memory[HEAD:_LAYOUT].view(LAYOUT)[0]
    desk = memory[_LAYOUT:_WORDS].view(WORDS)[0]
    numbers = memory[_WORDS:].view(np.float32)
    if not same_rules(info, head):
        raise ValueError("this network was trained on other rules than those of the game")
    first_layer(info, head, layout, desk, first_suit(info), numbers)
    return numbers[further_layers(head, numbers) :]


@jit
def first_suit(info: Any) -> Any:
    """The suit that changes places with the first one: the trump suit, without trumps the first one itself."""
    return np.int64(info.trump_suit) if info.trump_suit != NO_SUIT else 0


@jit
def same_rules(info: Any, head: Any) -> Any:
    """Whether a game is played by the rules that a network was trained on."""
    return (
        info.deck == head.deck
        and info.full_hand == head.full_hand
        and info.max_attack_cards == head.max_attack_cards
        and info.include_trumps == head.include_trumps
    )


@jit
def first_layer(info: Any, head: Any, layout: Any, desk: Any, suit: Any, numbers: Any) -> None:
    """Put the first layer's outputs into the first row: nearly all inputs are bits, so it is a sum of weights' rows."""
    width = head.widths[1]
    start = 2 * head.widest
    weights, outputs = numbers[start:], numbers[:width]
    begin_layer(weights, head.widths[0], width, outputs)
    fill_words(info, desk)
    for piece in _CARD_PIECES:
        add_bits(swap_suits(desk.words[piece], suit, head.ranks), layout.starts[piece], weights, width, outputs)
    for piece in _FLAG_PIECES:
        add_bits(desk.words[piece], layout.starts[piece], weights, width, outputs)
    if info.trump_suit != NO_SUIT:
        add_bits(ONE, layout.starts[_TRUMP_SUIT], weights, width, outputs)
    for piece in _SIZE_PIECES:
        add_scaled(np.float32(desk.words[piece] * layout.size_scale), layout.starts[piece], weights, width, outputs)
    cards = (ONE << np.uint64(layout.actions - 2)) - ONE
    mask = action_bits(info.legal, info.deck, layout.actions)
    mask = (mask & ~cards) | swap_suits(mask & cards, suit, head.ranks)
    add_bits(mask, head.mask_start, weights, width, outputs)


@jit
def further_layers(head: Any, numbers: Any) -> Any:
    """Compute the layers after the first; returns where the last one's outputs stand."""
    widest = head.widest
    start = 2 * widest + (head.widths[0] + 1) * head.widths[1]
    source, target = 0, widest
    for layer in range(1, head.layers):
        inputs, width = head.widths[layer], head.widths[layer + 1]
        weights, outputs = numbers[start:], numbers[target : target + width]
        begin_layer(weights, inputs, width, outputs)
        for row in range(inputs):
            if numbers[source + row] > 0:  # ReLU
                add_scaled(numbers[source + row], row, weights, width, outputs)
        start += (inputs + 1) * width
        source, target = target, source
    return source


@jit
def begin_layer(weights: Any, inputs: Any, width: Any, outputs: Any) -> None:
    """Set a layer's outputs to its biases, which stand after its weights."""
    biases = weights[inputs * width : (inputs + 1) * width]
    for place in range(width):
        outputs[place] = biases[place]


@jit
def add_bits(bits: Any, start: Any, weights: Any, width: Any, outputs: Any) -> None:
    """Add the rows of weights of all inputs that are 1: those of set bits, counted from ``start``."""
    while bits != ZERO:
        add_scaled(np.float32(1), start + lowest(bits), weights, width, outputs)
        bits &= bits - ONE


@jit
def add_scaled(factor: Any, row: Any, weights: Any, width: Any, outputs: Any) -> None:
    """Add a multiple of a row of weights to the outputs."""
    added = weights[row * width : (row + 1) * width]
    for place in range(width):
        outputs[place] += factor * added[place]


@jit
def place_of(slot: Any, deck: Any, ranks: Any, trump_suit: Any, actions: Any) -> Any:
    """Where a slot's logit stands: its action id with the trump suit first."""
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
