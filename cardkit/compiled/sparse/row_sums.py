"""Sums of rows of bytes, each row times a whole number: the inner loop of networks, and all its tricks.

A search by `champion-search` takes 1.28 times as long with the long vectors below as with the longest, and 1.08 times
as long if these add only `COLUMNS` columns in a pass (medians of 5 rounds in turn; Intel Xeon with AVX-512,
2026-11-29). A choice by `champion`'s network takes 1.8 times as long with rows of float32 and products of floats as
with the long ones, 1.2 times as long as with the short ones, which ``NUMBA_CPU_NAME=generic`` leaves. There it took
half as long as by the plain loop of four rows at once (medians of 15 rounds in turn; AMD EPYC with AVX2, busy,
2026-11-28).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from cardkit.compiled.jit import has_feature, intrinsic, is_x86, jit, overload
from cardkit.compiled.memory import Address, array_at
from cardkit.compiled.sparse.vectors import filled, mask, vector

COLUMNS = 64
"""Rows are as long as a multiple of it, filled up with zeros."""
AT_ONCE = 4
"""Rows are added so many at once."""


def add_rows(sums: Address, weights: Address, width: int, rows: Address, factors: Address, fours: int) -> None:
    """Add rows of weights, each times its factor, to sums.

    Args:
        sums: address of ``width`` int32.
        weights: address of the rows, int8 from -127 to 127, ``width`` each.
        width: a multiple of `COLUMNS`.
        rows: address of the numbers of the rows, uint16, `AT_ONCE` times ``fours``.
        factors: address of as many factors, uint8 up to 127.
        fours: how often `AT_ONCE` rows are added.
    """
    chosen = array_at(rows, (AT_ONCE * fours,), np.uint16)
    table = array_at(weights, (int(chosen.max(initial=0)) + 1, width), np.int8)
    times = array_at(factors, (AT_ONCE * fours,), np.uint8).astype(np.int32)
    array_at(sums, (width,), np.int32)[:] += times @ table[chosen].astype(np.int32)


@jit
def add_four_rows(sums: Address, weights: Address, width: int, rows: Address, factors: Address, fours: int) -> None:
    """Add rows on any processor; see `add_rows`.

    Products of seven bits and eight fit sixteen, which vectors hold most of.
    """
    outputs = array_at(sums, (width,), np.int32)
    chosen = array_at(rows, (AT_ONCE * fours,), np.uint16)
    times = array_at(factors, (AT_ONCE * fours,), np.uint8)
    for group in range(fours):
        at = AT_ONCE * group
        by_one, by_two = np.int16(times[at]), np.int16(times[at + 1])
        by_three, by_four = np.int16(times[at + 2]), np.int16(times[at + 3])
        one = array_at(weights + np.int64(chosen[at]) * width, (width,), np.int8)
        two = array_at(weights + np.int64(chosen[at + 1]) * width, (width,), np.int8)
        three = array_at(weights + np.int64(chosen[at + 2]) * width, (width,), np.int8)
        four = array_at(weights + np.int64(chosen[at + 3]) * width, (width,), np.int8)
        for place in range(width):
            first = np.int16(np.int16(by_one * np.int16(one[place])) + np.int16(by_two * np.int16(two[place])))
            second = np.int16(np.int16(by_three * np.int16(three[place])) + np.int16(by_four * np.int16(four[place])))
            outputs[place] += np.int32(first) + np.int32(second)


@overload(add_rows)
def _add_rows_compiled(
    sums: Address, weights: Address, width: int, rows: Address, factors: Address, fours: int
) -> Callable[..., None]:
    add = next((way for feature, way in BY_LONG_VECTORS.items() if has_feature(feature)), by_short_vectors)

    def by_vectors(sums: Address, weights: Address, width: int, rows: Address, factors: Address, fours: int) -> None:
        for first in range(0, fours, _MOST_FOURS):
            most = min(fours - first, _MOST_FOURS)
            add(sums, weights, width, rows + 2 * AT_ONCE * first, factors + AT_ONCE * first, most)

    def in_turn(sums: Address, weights: Address, width: int, rows: Address, factors: Address, fours: int) -> None:
        add_four_rows(sums, weights, width, rows, factors, fours)

    return by_vectors if is_x86() else in_turn


_MOST_FOURS = 128  # what `_ShortVectors` adds up to 2^31 at most
_WORD = ir.IntType(64)


def _whole(number: int) -> ir.Constant:
    return ir.Constant(_WORD, number)


def _in_turn(count: int, lanes: int) -> tuple[ir.Constant, ir.Constant]:
    """Make the masks that interleave two vectors of so many entries within each lane: lower halves, and upper ones."""
    lane = count // lanes
    low = [
        at + other for start in range(0, count, lane) for at in range(start, start + lane // 2) for other in (0, count)
    ]
    return mask(low), mask([place + lane // 2 for place in low])


class _Vectors:
    """The code of `add_rows`: the sums of one of `BLOCKS` stay in registers while all rows pass."""

    SIZE: ClassVar[int]  # bytes of a vector
    PRODUCTS: ClassVar[str]  # instruction that adds the products of pairs of words
    BLOCKS: ClassVar[tuple[int, ...]] = (COLUMNS,)  # columns whose sums stay in registers, the most first

    def __init__(
        self,
        builder: Any,
        sums: ir.Value,
        weights: ir.Value,
        width: ir.Value,
        rows: ir.Value,
        factors: ir.Value,
        fours: ir.Value,
    ) -> None:
        self.builder, self.width, self.fours = builder, width, fours
        self.sums, self.weights, self.rows, self.factors = sums, weights, rows, factors
        self.bytes, self.pairs = vector(8, self.SIZE), vector(16, self.SIZE // 2)
        self.addends = vector(32, self.SIZE // 4)
        lanes = self.SIZE // 16
        self.bytes_in_turn, self.pairs_in_turn = _in_turn(self.SIZE, lanes), _in_turn(self.SIZE // 2, lanes)
        self.totals = [cgutils.alloca_once(builder, self.addends) for _ in range(4 * max(self.BLOCKS) // self.SIZE)]

    def add_all(self) -> None:
        """Add all rows, block after block: wide ones as long as they fit, then narrow ones."""
        done = _whole(0)
        for columns in self.BLOCKS:
            blocks = self.builder.udiv(self.builder.sub(self.width, done), _whole(columns))
            with cgutils.for_range(self.builder, blocks) as block:
                column = self.builder.add(done, self.builder.mul(block.index, _whole(columns)))
                self._add_block(column, columns)
            done = self.builder.add(done, self.builder.mul(blocks, _whole(columns)))

    def _add_block(self, column: ir.Value, columns: int) -> None:
        totals = self.totals[: 4 * columns // self.SIZE]
        for total in totals:
            self.builder.store(ir.Constant(self.addends, None), total)
        with cgutils.for_range(self.builder, self.fours) as four:
            self._add_four(self.builder.mul(four.index, _whole(AT_ONCE)), column, columns)
        for place, whole in enumerate(self.in_order([self.builder.load(total) for total in totals])):
            at = self.builder.add(column, _whole(place * self.SIZE // 4))
            at = self.builder.add(self.sums, self.builder.mul(at, _whole(4)))
            known = self.builder.add(self.load(self.addends, at), whole)
            self.builder.store(known, self.pointer(self.addends, at), align=4)

    def _add_four(self, first: ir.Value, column: ir.Value, columns: int) -> None:
        factors = self.factors_from(first)
        rows = [self._row(self.builder.add(first, _whole(place)), column) for place in range(AT_ONCE)]
        for start in range(0, columns, self.SIZE):
            parts = [self.load(self.bytes, self.builder.add(row, _whole(start))) for row in rows]
            totals = self.totals[4 * start // self.SIZE :]
            for place, addend in self.products(factors, parts):
                total = totals[place]
                self.builder.store(self.plus(self.builder.load(total), factors, addend), total)

    def factors_from(self, first: ir.Value) -> list[ir.Value]:
        """Return the factors of four rows: the bytes of two in turn, in all places of a vector of words."""
        return [self.repeated(16, self.builder.add(first, _whole(place))) for place in (0, 2)]

    def products(self, factors: list[ir.Value], parts: list[ir.Value]) -> Iterator[tuple[int, ir.Value]]:
        """Yield what four rows add to the sums of ``SIZE`` columns, each with the number of its sum.

        Args:
            factors: from `factors_from`.
            parts: the bytes of each row.
        """
        raise NotImplementedError

    def plus(self, total: ir.Value, factors: list[ir.Value], addend: ir.Value) -> ir.Value:
        """Return a sum after what `products` has yielded for it."""
        return self.builder.add(total, addend)

    def in_order(self, totals: list[ir.Value]) -> list[ir.Value]:
        """Return the sums in the order of their columns."""
        raise NotImplementedError

    def mixed(self, vectors: Sequence[ir.Value], upper: int) -> ir.Value:
        """Interleave the bytes of two vectors."""
        one, two = vectors
        return self.builder.shuffle_vector(one, two, self.bytes_in_turn[upper])

    def add_products(self, one: ir.Value, two: ir.Value) -> ir.Value:
        """Add the products of each pair of words."""
        return self.call(self.PRODUCTS, self.addends, one, two)

    def repeated(self, bits: int, place: ir.Value) -> ir.Value:
        """Return the factors that begin at a place and have so many bits together, in all places of a vector."""
        some = self.load(ir.IntType(bits), self.builder.add(self.factors, place))
        return filled(self.builder, some, 8 * self.SIZE // bits)

    def _row(self, place: ir.Value, column: ir.Value) -> ir.Value:
        """Return the address of a row's first weight in the block."""
        number = self.load(ir.IntType(16), self.builder.add(self.rows, self.builder.mul(place, _whole(2))))
        number = self.builder.zext(number, _WORD)
        return self.builder.add(self.weights, self.builder.add(self.builder.mul(number, self.width), column))

    def load(self, kind: ir.Type, address: ir.Value) -> ir.Value:
        """Load a value from an address."""
        return self.builder.load(self.pointer(kind, address), align=1)

    def pointer(self, kind: ir.Type, address: ir.Value) -> ir.Value:
        """Make the compiler's type of pointer from an address."""
        return self.builder.inttoptr(address, kind.as_pointer())

    def call(self, name: str, kind: ir.Type, *operands: Any) -> ir.Value:
        """Call an instruction, and return its result."""
        function = ir.FunctionType(kind, [operand.type for operand in operands])
        return self.builder.call(cgutils.get_or_insert_function(self.builder.module, function, name), operands)


