"""How the package compiles: one decorator, cached on disk and free of the interpreter lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import config

JIT_OFF: bool = config.DISABLE_JIT  # type: ignore[attr-defined]  # numba sets its options at run time
"""Whether everything runs as plain Python (``NUMBA_DISABLE_JIT=1``)."""

jit: Callable[..., Any] = numba.njit(cache=True, nogil=True, error_model="numpy")


jit_wrapping: Callable[..., Any] = np.errstate(over="ignore") if JIT_OFF else jit
"""``jit`` for functions whose arithmetic wraps around on purpose: with the JIT off NumPy would warn."""

jit_inline: Callable[..., Any] = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)
"""``jit`` for parts of the innermost loops: made one with whoever calls them, as a call goes through a pointer, and
what it returns through memory. Each caller gets a copy of its own, so the others are left to the compiler."""
