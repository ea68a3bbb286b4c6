"""The tensors of a network: their names, and checks that they form layers that fit each other and their input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from cardkit.arrays import check_numbers
from cardkit.wording import shortened

Layer = tuple[np.ndarray, np.ndarray]
"""Weights of shape (outputs, inputs) and biases of shape (outputs,), float32."""

Kind = tuple[str, tuple[int, ...]]
"""The dtype and shape of a tensor."""

FLOAT = "float32"
MOST_NAMED = 10  # tensors listed in an error
MOST_OUTPUT = 1e12
"""The largest value that a unit could have, if all inputs were 1; the champion's reach 60,000."""


def tensors_of(layers: Sequence[Layer]) -> dict[str, np.ndarray]:
    """Name the tensors: ``0.weight``, ``0.bias``, ``1.weight``, ..."""
    names = chain.from_iterable(_names(number) for number in range(len(layers)))
    return dict(zip(names, chain.from_iterable(layers), strict=True))


def layers_from(tensors: Mapping[str, np.ndarray]) -> tuple[Layer, ...]:
    """Make the layers of tensors that have passed `check_kinds`."""
    names = (_names(number) for number in range(len(tensors) // 2))
    return tuple((tensors[weights], tensors[bias]) for weights, bias in names)


def check_kinds(kinds: Mapping[str, Kind], inputs: int, outputs: int) -> None:
    """Check that tensors of these kinds, by name, are layers from ``inputs`` inputs to ``outputs`` outputs.

    Raises:
        ValueError: they are not; the message names the tensor.
    """
    layers = [_names(number) for number in range(len(kinds) // 2)]
    if not layers or kinds.keys() != set(chain.from_iterable(layers)):
        found = ", ".join(sorted(kinds)[:MOST_NAMED]) or "none"
        raise ValueError(f"the tensors must be 0.weight, 0.bias, 1.weight, 1.bias, ...; got {found}")
    for names in layers:
        width = outputs if names == layers[-1] else max((1, *kinds[names[0]][1][:1]))
        for name, shape in zip(names, ((width, inputs), (width,)), strict=True):
            if kinds[name] != (FLOAT, shape):
                dtype, found = kinds[name]
                raise ValueError(f"the tensor {name} must be {FLOAT} of shape {shape}, got {dtype} of shape {found}")
        inputs = width


def check_layers(kinds: Mapping[str, Kind], network: str, inputs: int, outputs: int) -> None:
    """Check that tensors of these kinds, by name, form a network; errors say which.

    Raises:
        ValueError: they do not; the message names the tensor.
    """
    try:
        check_kinds(kinds, inputs, outputs)
    except ValueError as error:
        raise ValueError(
            f"the layers do not form a {network} from {inputs} inputs to {outputs} outputs: {error}"
        ) from None


def check_sizes(layers: Sequence[Layer]) -> None:
    """Check that all numbers of layers are finite, and that none is so large that outputs say nothing any more.

    Raises:
        ValueError: they are not; the message names the tensor.
    """
    largest = np.ones(layers[0][0].shape[1])  # by unit, for inputs of -1 to 1
    for number, (weights, bias) in enumerate(layers):
        for name, tensor in zip(_names(number), (weights, bias), strict=True):
            check_numbers(f"the tensor {name}", tensor)
        largest = np.abs(weights).astype(np.float64) @ largest + np.abs(bias)
        if largest.max(initial=0) > MOST_OUTPUT:
            raise ValueError(
                f"the tensors {' and '.join(_names(number))} are so large that outputs may reach {largest.max():.1g}; "
                f"a trained network stays below {MOST_OUTPUT:.0g}"
            )


def check_input(told: Mapping[str, Any], here: Mapping[str, Any], what: str) -> None:
    """Check that a network's input is still the one that it was trained on.

    Args:
        told: contains the values, by name, that identify the input that it was trained on.
        here: the same values of the input here.
        what: name of the file or checkpoint, for the error.

    Raises:
        ValueError: the input has changed.
    """
    for name, value in here.items():
        if told.get(name) != value:
            raise ValueError(
                f"{what} was trained on another input: its {name} is {shortened(repr(told.get(name)))}, "
                f"here it is {value!r}; train it again, or use it with the version that it comes from"
            )


def _names(number: int) -> tuple[str, str]:
    return f"{number}.weight", f"{number}.bias"