class _LongVectors(_Vectors):
    """Vectors of AVX2: ``vpmaddubsw`` adds the products of two rows' bytes, ``vpmaddwd`` those of two such pairs."""

    SIZE, PRODUCTS = 32, "llvm.x86.avx2.pmadd.wd"

    def products(self, factors: list[ir.Value], parts: list[ir.Value]) -> Iterator[tuple[int, ir.Value]]:
        ones = ir.Constant(self.pairs, [1] * self.pairs.count)
        factors = [self.builder.bitcast(pair, self.bytes) for pair in factors]
        for upper in (0, 1):
            rows = self.mixed(parts[:2], upper), self.mixed(parts[2:], upper)
            two = [
                self.call("llvm.x86.avx2.pmadd.ub.sw", self.pairs, *each) for each in zip(factors, rows, strict=True)
            ]
            for last in (0, 1):
                yield (
                    2 * upper + last,
                    self.add_products(self.builder.shuffle_vector(*two, self.pairs_in_turn[last]), ones),
                )

    def in_order(self, totals: list[ir.Value]) -> list[ir.Value]:
        lower, upper = mask([0, 1, 2, 3, 8, 9, 10, 11]), mask([4, 5, 6, 7, 12, 13, 14, 15])
        return [
            self.builder.shuffle_vector(totals[start + first], totals[start + first + 1], half)
            for start in range(0, len(totals), 4)
            for half in (lower, upper)
            for first in (0, 2)
        ]


