"""How the package compiles: one decorator, cached on disk and free of the interpreter lock."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numba
import numba.extending
import numpy as np
from numba.core import config

from cardkit.compiled.cache import SourceCache, warn_uncached

intrinsic: Any = numba.extending.intrinsic  # what it makes is called without the typing context that it is written with

JIT_OFF: bool = config.DISABLE_JIT  # type: ignore[attr-defined]  # numba sets its options at run time
"""Whether everything runs as plain Python (``NUMBA_DISABLE_JIT=1``)."""


def _compiler(**options: Any) -> Callable[..., Any]:
    def compiled(function: Callable[..., Any]) -> Any:
        if JIT_OFF:
            return function
        dispatcher: Any = numba.njit(nogil=True, error_model="numpy", **options)(function)
        try:
            dispatcher._cache = SourceCache(function)
        except RuntimeError as error:
            if os.path.exists(function.__code__.co_filename):  # else it was written at a prompt
                warn_uncached(str(error))
        return dispatcher

    return compiled


jit = _compiler()
"""Compile a function, and keep it until a source file changes that it is made from; see `cardkit.compiled.cache`."""


jit_wrapping: Callable[..., Any] = np.errstate(over="ignore") if JIT_OFF else jit
"""``jit`` for functions whose arithmetic wraps around on purpose: with the JIT off NumPy would warn."""

jit_inline = _compiler(forceinline=True)
"""``jit`` for parts of the innermost loops: made one with whoever calls them, as a call goes through a pointer, and
what it returns through memory. Each caller gets a copy of its own, so the others are left to the compiler."""
