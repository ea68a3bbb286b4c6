"""The input of a policy network: the closed observation followed by the action mask, with the trump suit first.

Suits differ only in which of them is trumps. So the trump suit changes places with the first suit, in every set of
cards and among the actions, and a network has to learn one game instead of four. Swapping twice restores the original.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

import numpy as np

from cardkit.compiled.jit import jit
from cardkit.pieces import CARDS, CLOSED
from durak_env.observation.encoding import Encoding
from durak_env.rules import Rules

VERSION = 1
"""The version of the input's meaning; raised with every change, so that a network never gets an unfamiliar input."""


def input_encoding(rules: Rules) -> Encoding:
    """Make the encoding of the observations that become a network's input."""
    return Encoding(rules, CLOSED, "float32")


def input_size(rules: Rules) -> int:
    """Count the entries of a network's input: the observation, then the action mask."""
    return input_encoding(rules).size + rules.num_actions


def layout(rules: Rules) -> str:
    """Describe the entries of a network's input in one line: ``own_hand 36, ..., action_mask 38``."""
    encoding = input_encoding(rules)
    widths = {name: place.stop - place.start for name, place in encoding.slices.items()}
    return ", ".join(f"{name} {width}" for name, width in {**widths, "action_mask": rules.num_actions}.items())


@lru_cache
def action_orders(rules: Rules) -> np.ndarray:
    """Return by trump suit, last for none, the action id that takes each action's place: (suits + 1, actions)."""
    return _orders_of_actions(rules, _trumps_first(rules))


@lru_cache
def input_orders(rules: Rules) -> np.ndarray:
    """Return by trump suit, last for none, which entry takes each entry's place: (suits + 1, entries)."""
    return _orders_of_inputs(rules, _trumps_first(rules))


@lru_cache
def exchanges(rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """Return all permutations of the suits after the first, which change only names; training can draw one of them.

    Returns:
        Which entry of an input takes each entry's place, and which action id each action's: (exchanges, entries) and
        (exchanges, actions).
    """
    suits = np.array([(0, *rest) for rest in permutations(range(1, rules.num_suits))])
    return _orders_of_inputs(rules, suits), _orders_of_actions(rules, suits)


@lru_cache
def places_among(rules: Rules, larger: Rules) -> np.ndarray:
    """Return the place of each input entry in a larger table's input, whose further seats are empty: (entries,)."""
    own, wide = input_encoding(rules), input_encoding(larger)
    places = [wide.slices[name].start + np.arange(place.stop - place.start) for name, place in own.slices.items()]
    return np.concatenate([*places, wide.size + np.arange(rules.num_actions)])


def seated_among(inputs: np.ndarray, rules: Rules, larger: Rules) -> np.ndarray:
    """Turn inputs of a table into those of a larger one: float32 of shape (batch, entries)."""
    if rules == larger:
        return inputs
    seated = np.zeros((len(inputs), input_size(larger)), np.float32)
    seated[:, places_among(rules, larger)] = inputs
    return seated


def trump_rows(vectors: np.ndarray, rules: Rules) -> np.ndarray:
    """Return the row of the tables above for each observation: its trump suit, or the last row without trumps."""
    if not rules.include_trumps:
        return np.full(len(vectors), rules.num_suits)
    return np.argmax(vectors[:, input_encoding(rules).slices["trump_suit"]], axis=1)


def inputs_of(vectors: np.ndarray, masks: np.ndarray, rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """Return the inputs of a batch, float32 of shape (batch, entries), and their rows in the tables above."""
    rows = trump_rows(vectors, rules)
    inputs = np.zeros((len(vectors), input_size(rules)), np.float32)
    fill_inputs(vectors, masks, input_orders(rules), rows, inputs)
    return inputs, rows


@jit
def fill_inputs(
    vectors: np.ndarray, masks: np.ndarray, orders: np.ndarray, rows: np.ndarray, inputs: np.ndarray
) -> None:
    """Write the inputs of a batch, float32 of shape (batch, entries), from its observations and action masks."""
    width = vectors.shape[1]
    for number in range(len(vectors)):
        row = rows[number]
        for entry in range(width):
            inputs[number, entry] = vectors[number, orders[row, entry]]
        for entry in range(width, inputs.shape[1]):
            inputs[number, entry] = masks[number, orders[row, entry] - width]


def _trumps_first(rules: Rules) -> np.ndarray:
    """Return by trump suit, last for none, which suit takes each suit's place: (suits + 1, suits)."""
    orders = np.tile(np.arange(rules.num_suits), (rules.num_suits + 1, 1))
    for suit in range(rules.num_suits):
        orders[suit, [0, suit]] = suit, 0
    return orders


def _orders_of_inputs(rules: Rules, suits: np.ndarray) -> np.ndarray:
    encoding = input_encoding(rules)
    orders = np.tile(np.arange(input_size(rules)), (len(suits), 1))
    for piece in encoding.pieces:
        place = encoding.slices[piece.name]
        if piece.kind == CARDS:
            orders[:, place] = place.start + _orders_of_cards(rules, suits)
        elif piece.name == "trump_suit":
            orders[:, place] = place.start + suits
    orders[:, encoding.size :] = encoding.size + _orders_of_actions(rules, suits)
    return orders


def _orders_of_actions(rules: Rules, suits: np.ndarray) -> np.ndarray:
    orders = np.tile(np.arange(rules.num_actions), (len(suits), 1))
    orders[:, : rules.num_cards] = _orders_of_cards(rules, suits)
    if rules.transfer:
        first = rules.done + 1
        orders[:, first : first + rules.num_suits] = first + suits
    return orders


def _orders_of_cards(rules: Rules, suits: np.ndarray) -> np.ndarray:
    ranks = rules.num_cards // rules.num_suits
    return (suits[:, :, None] * ranks + np.arange(ranks)).reshape(len(suits), -1)
