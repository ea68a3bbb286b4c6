"""The layers of a network in compiled code: whole numbers in a block of memory, and their outputs.

All sums are integers, so a network plays the same moves on every processor, compiled or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardkit.compiled.bits import Number, shift_right
from cardkit.compiled.blocks import Block
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, array_at
from cardkit.compiled.records import Field
from cardkit.compiled.sparse.listing import LINE, MOST_INPUTS, list_bytes
from cardkit.compiled.sparse.row_sums import AT_ONCE, COLUMNS, add_rows
from cardkit.learning.integers.quantising import (
    BIAS_BITS,
    MOST,
    SHARE_BITS,
    UNIT_BITS,
    IntegerLayer,
    bits_of,
    counted,
    quantised,
    units_of,
)
from cardkit.learning.layers import Layer

MAX_LAYERS = 8

LAYER_FIELDS: list[Field] = [
    ("layers", np.int64),
    ("widths", np.int64, MAX_LAYERS + 1),  # of the input and of each layer's outputs
    ("least_shifts", np.int64, MAX_LAYERS),  # how many bits at least are shifted out before a layer, for its biases
    ("most_terms", np.int64),  # the largest number of inputs of a layer, and room behind them for a `LINE`
    ("num_outputs", np.int64),
    ("rows_at", np.int64),  # offset in the memory of the numbers of inputs that are not 0, ``most_terms`` uint16,
    ("factors_at", np.int64),  # of their values, as many uint8,
    ("sums_at", np.int64),  # of a layer's sums, int32,
    ("values_at", np.int64),  # of its values as inputs of the next one, uint8,
    ("outputs_at", np.int64),  # of the last layer's outputs, float32,
    ("weights_at", np.int64),  # of the weights, int8 of shape (inputs, filled outputs), layer by layer,
    ("biases_at", np.int64),  # of the biases after the least shift, int32 for the filled outputs, layer by layer,
    ("shares_at", np.int64),  # of the shares of scales, uint32 for the filled outputs, layer by layer,
    ("units_at", np.int64),  # and of what the last layer's sums stand for, float64
]
"""The shape of the layers, and where their parts of a block begin: fields of the record at its head."""


def new_memory(
    head: np.ndarray, layers: Sequence[Layer], lowest: np.ndarray | None = None, **parts: np.ndarray
) -> np.ndarray:
    """Make the memory of a network, uint8 array: its head, its layers in whole numbers, and parts of a game's own.

    Args:
        head: array of one record with `LAYER_FIELDS`, which are filled in, and with a field ``x_at`` for a part ``x``.
        layers: first to last.
        lowest: the smallest value of each input, if some are negative; listed inputs count from there.
        parts: by name, what stands there at first.

    Raises:
        ValueError: more than `MAX_LAYERS` layers, or a layer has more than `MOST_INPUTS` inputs.
    """
    if len(layers) > MAX_LAYERS:
        raise ValueError(f"a network must have at most {MAX_LAYERS} layers, got {len(layers)}")
    widest = max(weights.shape[1] for weights, _ in layers)
    if widest > MOST_INPUTS:
        raise ValueError(f"a layer must have at most {MOST_INPUTS} inputs, got {widest}")
    return memory_of(head, {**_layer_parts(head, quantised(layers), lowest), **parts})


def memory_of(head: np.ndarray, parts: Mapping[str, np.ndarray]) -> np.ndarray:
    """Put a head and parts into one block of memory.

    The head says where a part ``x`` begins if it has a field ``x_at``.
    """
    block = Block(("network", head.dtype, 1), *((name, part.dtype, len(part)) for name, part in parts.items()))
    block.tell_places(head[0])
    memory = block.new()
    for name, part in {"network": head, **parts}.items():
        block.view(memory, name)[:] = part
    return memory


def _layer_parts(head: np.ndarray, layers: Sequence[IntegerLayer], lowest: np.ndarray | None) -> dict[str, np.ndarray]:
    widths, units = [layers[0].weights.shape[1], *(len(layer.bias) for layer in layers)], units_of(layers)
    if lowest is not None:
        units[0].biases[:] += layers[0].weights @ counted(lowest)
    head["layers"], head["num_outputs"], head["most_terms"] = len(layers), widths[-1], max(widths) + LINE
    head["widths"][0, : len(widths)] = widths
    head["least_shifts"][0, : len(layers)] = shifts = [_least_shift(one.biases) for one in units]
    return {
        "rows": np.zeros(max(widths) + LINE, np.uint16),
        "factors": np.zeros(max(widths) + LINE, np.uint8),
        "sums": np.zeros(max(map(_filled, widths[1:])), np.int32),
        "values": np.zeros(max(map(_filled, widths[1:])), np.uint8),
        "outputs": np.zeros(widths[-1], np.float32),
        "weights": np.concatenate([_rows(layer) for layer in layers]),
        "biases": np.concatenate(
            [_filled_up(one.biases / 2.0**shift) for one, shift in zip(units, shifts, strict=True)]
        ).astype(np.int32),
        "shares": np.concatenate([_filled_up(one.shares) for one in units]).astype(np.uint32),
        "units": units[-1].units,
    }


def _least_shift(biases: np.ndarray) -> int:
    return max(int(bits_of(np.abs(biases)).max()) - BIAS_BITS, 0)


def _filled_up(numbers: np.ndarray) -> np.ndarray:
    return np.pad(numbers, (0, _filled(len(numbers)) - len(numbers)))


def _filled(width: int) -> int:
    return -(-width // COLUMNS) * COLUMNS


def _rows(layer: IntegerLayer) -> np.ndarray:
    outputs, inputs = layer.weights.shape
    rows = np.zeros((inputs, _filled(outputs)), np.int8)
    rows[:, :outputs] = layer.weights.T
    return rows.ravel()


@jit_inline
def rows_of(head: Any, memory: Address) -> np.ndarray:
    """Return the numbers of inputs that are not 0, uint16; the caller lists those of the first layer."""
    return array_at(memory + head.rows_at, (head.most_terms,), np.uint16)


@jit_inline
def factors_of(head: Any, memory: Address) -> np.ndarray:
    """Return the listed inputs' values, uint8: `cardkit.learning.integers.quantising.INPUT_ONE` for an input of 1."""
    return array_at(memory + head.factors_at, (head.most_terms,), np.uint8)


