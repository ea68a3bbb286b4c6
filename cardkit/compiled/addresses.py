"""Reading and writing through addresses: memory that compiled code shares without counting references.

Whoever gives an address vouches for it.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import overload

from cardkit.compiled.bits import intrinsic


def load_word(address: Any) -> Any:
    """The uint64 at an address."""
    return np.uint64(ctypes.c_uint64.from_address(int(address)).value)


def load_byte(address: Any) -> Any:
    """The uint8 at an address."""
    return np.uint8(ctypes.c_uint8.from_address(int(address)).value)


def store_word(address: Any, word: Any) -> None:
    """Write a uint64 to an address."""
    ctypes.c_uint64.from_address(int(address)).value = int(word)


def _loading(bits: int, kind: Any) -> Any:
    @intrinsic
    def load(typingctx: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(builder.inttoptr(args[0], ir.IntType(bits).as_pointer()))

        return kind(types.int64), generate

    return load


@intrinsic
def _store_word(typingctx: Any, address: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[1], builder.inttoptr(args[0], ir.IntType(64).as_pointer()))
        return context.get_dummy_value()

    return types.void(types.int64, types.uint64), generate


_load_word, _load_byte = _loading(64, types.uint64), _loading(8, types.uint8)

overload(load_word, inline="always")(lambda address: lambda address: _load_word(address))
overload(load_byte, inline="always")(lambda address: lambda address: _load_byte(address))
overload(store_word, inline="always")(lambda address, word: lambda address, word: _store_word(address, word))
