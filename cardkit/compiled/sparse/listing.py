"""The inputs of a layer that count: the bytes that are not 0, listed with their numbers.

A search by `champion-search` takes 1.17 times as long where sets of bytes are listed bit by bit as where vectors pack
them (median of 5 rounds in turn; Intel Xeon with AVX-512, 2026-11-29).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from cardkit.compiled.bits import ZERO, bytes_in_use, lowest, without_lowest
from cardkit.compiled.jit import (
    Builder,
    Context,
    Signature,
    TypingContext,
    Values,
    has_feature,
    intrinsic,
    jit,
    overload,
)
from cardkit.compiled.memory import Address, array_at, load_byte, load_word
from cardkit.compiled.sparse.vectors import filled, mask, vector

LINE = 64
"""Bytes that are looked at together."""
MOST_INPUTS = 1 << 16
"""Numbers of inputs are uint16."""
PACKS_BYTES = "avx512vbmi2"
"""The feature of processors that pack chosen bytes of a vector in one instruction (x86-64 with AVX-512)."""


def list_bytes(values: Address, count: int, start: int, rows: Address, factors: Address) -> int:
    """List the bytes that are not 0; return how many there are.

    Args:
        values: address of the bytes; behind them there are zeros up to a whole `LINE`.
        count: how many bytes there are.
        start: number of the first byte; that of the last is below `MOST_INPUTS`.
        rows: address of room for the numbers of those that are not 0, uint16, and for a `LINE` more.
        factors: address of as much room for their values, uint8.
    """
    each = array_at(values, (count,), np.uint8)
    used = np.flatnonzero(each)
    array_at(rows, (len(used),), np.uint16)[:] = start + used
    array_at(factors, (len(used),), np.uint8)[:] = each[used]
    return len(used)


@jit
def list_by_sets(values: Address, count: int, start: int, rows: Address, factors: Address) -> int:
    """List bytes on any processor; see `list_bytes`.

    A loop over the bytes would often guess wrong which of them are 0, so a `LINE` of them becomes a set first.
    """
    numbers, factors_listed = array_at(rows, (count,), np.uint16), array_at(factors, (count,), np.uint8)
    terms = 0
    for first in range(0, count, LINE):
        left = ZERO
        for place in range(0, min(LINE, count - first), 8):
            left |= bytes_in_use(load_word(values + first + place)) << np.uint64(place)
        while left != ZERO:
            place, at = first + lowest(left), np.uint64(terms)  # a signed index would be checked
            left = without_lowest(left)
            numbers[at], factors_listed[at] = start + place, load_byte(values + place)
            terms += 1
    return terms


@overload(list_bytes)
def _list_bytes_compiled(
    values: Address, count: int, start: int, rows: Address, factors: Address
) -> Callable[..., int]:
    def by_vectors(values: Address, count: int, start: int, rows: Address, factors: Address) -> int:
        terms = 0
        for first in range(0, count, LINE):
            terms += _list_line(values + first, start + first, rows + 2 * terms, factors + terms)
        return terms

    def by_sets(values: Address, count: int, start: int, rows: Address, factors: Address) -> int:
        return list_by_sets(values, count, start, rows, factors)

    return by_vectors if has_feature(PACKS_BYTES) else by_sets


@intrinsic
def _list_line(typingctx: TypingContext, values: Address, start: int, rows: Address, factors: Address) -> Any:
    """List the bytes of a `LINE`; zeros fill up the vectors that are stored."""

    def generate(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        values, start, rows, factors = args
        line, half, word = vector(8, LINE), vector(16, LINE // 2), ir.IntType(64)
        each = builder.load(builder.inttoptr(values, line.as_pointer()), align=1)
        used = builder.icmp_unsigned("!=", each, ir.Constant(line, None))
        _store(builder, _packed(builder, each, used), factors)
        first = filled(builder, builder.trunc(start, half.element), half.count)
        for begin in (0, half.count):
            places = range(begin, begin + half.count)
            chosen = builder.shuffle_vector(used, used, mask(places))
            numbers = builder.add(first, ir.Constant(half, list(places)))
            _store(builder, _packed(builder, numbers, chosen), rows)
            count = builder.ctpop(builder.zext(builder.bitcast(chosen, ir.IntType(half.count)), word))
            rows = builder.add(rows, builder.shl(count, ir.Constant(word, 1)))
        return builder.ctpop(builder.bitcast(used, word))

    return types.int64(*[types.int64] * 4), generate


def _packed(builder: Builder, vector: Any, chosen: Any) -> ir.Value:
    """Move the chosen entries of a vector together to its front; zeros follow."""
    kind = vector.type
    name = f"llvm.x86.avx512.mask.compress.v{kind.count}i{kind.element.width}"
    function = ir.FunctionType(kind, [kind, kind, chosen.type])
    pack = cgutils.get_or_insert_function(builder.module, function, name)
    return builder.call(pack, [vector, ir.Constant(kind, None), chosen])


def _store(builder: Builder, vector: Any, address: ir.Value | None) -> None:
    builder.store(vector, builder.inttoptr(address, vector.type.as_pointer()), align=1)
