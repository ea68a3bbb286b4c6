"""The tensors of a network: their names, and checks that they form layers that fit each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

import numpy as np

Layer = tuple[np.ndarray, np.ndarray]
"""Weights of shape (outputs, inputs) and biases of shape (outputs,), float32."""

Kind = tuple[str, tuple[int, ...]]
"""The dtype and shape of a tensor."""

FLOAT = "float32"
MOST_NAMED = 10  # tensors listed in an error


def tensors_of(layers: Sequence[Layer]) -> dict[str, np.ndarray]:
    """The tensors by name: ``0.weight``, ``0.bias``, ``1.weight``, ..."""
    names = chain.from_iterable(_names(number) for number in range(len(layers)))
    return dict(zip(names, chain.from_iterable(layers), strict=True))


def layers_from(tensors: Mapping[str, np.ndarray]) -> tuple[Layer, ...]:
    """The layers of tensors that have passed `check_kinds`."""
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


def check_finite(tensors: Mapping[str, np.ndarray]) -> None:
    """Raise ValueError with the tensor's name unless all numbers are finite."""
    for name, tensor in tensors.items():
        if not np.isfinite(tensor).all():
            raise ValueError(f"the tensor {name} must hold finite numbers only")


def _names(number: int) -> tuple[str, str]:
    return f"{number}.weight", f"{number}.bias"
