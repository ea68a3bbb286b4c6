"""Bit tricks on sets of cards, compiled to single instructions and readable as plain Python.

Every function has two bodies: a Python one, which runs with the JIT off (``NUMBA_DISABLE_JIT=1``), and an LLVM one.
"""

from __future__ import annotations

import ctypes
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


def address_of(array: Any) -> Any:
    """Where the data of a C-contiguous array begin: compiled code hands it on without counting references."""
    return array.ctypes.data


def store_bits(address: Any, size: Any, word: Any, as_floats: Any) -> None:
    """Write the lowest ``size`` bits of ``word``, at most 64, as 0 and 1 from an address on.

    As float32 or as bytes; whoever gives the address vouches for the room.
    """
    kind = np.float32 if as_floats else np.uint8
    entries = np.array([int(word) >> place & 1 for place in range(int(size))], kind)
    ctypes.memmove(int(address), entries.ctypes.data, entries.nbytes)


def store_number(address: Any, number: Any, as_floats: Any) -> None:
    """Write a number as a float32 or as a byte to an address."""
    entry = np.array([number], np.float32 if as_floats else np.uint8)
    ctypes.memmove(int(address), entry.ctypes.data, entry.nbytes)


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
def _address_of(typingctx: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.ptrtoint(data, ir.IntType(64))

    return types.int64(array), generate


def _storing(entry: Any, suffix: str) -> tuple[Any, Any]:
    """Intrinsics that write bits by a masked vector store, and one number, as entries of an LLVM type."""

    @intrinsic
    def store_line(typingctx: Any, address: Any, size: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            line, flags = ir.VectorType(entry, 64), ir.VectorType(ir.IntType(1), 64)
            pointer = line.as_pointer()
            ones, zeros = ir.Constant(line, [1] * 64), ir.Constant(line, [0] * 64)
            entries = builder.select(builder.bitcast(args[2], flags), ones, zeros)
            unused = builder.sub(ir.Constant(ir.IntType(64), 64), args[1])
            inside = builder.lshr(ir.Constant(ir.IntType(64), 2**64 - 1), unused)
            kind = ir.FunctionType(ir.VoidType(), [line, pointer, ir.IntType(32), flags])
            store = builder.module.declare_intrinsic(f"llvm.masked.store.{suffix}.p0", fnty=kind)
            one = ir.Constant(ir.IntType(32), 1)
            builder.call(store, [entries, builder.inttoptr(args[0], pointer), one, builder.bitcast(inside, flags)])
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.uint64), generate

    @intrinsic
    def store_one(typingctx: Any, address: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            convert = builder.fptrunc if isinstance(entry, ir.FloatType) else builder.fptoui
            builder.store(convert(args[1], entry), builder.inttoptr(args[0], entry.as_pointer()))
            return context.get_dummy_value()

        return types.void(types.int64, types.float64), generate

    return store_line, store_one


_store_floats, _store_float = _storing(ir.FloatType(), "v64f32")
_store_bytes, _store_byte = _storing(ir.IntType(8), "v64i8")


# Numba wants the parameters of an overload and of its body alike, annotations too: hence lambdas on bare names.
overload(popcount, inline="always")(lambda word: lambda word: _ctpop(np.uint64(word)))
overload(lowest, inline="always")(lambda word: lambda word: _cttz(np.uint64(word)))


overload(address_of, inline="always")(lambda array: lambda array: _address_of(array))


@overload(store_bits)
def _store_bits_compiled(address, size, word, as_floats):  # type: ignore[no-untyped-def]
    def masked(address, size, word, as_floats):  # type: ignore[no-untyped-def]
        if as_floats:
            _store_floats(address, np.int64(size), np.uint64(word))
        else:
            _store_bytes(address, np.int64(size), np.uint64(word))

    def one_by_one(address, size, word, as_floats):  # type: ignore[no-untyped-def]
        for place in range(size):
            one = np.float64((word >> np.uint64(place)) & ONE)
            if as_floats:
                _store_float(address + 4 * place, one)
            else:
                _store_byte(address + place, one)

    return masked if HAS_MASKED_STORES else one_by_one


@overload(store_number)
def _store_number_compiled(address, number, as_floats):  # type: ignore[no-untyped-def]
    def store(address, number, as_floats):  # type: ignore[no-untyped-def]
        if as_floats:
            _store_float(address, np.float64(number))
        else:
            _store_byte(address, np.float64(number))

    return store


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
