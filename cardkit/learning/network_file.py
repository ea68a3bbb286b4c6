"""Files of networks, as safetensors: the weights, metadata that tell how to use them, and a checksum of all this.

The tensors ``0.weight``, ``0.bias``, ``1.weight``, ... are the layers in float32, weights of shape (outputs, inputs),
with ReLU between them. In a file of whole numbers the weights are int8, and ``0.scale``, ... says what a weight of 1
stands for, row by row (`cardkit.learning.integers.quantising`). The metadata hold the format, the origin, and what
identifies the input.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardkit.arrays import CHECKSUM, check_intact, to_safetensors
from cardkit.files import write_bytes
from cardkit.learning.integers.quantising import IntegerLayer, dequantised
from cardkit.learning.layers import FLOAT, Kind, Layer, check_input, check_layers, check_sizes, layers_from, tensors_of
from cardkit.reading import parse_json
from cardkit.wording import shortened

MOST_BYTES = 1 << 28
"""The largest file to read; one of half a million weights in float32 has two million bytes."""
_DTYPES = {"F32": FLOAT, "I8": "int8"}
"""NumPy's names for those of the file format."""


class Shape(NamedTuple):
    """The requirements of a network, by its metadata.

    Attributes:
        identity: the values, by name, that identify its input in this version.
        inputs: entries of the input.
        outputs: of the last layer.
    """

    identity: Mapping[str, Any]
    inputs: int
    outputs: int


def write_layers(path: str | Path, file_format: str, layers: Sequence[Layer], metadata: Mapping[str, Any]) -> None:
    """Write a network's file."""
    told = {"format": file_format, **metadata}
    write_bytes(path, to_safetensors(tensors_of(layers), as_text(told)))


def as_text(told: Mapping[str, Any]) -> dict[str, str]:
    """Write metadata as a file holds them, by name."""
    return {name: json.dumps(value, sort_keys=True) for name, value in told.items()}


def scale_of(layer: int) -> str:
    """Return the name of the tensor of a layer's scales."""
    return f"{layer}.scale"


def read_layers(
    path: str | Path, kind: str, file_format: str, shape_of: Callable[[Mapping[str, Any]], Shape]
) -> tuple[tuple[Layer, ...], dict[str, Any]]:
    """Read a network's layers and metadata; the metadata are checked before the weights are read.

    Args:
        path: of the file.
        kind: of the network, for errors.
        file_format: the format that the file must name.
        shape_of: what the metadata ask of the network.

    Raises:
        ValueError: the file does not exist, is damaged or of another kind, or its input differs from this version's.
    """
    with named_file(path, kind), opened(path) as file:
        stored_metadata = file.metadata() or {}
        metadata = {name: parse_json(text) for name, text in stored_metadata.items() if name != CHECKSUM}
        if metadata.get("format") != file_format:
            raise ValueError(f"its format is {shortened(repr(metadata.get('format')))}, not {file_format!r}")
        shape, origin = shape_of(metadata), metadata["origin"]
        if not isinstance(origin, dict):
            raise ValueError(f"its origin must be a JSON object, got {shortened(repr(origin))}")
    check_input(metadata, shape.identity, f"the {kind} in {str(path)!r}")
    with named_file(path, kind), opened(path) as file:
        stored = {name: file.get_slice(name) for name in file.keys()}  # noqa: SIM118 - no mapping
        check_layers(_kinds(stored), kind, shape.inputs, shape.outputs)
        tensors = {name: file.get_tensor(name) for name in stored}
        layers = _layers(tensors)
        check_sizes(layers)  # which names a tensor whose numbers are not finite
        check_intact(tensors, stored_metadata.get(CHECKSUM), stored_metadata)
        return layers, metadata


def _kinds(stored: Mapping[str, Any]) -> dict[str, Kind]:
    """Return the dtypes and shapes of tensors as layers of float32 have them; check scales and leave them out."""
    kinds = dict[str, Kind]()
    for name, one in stored.items():
        dtype = str(one.get_dtype())
        kinds[name] = _DTYPES.get(dtype, dtype), tuple(one.get_shape())
    for scale in [name for name in kinds if name.endswith(".scale")]:
        number = scale.removesuffix(".scale")
        dtype, shape = kinds.get(f"{number}.weight", ("", ()))
        if kinds.pop(scale) != (FLOAT, shape[:1]) or dtype != "int8":
            raise ValueError(f"the tensor {scale} must be {FLOAT}, one number for each row of int8 weights")
        kinds[f"{number}.weight"] = FLOAT, shape
    return kinds


def _layers(tensors: Mapping[str, np.ndarray]) -> tuple[Layer, ...]:
    scales = {name for name in tensors if name.endswith(".scale")}
    layers = layers_from({name: tensor for name, tensor in tensors.items() if name not in scales})
    if not scales:
        return layers
    whole = (IntegerLayer(weights, tensors[scale_of(number)], bias) for number, (weights, bias) in enumerate(layers))
    return dequantised(tuple(whole))


@contextmanager
def named_file(path: str | Path, kind: str) -> Iterator[None]:
    """Make errors say that the file is not of this kind."""
    from safetensors import SafetensorError

    try:
        yield
    except (OSError, SafetensorError, ValueError) as error:
        raise ValueError(f"{str(path)!r} is not a {kind} file: {error}") from None
    except KeyError as missing:
        raise ValueError(f"{str(path)!r} is not a {kind} file: it lacks {missing}") from None


@contextmanager
def opened(path: str | Path) -> Iterator[Any]:
    """Open the file for reading."""
    from safetensors import safe_open

    size = Path(path).stat().st_size
    if not Path(path).is_file() or size > MOST_BYTES:
        raise ValueError(f"it is not a regular file of up to {MOST_BYTES:,} bytes")
    with safe_open(path, "numpy") as file:
        yield file
