"""Types and constants of the compiler's vectors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from llvmlite import ir

PLACE = ir.IntType(32)
"""The type of a place in a vector."""


def vector(bits: int, count: int) -> ir.VectorType:
    """Return the type of a vector of ``count`` whole numbers of so many bits."""
    return ir.VectorType(ir.IntType(bits), count)


def mask(places: Iterable[int]) -> ir.Constant:
    """Make the mask of a shuffle, which takes the entries at these places."""
    chosen = list(places)
    return ir.Constant(vector(32, len(chosen)), chosen)


def filled(builder: Any, entry: Any, count: int) -> ir.Value:
    """Return a vector of ``count`` times the entry."""
    kind = ir.VectorType(entry.type, count)
    once = builder.insert_element(ir.Constant(kind, ir.Undefined), entry, ir.Constant(PLACE, 0))
    return builder.shuffle_vector(once, once, mask([0] * count))
