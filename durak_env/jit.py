"""How the package compiles: one decorator, cached on disk and free of the interpreter lock."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import config
from numba.core.dispatcher import Dispatcher

JIT_OFF: bool = config.DISABLE_JIT  # type: ignore[attr-defined]  # numba sets its options at run time
"""Whether everything runs as plain Python (``NUMBA_DISABLE_JIT=1``)."""


_compiled_modules: set[str] = set()  # that hold functions compiled here


def _compiler(**options: Any) -> Callable[..., Any]:
    def compiled(function: Callable[..., Any]) -> Any:
        if JIT_OFF:
            return function
        _compiled_modules.add(function.__module__)
        dispatcher: Any = numba.njit(nogil=True, error_model="numpy", **options)(function)
        dispatcher.enable_caching()
        file = dispatcher._cache._cache_file
        file._source_stamp = file._source_stamp, *(_digest(package) for package in sorted(_packages(function)))
        return dispatcher

    return compiled


def _packages(function: Callable[..., Any]) -> set[str]:
    """Whose code a function is compiled with: this package, its own, and those of compiled functions it can call."""
    modules = {__package__, function.__module__}
    for value in function.__globals__.values():
        if isinstance(value, Dispatcher):
            modules.add(value.py_func.__module__)
        elif isinstance(value, ModuleType) and value.__name__ in _compiled_modules:
            modules.add(value.__name__)
    return {module.partition(".")[0] for module in modules}


@cache
def _digest(package: str) -> str:
    """Of all source of a package, or of the one file of a module that is none."""
    module, digest = sys.modules.get(package), hashlib.sha256()
    paths = [path for folder in getattr(module, "__path__", ()) for path in sorted(Path(folder).rglob("*.py"))]
    file = getattr(module, "__file__", None)
    if not paths and file:
        paths = [Path(file)]
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


jit = _compiler()
"""Compile a function, cached on disk until any file changes of its package, of this one, or of a package whose compiled
functions it calls.

Numba alone looks at the function's own file only, and would go on with code that reads records as they were before."""


jit_wrapping: Callable[..., Any] = np.errstate(over="ignore") if JIT_OFF else jit
"""``jit`` for functions whose arithmetic wraps around on purpose: with the JIT off NumPy would warn."""

jit_inline = _compiler(forceinline=True)
"""``jit`` for parts of the innermost loops: made one with whoever calls them, as a call goes through a pointer, and
what it returns through memory. Each caller gets a copy of its own, so the others are left to the compiler."""
