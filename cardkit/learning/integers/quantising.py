"""Networks in whole numbers: a byte a weight and a scale a row, made from float32 layers and turned back into them.

An input of 1 counts `INPUT_ONE`. The sum of a row of bytes, each times its input, is the row's output in units of its
scale. ReLU leaves the sums that are positive. Shares of the layer's largest scale bring them to one unit, and a shift
to seven bits, so that the largest takes all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cardkit.learning.layers import Layer

INPUT_ONE = 63
"""The count of an input of 1: inputs from -1 to 1, moved to 0, fit seven bits."""
MOST = 127
"""The largest weight, and the largest value of a unit that the next layer takes."""
UNIT_BITS = 7
"""The bits of a unit's value."""
SHARE_BITS = 15
"""The bits of a scale's share of the largest one."""
BIAS_BITS = 29
"""A bias takes at most so many, or all units become coarser; with it no sum exceeds 31."""
_SCALE_BITS = 16  # of a scale's 24: times a byte it is exact in float32, so weights turned back give the same bytes
_LEAST_SCALE = 2.0**-22  # of the row's bias
_NEAR = 1e-5


class IntegerLayer(NamedTuple):
    """A layer of a byte a weight.

    Attributes:
        weights: int8 of shape (outputs, inputs), -127..127.
        scales: float32 of shape (outputs,): what a weight of 1 stands for, row by row; 0 if all of a row is.
        bias: float32 of shape (outputs,), as it was.
    """

    weights: np.ndarray
    scales: np.ndarray
    bias: np.ndarray


class Units(NamedTuple):
    """A layer as it is computed.

    Attributes:
        biases: float64 of shape (outputs,), in units of a row's sum.
        shares: int64 of shape (outputs,): each scale's share of the layer's largest, `SHARE_BITS` long.
        units: float64 of shape (outputs,): what a row's sum of 1 stands for, while nothing has been shifted.
    """

    biases: np.ndarray
    shares: np.ndarray
    units: np.ndarray


def quantised(layers: Sequence[Layer]) -> tuple[IntegerLayer, ...]:
    """Turn the layers into whole numbers, nearest to these; the exact inverse of `dequantised`."""
    return tuple(_quantised(weights, bias) for weights, bias in layers)


def _quantised(weights: np.ndarray, bias: np.ndarray) -> IntegerLayer:
    largest = np.maximum(np.abs(weights).max(1).astype(np.float64) / MOST, np.abs(bias) * _LEAST_SCALE)
    fractions, exponents = np.frexp(largest)
    scales = np.ldexp(np.rint(np.ldexp(fractions, _SCALE_BITS)), exponents - _SCALE_BITS)
    numbers = np.rint(weights / np.where(scales > 0, scales, 1)[:, None])
    return IntegerLayer(numbers.clip(-MOST, MOST).astype(np.int8), scales.astype(np.float32), bias)


def dequantised(layers: Sequence[IntegerLayer]) -> tuple[Layer, ...]:
    """Return the float32 layers whose weights are the bytes times their scales: training goes on from them."""
    return tuple((layer.weights * layer.scales[:, None], layer.bias) for layer in layers)


def units_of(layers: Sequence[IntegerLayer]) -> list[Units]:
    """Return the units that turn each layer's sums into inputs of the next one, and those of the last into outputs."""
    found, unit = [], 1 / INPUT_ONE
    for layer in layers:
        scales = layer.scales.astype(np.float64)
        largest = scales.max() or 1.0
        units = scales * unit
        biases = np.divide(layer.bias, units, out=np.zeros(len(units)), where=units > 0)
        found.append(Units(biases, np.rint(scales / largest * (1 << SHARE_BITS)).astype(np.int64), units))
        unit *= largest
    return found


def counted(inputs: np.ndarray) -> np.ndarray:
    """Round inputs to whole numbers, int64; halves are rounded up, also those that float32 falls short of."""
    return np.floor(inputs.astype(np.float64) * INPUT_ONE + (0.5 + _NEAR)).astype(np.int64)


def bits_of(numbers: np.ndarray) -> np.ndarray:
    """Count the bits that the whole parts of numbers take, int64; those below 1 take none."""
    return np.frexp(np.floor(numbers.clip(0)).astype(np.float64))[1].astype(np.int64)


def outputs_of_layers(layers: Sequence[Layer], inputs: np.ndarray) -> np.ndarray:
    """Compute the outputs of a batch, those that `cardkit.learning.forward` finds for one.

    Args:
        layers: first to last.
        inputs: from -1 to 1, of shape (batch, entries).

    Returns:
        float32 array of shape (batch, outputs).
    """
    numbers, shifted, sums = counted(inputs), np.zeros((len(inputs), 1), np.int64), np.zeros(0)
    whole = quantised(layers)
    units = units_of(whole)
    for place, (layer, (biases, shares, _)) in enumerate(zip(whole, units, strict=True)):
        if place > 0:
            coarser = bits_of(np.abs(biases)).max() - BIAS_BITS - shifted
            shift = np.maximum(bits_of(numbers).max(1, keepdims=True) - UNIT_BITS, coarser).clip(0)
            numbers, shifted = np.minimum((numbers + ((1 << shift) >> 1)) >> shift, MOST), shifted + shift
        products = numbers.astype(np.float64) @ layer.weights.T.astype(np.float64)  # which are exact
        sums = products.astype(np.int64) + np.trunc(biases / 2.0**shifted).astype(np.int64)
        numbers = (sums.clip(0) * shares) >> SHARE_BITS
    return (sums * (units[-1].units * 2.0**shifted)).astype(np.float32)
