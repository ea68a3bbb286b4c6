"""A clock that compiled code can read: the processor's counter and the length of its ticks."""

from __future__ import annotations

import functools
import platform
import time
from typing import Any

from llvmlite import ir
from numba import types

from cardkit.compiled.jit import Builder, Context, Signature, Values, jit, lowered

# On ARM user programs may read the steady counter but not the cycle counter; on x86 it is the other way round.
_ON_ARM = platform.machine().lower() in ("aarch64", "arm64")
_COUNTER = "llvm.readsteadycounter" if _ON_ARM else "llvm.readcyclecounter"
_LONG_ENOUGH = 0.02  # seconds that give the clock's rate to one part in a thousand or better


def ticks() -> Any:
    """Return the time in ticks of a steady clock; `seconds_per_tick` gives its rate."""
    return time.perf_counter_ns()


@lowered(ticks, types.int64())
def _read_counter(context: Context, builder: Builder, signature: Signature, args: Values) -> Any:
    return builder.call(builder.module.declare_intrinsic(_COUNTER, fnty=ir.FunctionType(ir.IntType(64), [])), [])


def seconds_per_tick() -> float:
    """Return the length of a tick, from the time since the first call.

    Call it once before measuring, and again afterwards.
    """
    seconds, counted = (now - begun for now, begun in zip(_both_clocks(), _first_look(), strict=True))
    return seconds / counted if counted > 0 else 0.0


@functools.cache
def _first_look() -> tuple[float, int]:
    return _both_clocks()


def _both_clocks() -> tuple[float, int]:
    return time.perf_counter(), int(_read())


@jit
def _read() -> Any:
    return ticks()


def ticks_in(ms: float) -> int:
    """Return the number of ticks in ``ms`` milliseconds, at least one."""
    seconds_per_tick()
    time.sleep(max(0.0, _LONG_ENOUGH - (time.perf_counter() - _first_look()[0])))
    return max(1, round(ms / 1000 / seconds_per_tick()))
