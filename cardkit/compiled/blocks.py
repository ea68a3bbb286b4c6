"""Blocks of memory for compiled agents: consecutive records, each found by name."""

from __future__ import annotations

from typing import Any

import numpy as np

LINE = 64  # bytes: each part begins on a cache line of its own


class Block:
    """The layout of a block of memory.

    Args:
        parts: name, dtype and number of the records.

    Attributes:
        nbytes: size of the whole block.
    """

    def __init__(self, *parts: tuple[str, np.dtype[Any], int]) -> None:
        self._parts: dict[str, tuple[int, np.dtype[Any], int]] = {}
        self.nbytes = 0
        for name, dtype, count in parts:
            self._parts[name] = self.nbytes, dtype, count
            self.nbytes += -(-dtype.itemsize * count // LINE) * LINE

    def at(self, name: str) -> int:
        """Offset of a part in bytes."""
        return self._parts[name][0]

    def new(self) -> np.ndarray:
        """A block of zeros: uint8 array."""
        return np.zeros(self.nbytes, np.uint8)

    def view(self, memory: np.ndarray, name: str) -> np.ndarray:
        """The records of a part, given a block or memory that begins with one."""
        start, dtype, count = self._parts[name]
        return memory[start : start + count * dtype.itemsize].view(dtype)
