"""How the package compiles: one decorator, cached on disk and free of the interpreter lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

jit: Callable[..., Any] = numba.njit(cache=True, nogil=True, error_model="numpy")


jit_wrapping: Callable[..., Any] = np.errstate(over="ignore") if numba.config.DISABLE_JIT else jit
"""``jit`` for functions whose arithmetic wraps around on purpose: with the JIT off NumPy would warn."""