class _LongestVectors(_LongVectors):
    """Vectors of AVX-512: ``vpdpbusd`` adds the products of four rows' bytes to the sums."""

    SIZE, PRODUCTS = 64, "llvm.x86.avx512.vpdpbusd.512"
    BLOCKS = 2 * COLUMNS, COLUMNS

    def factors_from(self, first: ir.Value) -> list[ir.Value]:
        return [self.repeated(32, first)]

    def products(self, factors: list[ir.Value], parts: list[ir.Value]) -> Iterator[tuple[int, ir.Value]]:
        for upper in (0, 1):
            pairs = [self.builder.bitcast(self.mixed(rows, upper), self.pairs) for rows in (parts[:2], parts[2:])]
            for last in (0, 1):
                fours = self.builder.shuffle_vector(*pairs, self.pairs_in_turn[last])
                yield 2 * upper + last, self.builder.bitcast(fours, self.addends)

    def plus(self, total: ir.Value, factors: list[ir.Value], addend: ir.Value) -> ir.Value:
        return self.call(self.PRODUCTS, self.addends, total, factors[0], addend)

    def in_order(self, totals: list[ir.Value]) -> list[ir.Value]:
        return [
            self.builder.shuffle_vector(*self._lanes(totals[start : start + 4], lane), mask(range(16)))
            for start in range(0, len(totals), 4)
            for lane in range(4)
        ]

    def _lanes(self, totals: list[ir.Value], lane: int) -> list[ir.Value]:
        """Return one lane of each of four vectors, two lanes a vector."""
        own = range(4 * lane, 4 * lane + 4)
        two = mask([*own, *(16 + place for place in own)])
        return [self.builder.shuffle_vector(*totals[first : first + 2], two) for first in (0, 2)]


