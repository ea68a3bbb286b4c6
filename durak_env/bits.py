"""Bit tricks on sets of cards, compiled to single instructions and readable as plain Python.

Every function has two bodies: a Python one, which runs with the JIT off (``NUMBA_DISABLE_JIT=1``), and an LLVM one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.extending import intrinsic as _intrinsic
from numba.extending import overload

intrinsic: Any = _intrinsic  # what it makes is called without the typing context that it is written with

ONE = np.uint64(1)
ZERO = np.uint64(0)
_FEATURES = llvm.get_host_cpu_features()
HAS_PDEP = bool(_FEATURES.get("bmi2"))
"""Whether this processor deposits and extracts bits in one instruction (x86-64 with BMI2)."""
HAS_MASKED_STORES = bool(_FEATURES.get("avx512bw"))
"""Whether it stores chosen bytes of a vector in one instruction (x86-64 with AVX-512)."""


def popcount(word: Any) -> Any:
    """Number of set bits of a uint64."""
    return int(word).bit_count()


def lowest(word: Any) -> Any:
    """Index of the lowest set bit of a uint64; the word must not be zero."""
    value = int(word)
    return (value & -value).bit_length() - 1


def nth_bit(word: Any, n: Any) -> Any:
    """Index of the n-th set bit (from 0) of a uint64; n must be below its number of bits."""
    value = int(word)
    for _ in range(int(n)):
        value &= value - 1
    return (value & -value).bit_length() - 1


def gather_bits(word: Any, mask: Any) -> Any:
    """The bits of ``word`` at the places of ``mask``, moved together: the lowest place becomes bit 0."""
    value, places, gathered = int(word), int(mask), 0
    for target in range(places.bit_count()):
        gathered |= (value >> lowest(places) & 1) << target
        places &= places - 1
    return np.uint64(gathered)


def store_bits(rows: Any, row: Any, start: Any, size: Any, word: Any) -> None:
    """Write the lowest ``size`` bits of ``word``, at most 64, as 0 and 1 into ``rows[row]`` from ``start`` on.

    ``rows`` is a C-contiguous array of shape (n, entries) of an integer or a float type.
    """
    rows[row, start : start + size] = [int(word) >> place & 1 for place in range(int(size))]


@intrinsic
def _ctpop(typingctx: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@intrinsic
def _cttz(typingctx: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@intrinsic
def _store_bits_masked(typingctx: Any, rows: Any, row: Any, start: Any, size: Any, word: Any) -> Any:
    """A select and a masked store of whole vectors: an instruction each on processors that have them."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        entry = context.get_data_type(signature.args[0].dtype)
        width = builder.extract_value(array.shape, 1)
        place = builder.gep(array.data, [builder.add(builder.mul(args[1], width), args[2])])
        line, flags = ir.VectorType(entry, 64), ir.VectorType(ir.IntType(1), 64)
        entries = builder.select(
            builder.bitcast(args[4], flags), ir.Constant(line, [1] * 64), ir.Constant(line, [0] * 64)
        )
        ones = ir.Constant(ir.IntType(64), 2**64 - 1)
        inside = builder.lshr(ones, builder.sub(ir.Constant(ir.IntType(64), 64), args[3]))
        suffix = {"i8": "v64i8", "float": "v64f32"}[str(entry)]
        pointer = line.as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [line, pointer, ir.IntType(32), flags])
        store = builder.module.declare_intrinsic(f"llvm.masked.store.{suffix}.p0", fnty=kind)
        one = ir.Constant(ir.IntType(32), 1)
        builder.call(store, [entries, builder.bitcast(place, pointer), one, builder.bitcast(inside, flags)])
        return context.get_dummy_value()

    return types.void(rows, types.int64, types.int64, types.int64, types.uint64), generate


# Numba wants the parameters of an overload and of its body alike, annotations too: hence lambdas on bare names.
overload(popcount, inline="always")(lambda word: lambda word: _ctpop(np.uint64(word)))
overload(lowest, inline="always")(lambda word: lambda word: _cttz(np.uint64(word)))


@overload(store_bits)
def _store_bits_compiled(rows, row, start, size, word):  # type: ignore[no-untyped-def]
    def masked(rows, row, start, size, word):  # type: ignore[no-untyped-def]
        _store_bits_masked(rows, np.int64(row), np.int64(start), np.int64(size), np.uint64(word))

    def one_by_one(rows, row, start, size, word):  # type: ignore[no-untyped-def]
        for place in range(size):
            rows[row, start + place] = (word >> np.uint64(place)) & ONE

    wide = HAS_MASKED_STORES and rows.dtype in (types.int8, types.uint8, types.float32)
    return masked if wide else one_by_one


def _bmi2(name: str) -> Any:
    @intrinsic
    def instruction(typingctx: Any, source: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            function = ir.FunctionType(word, [word, word])
            return builder.call(builder.module.declare_intrinsic(f"llvm.x86.bmi.{name}.64", fnty=function), args)

        return types.uint64(types.uint64, types.uint64), generate

    return instruction


_pdep, _pext = _bmi2("pdep"), _bmi2("pext")


@overload(nth_bit)
def _nth_bit_compiled(word, n):  # type: ignore[no-untyped-def]
    def deposit(word, n):  # type: ignore[no-untyped-def]
        return _cttz(_pdep(ONE << np.uint64(n), np.uint64(word)))

    def drop_and_find(word, n):  # type: ignore[no-untyped-def]
        for _ in range(n):
            word &= word - ONE
        return _cttz(np.uint64(word))

    return deposit if HAS_PDEP else drop_and_find


@overload(gather_bits)
def _gather_bits_compiled(word, mask):  # type: ignore[no-untyped-def]
    def extract(word, mask):  # type: ignore[no-untyped-def]
        return _pext(np.uint64(word), np.uint64(mask))

    def one_by_one(word, mask):  # type: ignore[no-untyped-def]
        gathered = ZERO
        target = ONE
        while mask != ZERO:
            place = mask & (~mask + ONE)
            if word & place:
                gathered |= target
            target <<= ONE
            mask ^= place
        return gathered

    return extract if HAS_PDEP else one_by_one
