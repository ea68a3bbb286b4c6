"""Checksums for safetensors files, whose format has none: a number damaged on disk would play on silently."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np

CHECKSUM = "checksum"
"""The checksum's name in the metadata of a file."""


def checksum(tensors: Mapping[str, np.ndarray]) -> str:
    """The SHA-256 of tensors: of their names, dtypes, shapes and numbers."""
    found = hashlib.sha256()
    for name, tensor in sorted(tensors.items()):
        found.update(f"{name} {tensor.dtype.str} {tensor.shape}\n".encode())
        found.update(np.ascontiguousarray(tensor).tobytes())
    return found.hexdigest()


def check_intact(tensors: Mapping[str, np.ndarray], stored: object) -> None:
    """Check the tensors of a file against the checksum in its metadata.

    Args:
        tensors: by name.
        stored: the checksum, or None from a file older than checksums, which is taken as it is.

    Raises:
        ValueError: they differ.
    """
    if stored is not None and stored != checksum(tensors):
        raise ValueError("its numbers are damaged (their checksum is not the stored one): take another copy")
