"""How the package compiles: one decorator, cached on disk and free of the interpreter lock."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import config

JIT_OFF: bool = config.DISABLE_JIT  # type: ignore[attr-defined]  # numba sets its options at run time
"""Whether everything runs as plain Python (``NUMBA_DISABLE_JIT=1``)."""


def _compiler(**options: Any) -> Callable[..., Any]:
    def compiled(function: Callable[..., Any]) -> Any:
        if JIT_OFF:
            return function
        dispatcher: Any = numba.njit(nogil=True, error_model="numpy", **options)(function)
        dispatcher.enable_caching()
        file = dispatcher._cache._cache_file
        roots = {__package__, function.__module__.partition(".")[0]}
        file._source_stamp = file._source_stamp, *(_digest(root) for root in sorted(roots))
        return dispatcher

    return compiled


@cache
def _digest(package: str) -> str:
    """Of all source of a package; of a single module, which Numba looks at itself, nothing."""
    digest = hashlib.sha256()
    for folder in getattr(sys.modules.get(package), "__path__", ()):
        for path in sorted(Path(folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


jit = _compiler()
"""Compile a function, cached on disk until any file of its package or of this one changes.

Numba alone looks at the function's own file only, and would go on with code that reads records as they were before."""


jit_wrapping: Callable[..., Any] = np.errstate(over="ignore") if JIT_OFF else jit
"""``jit`` for functions whose arithmetic wraps around on purpose: with the JIT off NumPy would warn."""

jit_inline = _compiler(forceinline=True)
"""``jit`` for parts of the innermost loops: made one with whoever calls them, as a call goes through a pointer, and
what it returns through memory. Each caller gets a copy of its own, so the others are left to the compiler."""
