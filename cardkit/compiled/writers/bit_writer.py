"""Writing many bits as entries of a row, float32 or bytes, a line of 64 at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, Bits
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.memory import Address, store_bits

LINE = 64  # entries that are written at once
FLOAT_BYTES = 4  # of an entry in float32; in uint8 it has one


class BitWriter(NamedTuple):
    """A writer of consecutive one-bit entries into a row.

    They are written 64 at a time: a store costs the same for two entries as for a whole line.

    Attributes:
        place: address of the first entry not written yet.
        bits: those that come next.
        held: how many these are, 0..63.
    """

    place: Address
    bits: Bits
    held: int


@jit_inline
def begin_bits(place: Address) -> BitWriter:
    """Return a writer whose first entry stands at an address."""
    return BitWriter(place, ZERO, 0)


@jit_inline
def append_bits(writer: BitWriter, word: Bits, width: int, entry_bytes: int) -> BitWriter:
    """Add the lowest ``width`` bits of ``word``, 0..64, which has no others."""
    bits = writer.bits | (word << np.uint64(writer.held))
    held = writer.held + width
    if held < LINE:
        return BitWriter(writer.place, bits, held)
    store_bits(writer.place, LINE, bits, entry_bytes == FLOAT_BYTES)
    written = LINE - writer.held
    rest = (word >> ONE) >> np.uint64(written - 1)  # in two steps, as a shift by 64 is undefined
    return BitWriter(writer.place + LINE * entry_bytes, rest, held - LINE)


@jit_inline
def end_bits(writer: BitWriter, entry_bytes: int) -> Address:
    """Write the entries that are left; return the address behind them."""
    if writer.held > 0:
        store_bits(writer.place, writer.held, writer.bits, entry_bytes == FLOAT_BYTES)
    return writer.place + writer.held * entry_bytes
