"""Write the file of any network anew in whole numbers, a quarter as long; it plays and trains as before.

    python -m cardkit.learning.integers runs/quick/policy.safetensors policy.safetensors

The networks of the packages are made so; each tells the SHA-256 of the file that it is made from.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cardkit.arrays import CHECKSUM, check_intact, to_safetensors
from cardkit.files import write_bytes
from cardkit.learning.integers.quantising import quantised
from cardkit.learning.layers import check_layers, check_sizes, layers_from, tensors_of
from cardkit.learning.network_file import as_text, named_file, opened, scale_of
from cardkit.learning.settings import errors_in_a_line
from cardkit.reading import parse_json

MADE_FROM = "made_from_sha256"
"""The name of the digest in the origin."""


def write_in_integers(network: str | Path, path: str | Path) -> None:
    """Write the file of a network anew in whole numbers.

    Raises:
        OSError: the new file cannot be written.
        ValueError: the network's file does not exist, is damaged, or its numbers are no floats.
    """
    with named_file(network, "network"), opened(network) as file:
        metadata = file.metadata() or {}
        stored = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - no mapping
        check_intact(stored, metadata.get(CHECKSUM), metadata)
        tensors = {name: one.astype(np.float32) if one.dtype.kind == "f" else one for name, one in stored.items()}
        kinds = {name: (str(tensor.dtype), tensor.shape) for name, tensor in tensors.items()}
        last = f"{len(tensors) // 2 - 1}.bias"
        check_layers(kinds, "network", tensors["0.weight"].shape[-1], len(tensors[last]))
        layers = layers_from(tensors)
        check_sizes(layers)
        told = {name: parse_json(text) for name, text in metadata.items() if name != CHECKSUM}
        told["origin"] = {**told["origin"], MADE_FROM: hashlib.sha256(Path(network).read_bytes()).hexdigest()}
    whole = quantised(layers)
    scales = {scale_of(number): layer.scales for number, layer in enumerate(whole)}
    found = tensors_of([(layer.weights, layer.bias) for layer in whole]) | scales
    write_bytes(path, to_safetensors(found, as_text(told)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a file as the command says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(";")[0])
    parser.add_argument("network", help="file of floats")
    parser.add_argument("path", help="file to write")
    chosen = parser.parse_args(arguments)
    with errors_in_a_line():
        write_in_integers(chosen.network, chosen.path)