@jit
def outputs_of(head: Any, memory: Address, terms: int) -> np.ndarray:
    """Compute the outputs of the last layer, float32 array in the work space.

    Args:
        head: record with `LAYER_FIELDS`.
        memory: address of the block.
        terms: how many inputs are listed.
    """
    weights, biases, shares = memory + head.weights_at, memory + head.biases_at, memory + head.shares_at
    rows, factors = memory + head.rows_at, memory + head.factors_at
    shifted, coarseness = np.int64(0), 1.0
    for layer in range(head.layers):
        width = (head.widths[layer + 1] + COLUMNS - 1) // COLUMNS * COLUMNS
        sums = array_at(memory + head.sums_at, (width,), np.int32)
        begin(sums, array_at(biases, (width,), np.int32), shifted - head.least_shifts[layer])
        fours = fill_up(terms, rows_of(head, memory), factors_of(head, memory))
        add_rows(memory + head.sums_at, weights, width, rows, factors, fours)
        if layer + 1 < head.layers:
            bits = in_one_unit(sums, array_at(shares, (width,), np.uint32))
            shift = max(bits - UNIT_BITS, head.least_shifts[layer + 1] - shifted, 0)
            shorten(sums, shift, array_at(memory + head.values_at, (width,), np.uint8))
            terms = list_bytes(memory + head.values_at, width, 0, rows, factors)
            shifted, coarseness = shifted + shift, coarseness * np.float64(np.int64(1) << shift)
        weights, biases, shares = weights + head.widths[layer] * width, biases + 4 * width, shares + 4 * width
    return last_outputs(head, memory, coarseness)


@jit_inline
def begin(sums: np.ndarray, biases: np.ndarray, shift: int) -> None:
    """Begin a layer's sums with its biases over ``2 ** shift``, rounded towards 0."""
    places = min(shift, 31)
    rest = np.int32((np.int64(1) << places) - 1)
    for place in range(len(sums)):
        for_negative = shift_right(biases[place], 31) & rest
        sums[place] = shift_right(np.int32(biases[place] + for_negative), places)


@jit_inline
def fill_up(terms: int, rows: np.ndarray, factors: np.ndarray) -> Number:
    """Fill up the listed inputs with zeros to whole groups of `AT_ONCE`; return how many groups there are."""
    for place in range(terms, terms + AT_ONCE - 1):
        rows[place], factors[place] = 0, 0
    return (terms + AT_ONCE - 1) // AT_ONCE


@jit_inline
def in_one_unit(sums: np.ndarray, shares: np.ndarray) -> Number:
    """Bring a layer's positive sums to one unit, others to 0; return how many bits the largest takes."""
    largest = np.int32(0)
    for place in range(len(sums)):
        positive = np.uint64(np.uint32(max(sums[place], np.int32(0))))
        sums[place] = np.int32(positive * np.uint64(shares[place]) >> np.uint64(SHARE_BITS))
        largest = max(largest, sums[place])
    bits = np.int64(0)
    while largest >> bits != 0:
        bits += 1
    return bits


@jit_inline
def shorten(sums: np.ndarray, shift: int, values: np.ndarray) -> None:
    """Write a layer's sums as `UNIT_BITS` bits each."""
    half = np.int32((np.int64(1) << shift) >> 1)
    for place in range(len(sums)):
        rounded = shift_right(np.int32(sums[place] + half), shift)
        values[place] = np.uint8(min(rounded, np.int32(MOST)))


@jit_inline
def last_outputs(head: Any, memory: Address, coarseness: float) -> np.ndarray:
    """Return the last layer's sums times what they stand for."""
    sums = array_at(memory + head.sums_at, (head.num_outputs,), np.int32)
    units = array_at(memory + head.units_at, (head.num_outputs,), np.float64)
    outputs = array_at(memory + head.outputs_at, (head.num_outputs,), np.float32)
    for place in range(head.num_outputs):
        outputs[place] = np.float64(sums[place]) * (units[place] * coarseness)
    return outputs
