"""Memory by address: lets compiled code share arrays without reference counts, and threads exchange words.

An address is an int64. The caller keeps its memory alive and must not exceed it.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from cardkit.compiled.bits import ONE, Number
from cardkit.compiled.jit import (
    Builder,
    Context,
    Signature,
    TypingContext,
    Values,
    has_feature,
    intrinsic,
    lowered,
    lowered_for,
    overload,
)
from cardkit.compiled.records import Record

MASKED_STORES = "avx512bw"
"""The feature of processors that store selected bytes of a vector in one instruction (x86-64 with AVX-512)."""

Address = Number
"""An int64."""

_WORD = ir.IntType(64)
_IN_ORDER = "seq_cst"  # all threads see these reads and writes in the same order


# --- arrays and records ----------------------------------------------------------------------------------------------


def address_of(array: np.ndarray) -> Address:
    """Return the address of a C-contiguous array's data.

    Compiled code passes it on without counting references.
    """
    return array.ctypes.data


@lowered_for(address_of, types.int64, types.Array)
def _address_of(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.ptrtoint(context.make_array(signature.args[0])(context, builder, args[0]).data, _WORD)


def lone_record(dtype: np.dtype[Any]) -> np.ndarray:
    """Make an array of one record with its cache lines to itself; threads writing to a shared line would be slow."""
    spare = 256 // dtype.itemsize + 1
    return np.zeros(2 * spare + 1, dtype)[spare : spare + 1]


def array_at(address: Address, shape: Sequence[Number], dtype: Any) -> np.ndarray:
    """Make a C-contiguous array over memory that the caller keeps alive."""
    room: Any = ctypes.c_char * (prod(map(int, shape)) * np.dtype(dtype).itemsize)
    return np.ndarray([int(length) for length in shape], dtype, room.from_address(int(address)))


@intrinsic
def _pointer(typingctx: TypingContext, address: types.Type) -> Any:
    def generate(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), generate


_carray: Any = numba.carray  # pyright: ignore[reportPrivateImportUsage]  # documented under this name
overload(array_at)(lambda address, shape, dtype: lambda address, shape, dtype: _carray(_pointer(address), shape, dtype))


def record_reader(dtype: np.dtype[Any]) -> Callable[[Address, Any], Any]:
    """Make a function ``read(address, index)`` that returns a record of the array at ``address``, without a copy.

    Passing on an address instead of an array avoids reference counts. The caller keeps the array alive and the index
    within it.

    Write the elements of an array in such a record where the record is an argument, not where it was read: Numba takes
    ``read(address, 0).array[place] = value`` for dead code, because nothing seems to hold the array.
    """
    kind = numba.from_dtype(dtype)

    def read(address: Address, index: Number) -> Any:
        room: Any = (ctypes.c_char * dtype.itemsize).from_address(int(address) + int(index) * dtype.itemsize)
        return np.frombuffer(room, dtype)[0]

    @lowered(read, kind(types.int64, types.int64))
    def locate(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        return _record_at(context, builder, kind, args[0], builder.mul(args[1], ir.Constant(_WORD, dtype.itemsize)))

    return read


def _record_at(context: Context, builder: Builder, kind: types.Type, address: ir.Value, offset: Any) -> Any:
    return builder.inttoptr(builder.add(address, offset), context.get_value_type(kind))


def part_reader(dtype: np.dtype[Any], start: int) -> Callable[[Address], Any]:
    """Make a function ``read(address)`` that returns the record ``start`` bytes behind an address, no copy."""
    record_at, kind = record_reader(dtype), numba.from_dtype(dtype)

    def read(address: Address) -> Any:
        return record_at(address + start, 0)

    @lowered(read, kind(types.int64))
    def locate(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        return _record_at(context, builder, kind, args[0], ir.Constant(_WORD, start))

    return read


def part_reader_for(kinds: Mapping[np.dtype[Any], np.dtype[Any]], start: int) -> Callable[[Any, Address], Any]:
    """Make a function ``read(model, address)`` that returns the record ``start`` bytes behind an address, no copy.

    The dtype of the record ``model`` selects the dtype of the result.
    """
    readers = {kind: part_reader(kinds[kind], start) for kind in kinds}
    found: dict[Any, Any] = {numba.from_dtype(kind): numba.from_dtype(kinds[kind]) for kind in kinds}

    def read(model: Record, address: Address) -> Any:
        return readers[model.dtype](address)

    def signature_for(model: types.Type, address: types.Type) -> Any:
        return found[model](model, types.int64) if model in found else None

    @lowered_for(read, signature_for, types.Record, types.int64)
    def locate(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
        return _record_at(context, builder, signature.return_type, args[1], ir.Constant(_WORD, start))

    return read


def record_like(model: Record, address: Address, index: Number) -> Any:
    """Return a record, no copy, from an array that begins at an address and has records such as ``model``.

    `record_reader` needs their type in advance; this function learns it from its arguments.

    As what `record_reader` makes, for code that learns the kind of record from its arguments.
    """
    dtype = model.dtype
    room: Any = (ctypes.c_char * dtype.itemsize).from_address(int(address) + int(index) * dtype.itemsize)
    return np.frombuffer(room, dtype)[0]


def _like_model(model: types.Type, address: types.Type, index: types.Type) -> Any:
    return model(model, types.int64, types.int64)


@lowered_for(record_like, _like_model, types.Record, types.int64, types.int64)
def _record_like(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    kind = signature.return_type
    return _record_at(context, builder, kind, args[1], builder.mul(args[2], ir.Constant(_WORD, kind.size)))


# --- single words ----------------------------------------------------------------------------------------------------


def load_word(address: Address) -> Any:
    """Load the uint64 at an address."""
    return np.uint64(ctypes.c_uint64.from_address(int(address)).value)


def load_byte(address: Address) -> Any:
    """Load the uint8 at an address."""
    return np.uint8(ctypes.c_uint8.from_address(int(address)).value)


def store_word(address: Address, word: np.uint64) -> None:
    """Write a uint64 to an address."""
    ctypes.c_uint64.from_address(int(address)).value = int(word)


@lowered(load_word, types.uint64(types.int64))
def _load_word(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.load(builder.inttoptr(args[0], _WORD.as_pointer()))


@lowered(load_byte, types.uint8(types.int64))
def _load_byte(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.load(builder.inttoptr(args[0], ir.IntType(8).as_pointer()))


@lowered(store_word, types.void(types.int64, types.uint64))
def _store_word(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    builder.store(args[1], builder.inttoptr(args[0], _WORD.as_pointer()))
    return context.get_dummy_value()


# --- words that threads share ----------------------------------------------------------------------------------------


def read_word(address: Address) -> Any:
    """Read the current int64 at an address, whichever thread wrote it."""
    return ctypes.c_int64.from_address(int(address)).value


def write_word(address: Address, value: Number) -> None:
    """Write an int64 to an address so that all threads see it."""
    ctypes.c_int64.from_address(int(address)).value = int(value)


@lowered(read_word, types.int64(types.int64))
def _read_word(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.load_atomic(builder.inttoptr(args[0], _WORD.as_pointer()), _IN_ORDER, 8)


@lowered(write_word, types.void(types.int64, types.int64))
def _write_word(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    builder.store_atomic(args[1], builder.inttoptr(args[0], _WORD.as_pointer()), _IN_ORDER, 8)
    return context.get_dummy_value()


STACK_WORDS = 64


class _Uncompiled(threading.local):
    """The words of a thread that runs without the compiler."""

    def __init__(self) -> None:
        self.words = np.zeros(STACK_WORDS, np.int64)


_uncompiled = _Uncompiled()


def stack_words() -> Address:
    """Return the address of `STACK_WORDS` words that are the calling function's own until it returns.

    A function that is inlined returns too: it hands no such address to its caller. Without the compiler all functions
    of a thread share them.
    """
    return _uncompiled.words.ctypes.data


@lowered(stack_words, types.int64())
def _stack_words(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.ptrtoint(cgutils.alloca_once(builder, ir.ArrayType(_WORD, STACK_WORDS)), _WORD)


# --- rows of observations --------------------------------------------------------------------------------------------


def store_bits(address: Address, size: Number, word: np.uint64, as_floats: bool) -> None:
    """Write the lowest ``size`` bits of ``word``, 1 to 64 of them, to an address as entries 0 and 1.

    The entries are float32 if ``as_floats``, else bytes. The caller makes sure that they fit.
    """
    kind = np.float32 if as_floats else np.uint8
    entries = np.array([int(word) >> place & 1 for place in range(int(size))], kind)
    ctypes.memmove(int(address), entries.ctypes.data, entries.nbytes)


def store_number(address: Address, number: Number, scale: float, as_floats: bool) -> None:
    """Write a number to an address: as a byte, or ``scale`` times the number as a float32."""
    entry = np.array([number * scale], np.float32) if as_floats else np.array([number], np.uint8)
    ctypes.memmove(int(address), entry.ctypes.data, entry.nbytes)


def _storing(entry: ir.Type, suffix: str) -> tuple[Any, Any]:
    """Make intrinsics for entries of an LLVM type: write bits with a masked vector store, and write one number."""
    is_float = isinstance(entry, ir.FloatType)

    @intrinsic
    def store_line(typingctx: TypingContext, address: types.Type, size: types.Type, word: types.Type) -> Any:
        def generate(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
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
    def store_one(typingctx: TypingContext, address: types.Type, number: types.Type) -> Any:
        def generate(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
            convert = builder.fptrunc if is_float else builder.trunc
            builder.store(convert(args[1], entry), builder.inttoptr(args[0], entry.as_pointer()))
            return context.get_dummy_value()

        return types.void(types.int64, types.float64 if is_float else types.int64), generate

    return store_line, store_one


_store_floats, _store_float = _storing(ir.FloatType(), "v64f32")
_store_bytes, _store_byte = _storing(ir.IntType(8), "v64i8")


@overload(store_bits)
def _store_bits_compiled(address: types.Type, size: types.Type, word: types.Type, as_floats: types.Type) -> Any:
    def masked(address: Address, size: Number, word: np.uint64, as_floats: bool) -> None:
        if as_floats:
            _store_floats(address, np.int64(size), np.uint64(word))
        else:
            _store_bytes(address, np.int64(size), np.uint64(word))

    def one_by_one(address: Address, size: Number, word: np.uint64, as_floats: bool) -> None:
        for place in range(size):
            one = (word >> np.uint64(place)) & ONE
            if as_floats:
                _store_float(address + 4 * place, np.float64(one))
            else:
                _store_byte(address + place, np.int64(one))

    return masked if has_feature(MASKED_STORES) else one_by_one


@overload(store_number)
def _store_number_compiled(address: types.Type, number: types.Type, scale: types.Type, as_floats: types.Type) -> Any:
    def store(address: Address, number: Number, scale: float, as_floats: bool) -> None:
        if as_floats:
            _store_float(address, number * scale)
        else:
            _store_byte(address, np.int64(number))

    return store
