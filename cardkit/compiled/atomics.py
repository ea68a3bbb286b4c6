"""Words in memory through which threads in compiled code tell each other something."""

from __future__ import annotations

import ctypes
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import overload

from cardkit.compiled.bits import intrinsic

_WORD = ir.IntType(64)
_IN_ORDER = "seq_cst"  # all threads see these reads and writes in one order


def read_word(address: Any) -> Any:
    """The int64 that stands at an address now, whoever wrote it."""
    return ctypes.c_int64.from_address(int(address)).value


def write_word(address: Any, value: Any) -> None:
    """Write an int64 to an address, for all threads to see."""
    ctypes.c_int64.from_address(int(address)).value = int(value)


@intrinsic
def _read(typingctx: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(builder.inttoptr(args[0], _WORD.as_pointer()), _IN_ORDER, 8)

    return types.int64(types.int64), generate


@intrinsic
def _write(typingctx: Any, address: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store_atomic(args[1], builder.inttoptr(args[0], _WORD.as_pointer()), _IN_ORDER, 8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


overload(read_word)(lambda address: lambda address: _read(address))
overload(write_word)(lambda address, value: lambda address, value: _write(address, value))
