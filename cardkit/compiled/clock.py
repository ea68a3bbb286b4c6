"""A clock that compiled code can read: the processor's counter, and what one of its ticks lasts."""

from __future__ import annotations

import functools
import platform
import time
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from cardkit.compiled.jit import jit

# On ARM the cycle counter is closed to user programs, and the steady counter open; on x86 it is the other way round.
_ON_ARM = platform.machine().lower() in ("aarch64", "arm64")
_COUNTER = "llvm.readsteadycounter" if _ON_ARM else "llvm.readcyclecounter"
_LONG_ENOUGH = 0.02  # seconds that tell the rate of the clock to a thousandth or better


def ticks() -> Any:
    """The time in ticks of a steady clock; `seconds_per_tick` gives its rate."""
    return time.perf_counter_ns()


@intrinsic
def _read_counter(typingctx: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        counter = builder.module.declare_intrinsic(_COUNTER, fnty=ir.FunctionType(ir.IntType(64), []))
        return builder.call(counter, [])

    return types.int64(), generate


overload(ticks, inline="always")(lambda: lambda: _read_counter())  # pyright: ignore[reportCallIssue] - Numba passes the context


def seconds_per_tick() -> float:
    """What a tick lasts, judged by the time since the first call: call it before what is to be measured, and after."""
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
    """How many ticks ``ms`` milliseconds have, at least one."""
    seconds_per_tick()
    time.sleep(max(0.0, _LONG_ENOUGH - (time.perf_counter() - _first_look()[0])))
    return max(1, round(ms / 1000 / seconds_per_tick()))
