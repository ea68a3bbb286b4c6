"""Keeps compiled code on disk until any source file changes that it was compiled from.

Numba keeps compiled code beside its source, in ``NUMBA_CACHE_DIR`` if that is set, or in the user's cache folder. It
checks only the function's own file. But compiled code also contains constants, records and functions that its module
imports. The stamp here therefore covers every module that the function's module reaches through import statements.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import re
import sys
import sysconfig
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from glob import escape
from importlib.util import resolve_name
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numba.core import caching, config, types
from numba.core.dispatcher import Dispatcher

_compiled_packages: set[str] = set()  # packages with functions compiled here
_implemented_in: dict[Any, set[str]] = {}  # modules by record type; see `cardkit.compiled.protocol`
_warned: list[str] = []  # why compiled code could not be kept, once the user has been warned
_STANDARD = sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")
_INSTALLED = {"site-packages", "dist-packages"}
# Only at the start of a line: an import inside a block may not have run yet, and the stamp must not depend on that.
_IMPORT = re.compile(r"^(?:from\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|([^#\n]*))|import\s+([^#\n]*))", re.MULTILINE)
_COMMENT = re.compile(r"#[^\n]*")


class SourceCache(caching.FunctionCache):
    """The compiled code of one function on disk.

    Raises:
        RuntimeError: no folder can hold it.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = SourceFiles(self._cache_path, self._impl.filename_base, source_stamp(function))

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """Numba's key; if the signature has a game's records, also a digest of the modules that implement the game."""
        kinds = {record for kind in getattr(sig, "args", sig) for record in _records_in(kind)}
        bodies = {module for kind in kinds for module in _implemented_in.get(kind, ())}
        return *super()._index_key(sig, codegen), digest_of(*sorted(bodies))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature; None if it must be compiled."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # Numba unpickles before it checks the stamp: a class may have moved, or the file is damaged
            self._forget()
            found = None
        if found is None:
            _announce_compilation()
        return found

    def _forget(self) -> None:
        """Remove an unreadable index so that a new one can be written."""
        with suppress(OSError):
            os.unlink(self._cache_file._index_path)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature if the folder is writable."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            warn_uncached(str(error))


class SourceFiles(caching.IndexDataCacheFile):
    """The files of one function's code, each named after what it holds.

    Numba numbers them. Two processes that compile a function for two games at once may choose the same number, and then
    one of them finds the other's code under its own key: games with states of the wrong size, and crashes.
    """

    def save(self, key: Any, data: Any) -> None:
        """Write the code first, then the index that names it. An entry that another process loses is made again."""
        overloads = self._load_index()
        if not overloads and os.path.exists(self._index_path):  # what lies there comes from other sources
            for file in Path(self._cache_path).glob(f"{escape(self._base)}.*.nbc"):
                file.unlink(missing_ok=True)
        digest = hashlib.sha256(self._dump((self._source_stamp, key))).hexdigest()[:16]
        overloads[key] = f"{self._base}.{digest}.nbc"
        self._save_data(overloads[key], data)
        self._save_index(overloads)

    @property
    def _base(self) -> str:
        return self._index_name.removesuffix(".nbi")


def is_same_source(one: Any, other: Any) -> bool:
    """Whether two functions, compiled or not, come from the same lines of a file, and so do those that they enclose."""
    one, other = getattr(one, "py_func", one), getattr(other, "py_func", other)
    if not isinstance(one, FunctionType) or not isinstance(other, FunctionType):
        return one is other or (type(one) is type(other) and bool(np.all(one == other)))
    if one.__code__ != other.__code__ or one.__code__.co_filename != other.__code__.co_filename:
        return False
    enclosed = [[cell.cell_contents for cell in function.__closure__ or ()] for function in (one, other)]
    return all(map(is_same_source, *enclosed))


def register_implementation(kind: Any, module: str) -> None:
    """Recompile code for a record type (Numba's) whenever ``module``, which implements a game for it, changes."""
    _implemented_in.setdefault(kind, set()).add(module)


def _records_in(kind: Any) -> Iterator[Any]:
    """A record type, or that of an array's elements, and those of its fields."""
    if isinstance(kind, types.Array | types.NestedArray):
        yield from _records_in(kind.dtype)
    elif isinstance(kind, types.Record):
        yield kind
        for field in kind.fields.values():
            yield from _records_in(field.type)


def warn_uncached(reason: str) -> None:
    """Warn once per process that compiled code will be lost when it ends."""
    if not _warned:
        _warned.append(reason)
        warnings.warn(
            f"compiled code cannot be kept, so every start compiles again ({reason}); "
            "set NUMBA_CACHE_DIR to a writable folder",
            RuntimeWarning,
            stacklevel=2,
        )


