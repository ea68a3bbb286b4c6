"""Records: structured NumPy values that compiled code changes in place; how blocks of fields are copied, and records
found by address."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import overload
from numba.np.numpy_support import carray

from cardkit.compiled.bits import intrinsic

Field = tuple[str, Any] | tuple[str, Any, int]


def record(fields: Sequence[Field]) -> np.dtype[Any]:
    """An aligned record dtype whose elements give their fields as attributes, compiled or not.

    Gaps are filled by fields of their own, so that copies are equal byte by byte.

    Raises:
        ValueError: a field would hide behind an attribute that every NumPy record has, such as ``size``.
    """
    if hidden := [field[0] for field in fields if hasattr(np.record, field[0])]:
        raise ValueError(f"names that NumPy's records use themselves: {', '.join(hidden)}")
    aligned = np.dtype(list(fields), align=True)
    whole: list[Any] = []
    end = 0
    for field in fields:
        kind, start = aligned.fields[field[0]][:2]  # type: ignore[index]
        if start > end:
            whole.append((f"gap_{end}", np.uint8, start - end))
        whole.append(field)
        end = start + kind.itemsize
    if aligned.itemsize > end:
        whole.append((f"gap_{end}", np.uint8, aligned.itemsize - end))
    return np.dtype((np.record, np.dtype(whole, align=True)))


def lone_record(dtype: np.dtype[Any]) -> np.ndarray:
    """An array of one record that shares no cache line with anything else: threads that write side by side are slow."""
    spare = 256 // dtype.itemsize + 1
    return np.zeros(2 * spare + 1, dtype)[spare : spare + 1]


def array_at(address: Any, shape: Any, dtype: Any) -> Any:
    """A C-contiguous array over memory that somebody else keeps alive."""
    room: Any = ctypes.c_char * (int(np.prod(shape)) * np.dtype(dtype).itemsize)
    return np.ndarray([int(length) for length in shape], dtype, room.from_address(int(address)))


@intrinsic
def _pointer(typingctx: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), generate


overload(array_at)(lambda address, shape, dtype: lambda address, shape, dtype: carray(_pointer(address), shape, dtype))


def block_copier(fields: Sequence[Field]) -> Callable[[Any, Any], None]:
    """A function ``copy(source, target)`` for records that both hold ``fields`` in a row: one memory copy compiled."""
    names = [field[0] for field in fields]
    size = record(fields).itemsize

    def copy(source: Any, target: Any) -> None:
        for name in names:
            target[name] = source[name]

    @intrinsic
    def copy_compiled(typingctx: Any, source: Any, target: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start, place = (
                cgutils.pointer_add(builder, value, kind.offset(names[0]), ir.IntType(8).as_pointer())
                for value, kind in zip(args, signature.args, strict=True)
            )
            cgutils.raw_memcpy(builder, place, start, ir.Constant(ir.IntType(64), size), 1, align=1)
            return context.get_dummy_value()

        return types.void(source, target), generate

    overload(copy, inline="always")(lambda source, target: lambda source, target: copy_compiled(source, target))
    return copy


def record_reader(dtype: np.dtype[Any]) -> Callable[[Any, Any], Any]:
    """A function ``read(address, index)``: the record itself, no copy, at a place of an array that begins there.

    Compiled code that hands on an address instead of an array counts no references; whoever gives the address keeps the
    array alive and vouches for the index.
    """
    kind = numba.from_dtype(dtype)

    def read(address: Any, index: Any) -> Any:
        room: Any = (ctypes.c_char * dtype.itemsize).from_address(int(address) + int(index) * dtype.itemsize)
        return np.frombuffer(room, dtype)[0]

    @intrinsic
    def read_compiled(typingctx: Any, address: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            offset = builder.mul(args[1], ir.Constant(ir.IntType(64), dtype.itemsize))
            return builder.inttoptr(builder.add(args[0], offset), context.get_value_type(kind))

        return kind(types.int64, types.int64), generate

    overload(read, inline="always")(lambda address, index: lambda address, index: read_compiled(address, index))
    return read
