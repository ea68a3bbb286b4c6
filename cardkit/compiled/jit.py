"""The package's compiler: one decorator that caches on disk and releases the interpreter lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import numba
import numba.extending
import numpy as np
from numba.core import config

from cardkit.compiled.cache import SourceCache, warn_uncached
from cardkit.compiled.lowering import NO_WRAPPER

intrinsic: Any = numba.extending.intrinsic  # typed as Any: callers omit the typing context that its definition names

JIT_OFF: bool = config.DISABLE_JIT  # type: ignore[attr-defined]  # numba sets its options at run time
"""Whether everything runs as plain Python (``NUMBA_DISABLE_JIT=1``)."""


def _compiler(**options: Any) -> Callable[..., Any]:
    def compiled(function: Callable[..., Any]) -> Any:
        if JIT_OFF:
            return function
        dispatcher: Any = numba.njit(nogil=True, error_model="numpy", **options, **NO_WRAPPER)(function)
        try:
            dispatcher._cache = SourceCache(function)
        except RuntimeError as error:
            if os.path.exists(function.__code__.co_filename):  # false for functions typed at a prompt
                warn_uncached(str(error))
        return dispatcher

    return compiled


jit = _compiler(forceinline=False)
"""Compile a function and keep it until its source, or any source it uses, changes; see `cardkit.compiled.cache`.

Without ``forceinline=False`` a function that an inlined one calls first would be inlined for all its callers, as Numba
hands options down; so its speed would depend on who calls it first."""


jit_wrapping: Callable[..., Any] = np.errstate(over="ignore") if JIT_OFF else jit
"""``jit`` for arithmetic that overflows on purpose; with the JIT off NumPy would warn."""

jit_inline = _compiler(forceinline=True)
"""``jit`` that forces inlining, since a call costs a pointer jump and a return through memory. Each caller gets its own
copy, so use it only in innermost loops."""


def constants(values: Iterable[int]) -> tuple[Any, ...]:
    """Numbers to pass to compiled functions: given Python ints, Numba compiles a function once for each of them."""
    return tuple(map(np.int64, values))
