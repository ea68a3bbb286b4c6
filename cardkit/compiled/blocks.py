"""Blocks: the memory of a compiled agent as records one behind the other, each found by its name."""

from __future__ import annotations

from typing import Any

import numpy as np

LINE = 64  # bytes: each part begins on a cache line of its own


class Block:
    """How a block of memory is laid out.

    Args:
        parts: name, dtype of the records, and how many there are.

    Attributes:
        nbytes: of the whole block.
    """

    def __init__(self, *parts: tuple[str, np.dtype[Any], int]) -> None:
        self._parts: dict[str, tuple[int, np.dtype[Any], int]] = {}
        self.nbytes = 0
        for name, dtype, count in parts:
            self._parts[name] = self.nbytes, dtype, count
            self.nbytes += -(-dtype.itemsize * count // LINE) * LINE

    def at(self, name: str) -> int:
        """Where a part begins, in bytes."""
        return self._parts[name][0]

    def new(self) -> np.ndarray:
        """A block of zeros: uint8 array."""
        return np.zeros(self.nbytes, np.uint8)

    def view(self, memory: np.ndarray, name: str) -> np.ndarray:
        """The records of a part of a block, or of a memory that begins with it."""
        start, dtype, count = self._parts[name]
        return memory[start : start + count * dtype.itemsize].view(dtype)
