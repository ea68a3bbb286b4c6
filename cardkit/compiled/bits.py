"""Bit operations on sets of cards: single instructions when compiled, readable as plain Python.

Every function has two bodies: a Python one, which runs with the JIT off (``NUMBA_DISABLE_JIT=1``), and an LLVM one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from cardkit.compiled.jit import (
    Builder,
    Context,
    Signature,
    TypingContext,
    Values,
    has_feature,
    intrinsic,
    jit_inline,
    lowered,
    overload,
)
from cardkit.compiled.prng import Number as Number
from cardkit.compiled.prng import Stream, below

Bits = np.uint64
"""A set as a uint64, bit by bit."""

ONE = np.uint64(1)
ZERO = np.uint64(0)
WORD_BITS = 64
SCATTERS_BITS = "bmi2"
"""The feature of processors that scatter and gather bits in one instruction (x86-64)."""


def popcount(word: Bits | int) -> int:
    """Count the set bits of a uint64."""
    return int(word).bit_count()


def bit(place: Number) -> Bits:
    """Return the uint64 whose only set bit is ``place``, from 0 to 63.

    Plain Python checks the place, compiled code does not.

    Raises:
        ValueError: there is no such bit; compiled, another bit would be set.
    """
    if not 0 <= place < WORD_BITS:
        raise ValueError(f"a set has the places 0 to {WORD_BITS - 1}, not {place}")
    return ONE << np.uint64(place)


def lowest(word: Bits | int) -> int:
    """Return the index of the lowest set bit of a uint64; the word must not be zero."""
    value = int(word)
    return (value & -value).bit_length() - 1


def highest(word: Bits | int) -> int:
    """Return the index of the highest set bit of a uint64; the word must not be zero."""
    return int(word).bit_length() - 1


def without_lowest(word: Bits) -> Bits:
    """Return a uint64 without its lowest set bit; the word must not be zero."""
    return word & (word - ONE)


def is_single(word: Bits) -> bool:
    """Return whether a uint64 has a single set bit; the word must not be zero."""
    return word & (word - ONE) == ZERO


def nth_bit(word: Bits, n: Number) -> int:
    """Return the index of the n-th set bit (from 0) of a uint64; n must be below its number of bits."""
    value = int(word)
    for _ in range(int(n)):
        value &= value - 1
    return (value & -value).bit_length() - 1


def gather_bits(word: Bits, mask: Bits) -> Bits:
    """Return the bits of ``word`` at the set places of ``mask``, packed together from bit 0."""
    value, places, gathered = int(word), int(mask), 0
    for target in range(places.bit_count()):
        gathered |= (value >> lowest(places) & 1) << target
        places &= places - 1
    return np.uint64(gathered)


def bytes_in_use(word: Bits) -> Bits:
    """Return which of the eight bytes of ``word`` are not 0, from the lowest: a set of places from 0 to 7."""
    return np.uint64(sum((int(word) >> 8 * place & 0xFF != 0) << place for place in range(8)))


def shift_right(number: np.int32, places: Number) -> np.int32:
    """Shift an int32 by 0 to 31 places, keeping its sign.

    Numba's ``>>`` takes 64 bits, of which vectors hold half as many: with it, and with biases in floats, a search by
    `champion-search` takes 1.05 times as long (median of 5 rounds in turn; Intel Xeon with AVX-512, 2026-11-29).
    """
    return np.int32(number >> places)


_WORD = ir.IntType(64)
_ONE, _UNDEFINED_FOR_ZERO = ir.Constant(_WORD, 1), ir.Constant(ir.IntType(1), 1)


@lowered(bit, types.uint64(types.uint64))
def _bit(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.shl(_ONE, args[0])


@lowered(popcount, types.int64(types.uint64))
def _popcount(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.ctpop(args[0])


@lowered(lowest, types.int64(types.uint64))
def _lowest(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.cttz(args[0], _UNDEFINED_FOR_ZERO)


@lowered(highest, types.int64(types.uint64))
def _highest(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.sub(ir.Constant(_WORD, WORD_BITS - 1), builder.ctlz(args[0], _UNDEFINED_FOR_ZERO))


@lowered(without_lowest, types.uint64(types.uint64))
def _without_lowest(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.and_(args[0], builder.sub(args[0], _ONE))


@lowered(is_single, types.boolean(types.uint64))
def _is_single(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.icmp_unsigned("==", _without_lowest(context, builder, signature, args), ir.Constant(_WORD, 0))


@lowered(bytes_in_use, types.uint64(types.uint64))
def _bytes_in_use(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    each = ir.VectorType(ir.IntType(8), 8)
    used = builder.icmp_unsigned("!=", builder.bitcast(args[0], each), ir.Constant(each, None))
    return builder.zext(builder.bitcast(used, ir.IntType(8)), _WORD)


@lowered(shift_right, types.int32(types.int32, types.int64))
def _shift_right(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.ashr(args[0], builder.trunc(args[1], ir.IntType(32)))


def _bmi2(name: str) -> Any:
    @intrinsic
    def instruction(typingctx: TypingContext, source: types.Type, mask: types.Type) -> Any:
        def generate(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
            word = ir.IntType(64)
            function = ir.FunctionType(word, [word, word])
            return builder.call(builder.module.declare_intrinsic(f"llvm.x86.bmi.{name}.64", fnty=function), args)

        return types.uint64(types.uint64, types.uint64), generate

    return instruction


_pdep, _pext = _bmi2("pdep"), _bmi2("pext")


@overload(nth_bit)
def _nth_bit_compiled(word: types.Type, n: types.Type) -> Any:
    def deposit(word: Bits, n: Number) -> Any:
        return lowest(_pdep(ONE << np.uint64(n), np.uint64(word)))

    def drop_and_find(word: Bits, n: Number) -> Any:
        for _ in range(n):
            word &= word - ONE
        return lowest(np.uint64(word))

    return deposit if has_feature(SCATTERS_BITS) else drop_and_find


@overload(gather_bits)
def _gather_bits_compiled(word: types.Type, mask: types.Type) -> Any:
    def extract(word: Bits, mask: Bits) -> Any:
        return _pext(np.uint64(word), np.uint64(mask))

    def one_by_one(word: Bits, mask: Bits) -> Any:
        gathered = ZERO
        target = ONE
        while mask != ZERO:
            place = mask & (~mask + ONE)
            if word & place:
                gathered |= target
            target <<= ONE
            mask ^= place
        return gathered

    return extract if has_feature(SCATTERS_BITS) else one_by_one


@jit_inline
def random_bit(word: Bits, stream: Stream) -> int:
    """Draw the index of a set bit of a uint64, each with the same probability; the word must not be zero."""
    return nth_bit(word, below(stream, popcount(word)))
