"""Where compiled code is kept on disk, and for how long: until a source file changes that it was compiled from.

Numba keeps compiled code beside its source, in ``NUMBA_CACHE_DIR`` if that is set, or in the user's cache folder. It
looks at a function's own file only. Compiled code also holds the constants, records and functions that its module
imports, so the stamp here covers every module that the function's module reaches by its import statements.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import re
import sys
import sysconfig
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import Any

from numba.core import caching, config
from numba.core.dispatcher import Dispatcher

_compiled_packages: set[str] = set()  # with functions compiled here
_warned: list[str] = []  # why compiled code could not be kept, once that has been said
_INSTALLED = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})
# At the start of a line: an import in a block may not have run yet, and the stamp must not depend on whether it has.
_IMPORT = re.compile(r"^(?:from\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|([^#\n]*))|import\s+([^#\n]*))", re.MULTILINE)
_COMMENT = re.compile(r"#[^\n]*")


class SourceCache(caching.FunctionCache):
    """The compiled code of one function on disk.

    Raises:
        RuntimeError: there is no place to keep it.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        _compiled_packages.add(function.__module__.partition(".")[0])
        super().__init__(function)
        self._cache_file._source_stamp = source_stamp(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature; None where it has to be compiled."""
        found = super().load_overload(sig, target_context)
        if found is None:
            _announce_compilation()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature, where the folder can be written."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            warn_uncached(str(error))


def warn_uncached(reason: str) -> None:
    """Warn, once a process, that what it compiles is lost when it ends."""
    if not _warned:
        _warned.append(reason)
        warnings.warn(
            f"compiled code cannot be kept, so every start compiles anew ({reason}); "
            "set NUMBA_CACHE_DIR to a folder that can be written",
            RuntimeWarning,
            stacklevel=2,
        )


@cache
def _announce_compilation() -> None:
    """Say, once, why a first start takes seconds: to a person, and not from each worker."""
    if sys.stderr.isatty() and multiprocessing.parent_process() is None:
        print("Compiling for this machine; the next start finds it done ...", file=sys.stderr, flush=True)


def _or_prebuilt(locator: Any) -> Any:
    """The locator, also for a folder that holds compiled code and cannot be written, as in a container's image."""

    class Prebuilt(locator):
        def ensure_cache_path(self) -> None:
            try:
                super().ensure_cache_path()
            except OSError:
                if not _holds_code(self.get_cache_path()):
                    raise

    return Prebuilt


@cache
def _holds_code(folder: str) -> bool:
    return any(Path(folder).glob("*.nbi"))


class _Places(caching.CompileResultCacheImpl):
    _locator_classes = [
        _or_prebuilt(caching.UserProvidedCacheLocator),
        _or_prebuilt(caching.InTreeCacheLocator),
        *caching.CompileResultCacheImpl._locator_classes[2:],
    ]


SourceCache._impl_class = _Places


def folder_of(dispatcher: Any) -> str | None:
    """The folder that holds a function's compiled code, or ``NUMBA_CACHE_DIR``, which holds all; None without any."""
    folder = dispatcher.stats.cache_path
    return folder and (config.CACHE_DIR or folder)  # type: ignore[attr-defined]  # numba sets its options at run time


def source_stamp(function: Callable[..., Any]) -> str:
    """A digest of all source that a function may be compiled from."""
    digest = hashlib.sha256()
    for path in sorted({_file_of(module) for module in _reached(function)}):
        digest.update(_source(path).encode())
    return digest.hexdigest()


def _reached(function: Callable[..., Any]) -> set[str]:
    """The module of a function, and all that it reaches by imports, or by compiled functions among its globals."""
    called = (value.py_func.__module__ for value in function.__globals__.values() if isinstance(value, Dispatcher))
    found: set[str] = set()
    ahead = [name for name in (function.__module__, *called) if _file_of(name)]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += _imported(name)
    return found


@cache
def _imported(name: str) -> tuple[str, ...]:
    """The modules that a module imports and whose source can change: no standard library, no package of others."""
    package = getattr(sys.modules[name], "__package__", None) or ""
    named = {resolve_name(one, package) for one in _named(_source(_file_of(name))) if package or one[0] != "."}
    return tuple(sorted(one for one in named if _file_of(one) and _is_followed(one)))


def _named(source: str) -> Iterator[str]:
    """The dotted names in the import statements of a source: modules, and what may be modules inside of packages."""
    for module, several, few, plain in _IMPORT.findall(source):
        for part in _COMMENT.sub("", several or few or plain).split(","):
            words = part.split()
            if module:
                yield module
                yield from (f"{module}.{word}" if module.strip(".") else module + word for word in words[:1])
            else:
                yield from words[:1]


def _is_followed(name: str) -> bool:
    return name.partition(".")[0] in _compiled_packages or not _file_of(name).startswith(_INSTALLED)


def _file_of(name: str) -> str:
    module: ModuleType | None = sys.modules.get(name)
    file = getattr(module, "__file__", None) or ""
    return file if file.endswith(".py") else ""


@cache
def _source(path: str) -> str:
    return Path(path).read_text(encoding="utf-8") if os.path.exists(path) else ""
