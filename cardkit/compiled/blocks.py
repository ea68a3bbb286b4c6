"""Blocks of memory for compiled agents: consecutive records, each found by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cardkit.compiled.memory import Address, part_reader

LINE = 64  # bytes: each part begins on a cache line of its own

Part = tuple[str, np.dtype[Any], int]
"""Name, dtype of the records, and how many there are."""


def new_lines(nbytes: int) -> np.ndarray:
    """Make zeros that begin on a cache line: uint8 array.

    NumPy's large arrays begin 16 bytes behind one, so all vectors of 64 bytes would cross two lines: a search by
    `champion-search` takes 1.16 times as long then (median of 5 rounds in turn; Intel Xeon with AVX-512, 2026-11-29).
    """
    room = np.zeros(nbytes + LINE - 1, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + nbytes]


def copied(memory: np.ndarray) -> np.ndarray:
    """Copy a block, or memory that begins with one, to cache lines of its own."""
    copy = new_lines(len(memory))
    copy[:] = memory
    return copy


class Block:
    """The layout of a block of memory.

    Compiled code finds the first parts by `reader`. Parts behind one whose length only the agent knows begin where a
    record of the block says, once `tell_places` has been called.

    Args:
        parts: of the block, in their order.

    Attributes:
        nbytes: size of the whole block.
    """

    def __init__(self, *parts: Part) -> None:
        self._parts: dict[str, tuple[int, np.dtype[Any], int]] = {}
        self.nbytes = 0
        for name, dtype, count in parts:
            self._parts[name] = self.nbytes, dtype, count
            self.nbytes += -(-dtype.itemsize * count // LINE) * LINE

    def followed_by(self, *parts: Part) -> Block:
        """Return the block with more parts behind its own."""
        return Block(*((name, dtype, count) for name, (_, dtype, count) in self._parts.items()), *parts)

    def at(self, name: str) -> int:
        """Return the offset of a part in bytes."""
        return self._parts[name][0]

    def reader(self, name: str) -> Callable[[Address], Any]:
        """Make a function, compiled or not, that gives the first record of a part, given the address of the block."""
        start, dtype, _ = self._parts[name]
        return part_reader(dtype, start)

    def new(self) -> np.ndarray:
        """Make a block of zeros: uint8 array, from `new_lines`."""
        return new_lines(self.nbytes)

    def view(self, memory: np.ndarray, name: str) -> np.ndarray:
        """Return the records of a part, given a block or memory that begins with one."""
        start, dtype, count = self._parts[name]
        return memory[start : start + count * dtype.itemsize].view(dtype)

    def tell_places(self, record: Any) -> None:
        """Write where the parts begin into a record: the bytes before the part ``x`` into its field ``x_at``."""
        for name in self._parts:
            if f"{name}_at" in record.dtype.names:
                record[f"{name}_at"] = self.at(name)