class _ShortVectors(_Vectors):
    """Vectors of any x86: bytes become upper halves of words, so no sign needs care; sums are 256 times as large."""

    SIZE, PRODUCTS = 16, "llvm.x86.sse2.pmadd.wd"

    def products(self, factors: list[ir.Value], parts: list[ir.Value]) -> Iterator[tuple[int, ir.Value]]:
        nothing = ir.Constant(self.bytes, None)
        factors = [self._as_words(pair) for pair in factors]
        for upper in (0, 1):
            for factor, rows in zip(factors, (parts[:2], parts[2:]), strict=True):
                both = self.mixed(rows, upper)
                for last in (0, 1):
                    words = self.builder.bitcast(self.mixed((nothing, both), last), self.pairs)
                    yield 2 * upper + last, self.add_products(words, factor)

    def _as_words(self, pair: ir.Value) -> ir.Value:
        """Fill all places of a vector with two factors in turn, from their bytes."""
        mixed = self.mixed((self.builder.bitcast(pair, self.bytes), ir.Constant(self.bytes, None)), 0)
        return self.builder.bitcast(mixed, self.pairs)

    def in_order(self, totals: list[ir.Value]) -> list[ir.Value]:
        eight = ir.Constant(self.addends, [8] * self.addends.count)
        return [self.builder.ashr(total, eight) for total in totals]


def _adding(vectors: type[_Vectors]) -> Any:
    @intrinsic
    def add(typingctx: Any, sums: Any, weights: Any, width: Any, rows: Any, factors: Any, fours: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            vectors(builder, *args).add_all()
            return context.get_dummy_value()

        return types.void(*[types.int64] * 6), generate

    return add


BY_LONG_VECTORS: Mapping[str, Any] = {"avx512vnni": _adding(_LongestVectors), "avx2": _adding(_LongVectors)}
"""Ways of `add_rows` by the feature of processors that each needs, the quickest first."""
by_short_vectors = _adding(_ShortVectors)
"""The way of `add_rows` that any x86-64 has."""