@cache
def _announce_compilation() -> None:
    """Tell a person once why the first start takes seconds; workers stay silent."""
    if sys.stderr.isatty() and multiprocessing.parent_process() is None:
        print("Compiling for this machine; later starts skip this ...", file=sys.stderr, flush=True)


def _or_prebuilt(locator: Any) -> Any:
    """A locator that also accepts a read-only folder if its package already has compiled code, as in an image."""

    class Prebuilt(locator):
        def ensure_cache_path(self) -> None:
            try:
                super().ensure_cache_path()
            except OSError:
                if not _holds_code(_root_of(self.get_cache_path())):
                    raise

    return Prebuilt


def _root_of(folder: str) -> Path:
    """Where all compiled code of a package lies: ``NUMBA_CACHE_DIR`` if set, else the folder of the package."""
    if config.CACHE_DIR:  # type: ignore[attr-defined]  # numba sets its options at run time
        return Path(config.CACHE_DIR)  # type: ignore[attr-defined]
    root = Path(folder).parent
    while (root.parent / "__init__.py").exists():
        root = root.parent
    return root


@cache
def _holds_code(root: Path) -> bool:
    return any(root.rglob("*.nbi"))


class Places(caching.CompileResultCacheImpl):
    _locator_classes = [
        _or_prebuilt(caching.UserProvidedCacheLocator),
        _or_prebuilt(caching.InTreeCacheLocator),
        *caching.CompileResultCacheImpl._locator_classes[2:],
    ]


SourceCache._impl_class = Places


def folder_of(dispatcher: Any) -> str | None:
    """The folder of a function's compiled code; ``NUMBA_CACHE_DIR``, which holds all, if set; None without any."""
    folder = dispatcher.stats.cache_path
    return folder and (config.CACHE_DIR or folder)  # type: ignore[attr-defined]  # numba sets its options at run time


def source_stamp(function: Callable[..., Any]) -> str:
    """A digest of all source that a function may be compiled from."""
    called = {value.py_func.__module__ for value in function.__globals__.values() if isinstance(value, Dispatcher)}
    return digest_of(*sorted(called | {function.__module__}))


@cache
def digest_of(*modules: str) -> str:
    """A digest of the source of some modules and all they import, directly or not; they need not be loaded yet."""
    _compiled_packages.update(module.partition(".")[0] for module in modules)
    digest = hashlib.sha256()
    for path in sorted({_file_of(module) for module in _reached(modules)}):
        digest.update(_source(path).encode())
    return digest.hexdigest()


def _reached(modules: Iterable[str]) -> set[str]:
    """The modules and all they import, directly or not."""
    found: set[str] = set()
    ahead = [name for name in modules if _file_of(name)]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += _imported(name)
    return found


@cache
def _imported(name: str) -> tuple[str, ...]:
    """What a module imports, as far as its source can change: neither the standard library nor installed packages."""
    file = _file_of(name)
    package = name if Path(file).name == "__init__.py" else name.rpartition(".")[0]
    named = {resolve_name(one, package) for one in _named(_source(file)) if package or one[0] != "."}
    return tuple(sorted(one for one in named if _file_of(one) and _is_followed(one)))


def _named(source: str) -> Iterator[str]:
    """The dotted names in a source's import statements: modules, and names that may be modules inside packages."""
    for module, several, few, plain in _IMPORT.findall(source):
        for part in _COMMENT.sub("", several or few or plain).split(","):
            words = part.split()
            if module:
                yield module
                yield from (f"{module}.{word}" if module.strip(".") else module + word for word in words[:1])
            else:
                yield from words[:1]


def _is_followed(name: str) -> bool:
    file = _file_of(name)
    of_others = file.startswith(_STANDARD) or not _INSTALLED.isdisjoint(Path(file).parts)
    return name.partition(".")[0] in _compiled_packages or not of_others


def _file_of(name: str) -> str:
    """The source file of a module in a loaded package, found by path so that nothing is imported."""
    top, *parts = name.split(".")
    loaded = sys.modules.get(top)
    if not parts:
        file = getattr(loaded, "__file__", None) or ""
        return file if file.endswith(".py") else ""
    places = (Path(folder, *parts) for folder in getattr(loaded, "__path__", ()))
    return next((str(file) for place in places for file in _candidates(place) if _is_there(file)), "")


def _candidates(place: Path) -> tuple[Path, Path]:
    return place.with_suffix(".py"), place / "__init__.py"


@cache
def _is_there(file: Path) -> bool:
    return file.is_file()


@cache
def _source(path: str) -> str:
    return Path(path).read_text(encoding="utf-8") if os.path.exists(path) else ""
