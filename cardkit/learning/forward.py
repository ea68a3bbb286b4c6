"""The layers of a network in compiled code: their weights in a block of memory, and their outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, array_at
from cardkit.compiled.records import Field
from cardkit.learning.layers import Layer

MAX_LAYERS = 8

LAYER_FIELDS: list[Field] = [
    ("layers", np.int64),
    ("widths", np.int64, MAX_LAYERS + 1),  # of the input and of each layer's outputs
    ("widest", np.int64),  # of the layers' outputs
    ("most_terms", np.int64),  # the largest number of inputs of a layer
    ("num_weights", np.int64),  # including the biases
    ("rows_at", np.int64),  # offset in the memory of the numbers of inputs that are not 0, ``most_terms`` int64,
    ("factors_at", np.int64),  # of their values as float32,
    ("outputs_at", np.int64),  # of two rows of ``widest`` float32 as work space,
    ("weights_at", np.int64),  # and of the weights of shape (inputs, outputs) and the biases, layer by layer
]
"""The shape of the layers, and where their parts of a block begin: fields of the record at its head."""


def with_layers(block: Block, head: np.ndarray, layers: Sequence[Layer]) -> Block:
    """The block with parts for layers behind its own; writes their shape into the head.

    Raises:
        ValueError: more than `MAX_LAYERS` layers.
    """
    if len(layers) > MAX_LAYERS:
        raise ValueError(f"a network must have at most {MAX_LAYERS} layers, got {len(layers)}")
    widths = [layers[0][0].shape[1], *(len(bias) for _, bias in layers)]
    head["layers"] = len(layers)
    head["widths"][0, : len(widths)] = widths
    head["widest"], head["most_terms"] = max(widths[1:]), max(widths)
    head["num_weights"] = sum(weights.size + bias.size for weights, bias in layers)
    return block.followed_by(
        ("rows", np.dtype(np.int64), max(widths)),
        ("factors", np.dtype(np.float32), max(widths)),
        ("outputs", np.dtype(np.float32), 2 * max(widths[1:])),
        ("weights", np.dtype(np.float32), int(head["num_weights"][0])),
    )


def flat(layers: Sequence[Layer]) -> np.ndarray:
    """All weights of shape (inputs, outputs) and biases, layer by layer, float32."""
    return np.concatenate([part for weights, bias in layers for part in (weights.T.ravel(), bias)])


@jit_inline
def rows_of(head: Any, memory: Address) -> np.ndarray:
    """The numbers of inputs that are not 0, int64; the caller lists those of the first layer."""
    return array_at(memory + head.rows_at, (head.most_terms,), np.int64)


@jit_inline
def factors_of(head: Any, memory: Address) -> np.ndarray:
    """Their values, float32."""
    return array_at(memory + head.factors_at, (head.most_terms,), np.float32)


@jit
def outputs_of(head: Any, memory: Address, terms: int) -> np.ndarray:
    """The outputs of the last layer, float32 array in the work space.

    Args:
        head: record with `LAYER_FIELDS`.
        memory: address of the block.
        terms: how many inputs are listed.
    """
    outputs = array_at(memory + head.outputs_at, (2, head.widest), np.float32)
    weights = array_at(memory + head.weights_at, (head.num_weights,), np.float32)
    return outputs[fill_layers(head, terms, rows_of(head, memory), factors_of(head, memory), outputs, weights)]


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
