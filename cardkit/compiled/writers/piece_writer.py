"""Writing the pieces of an observation: words of bits one after the other, numbers at their places.

A layout is a record of `cardkit.pieces.layout_fields`.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, Bits, Number
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.memory import Address, store_number
from cardkit.compiled.records import FIELD, Record
from cardkit.compiled.writers.bit_writer import FLOAT_BYTES, BitWriter, append_bits


class Layout(Record):
    """A LAYOUT record."""

    starts = widths = repeats = scales = shifts = row_bytes = actions = entry_bytes = FIELD


@jit_inline
def put(writer: BitWriter, layout: Layout, piece: int, word: Bits) -> BitWriter:
    """Add a piece, or one repeat of it; one of width 0 has no bits."""
    return append_bits(writer, word, layout.widths[piece], layout.entry_bytes)


@jit_inline
def put_words(writer: BitWriter, layout: Layout, words: np.ndarray, first: int, end: int) -> BitWriter:
    """Add the pieces numbered from ``first`` to below ``end``; one of width 0 adds nothing, without a branch."""
    for piece in range(first, end):
        writer = put(writer, layout, piece, words[piece])
    return writer


@jit_inline
def put_together(writer: BitWriter, layout: Layout, words: np.ndarray, first: int, end: int) -> BitWriter:
    """Add several pieces at one go; they have at most 64 bits in all, and those of width 0 are 0."""
    word, width = ZERO, 0
    for piece in range(first, end):
        word |= words[piece] << np.uint64(width)
        width += layout.widths[piece]
    return append_bits(writer, word, width, layout.entry_bytes)


@jit_inline
def put_size(start: Address, layout: Layout, piece: int, place: int, number: Number) -> None:
    """Write an entry of a piece that is a number into the row that begins at ``start``."""
    address = start + (layout.starts[piece] + place) * layout.entry_bytes
    entry = number * layout.scales[piece] + layout.shifts[piece]
    store_number(address, entry, 1.0, layout.entry_bytes == FLOAT_BYTES)


@jit_inline
def put_next_size(address: Address, layout: Layout, piece: int, number: Number) -> Address:
    """Write an entry that a byte holds as it is; return the address behind it."""
    store_number(address, number, layout.scales[piece], layout.entry_bytes == FLOAT_BYTES)
    return address + layout.entry_bytes
