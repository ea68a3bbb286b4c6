"""Notices on compilation, each given once a process."""

from __future__ import annotations

import logging
import multiprocessing
import warnings
from collections.abc import Callable
from typing import Any

import numba

_log = logging.getLogger(__name__)
_announced: list[Callable[..., Any]] = []  # the function whose compilation the user has been told of
_lacking: list[Exception] = []  # by what Numba's private classes differ, once the user has been told
_warned: list[str] = []  # why compiled code could not be kept, once the user has been warned


def announce_compilation(function: Callable[..., Any], remark: str) -> None:
    """Tell once why the first start takes seconds, on standard error unless logs go elsewhere; workers stay silent."""
    if not _announced and multiprocessing.parent_process() is None:
        _announced.append(function)
        name = f"{function.__module__}.{function.__qualname__}"
        _log.warning("Compiling %s and others for this machine%s; later starts skip this ...", name, remark)


def announce_without_privates(error: Exception) -> None:
    """Tell once that the private classes of this Numba are not those that `cardkit.compiled.private` extends."""
    if not _lacking and multiprocessing.parent_process() is None:
        _lacking.append(error)
        _log.warning(
            "Numba %s is not a version that this package asks for (%s: %s). All works, but compilation takes longer at "
            "each start; install the package anew to get one that fits.",
            *(numba.__version__, type(error).__name__, error),
        )


def warn_uncached(reason: str) -> None:
    """Warn once that compiled code will be lost when the process ends; workers stay silent."""
    if not _warned and multiprocessing.parent_process() is None:
        _warned.append(reason)
        warnings.warn(
            f"compiled code cannot be kept, so every start compiles again ({reason}); "
            "set NUMBA_CACHE_DIR to a writable folder",
            RuntimeWarning,
            stacklevel=2,
        )


def why_not_kept() -> str | None:
    """Return why compiled code could not be kept, if the user has been warned."""
    return next(iter(_warned), None)
