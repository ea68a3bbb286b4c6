"""Keeps compiled code on disk until anything changes that it was compiled from: a source file, or a value.

Numba keeps compiled code beside its source, in ``NUMBA_CACHE_DIR`` if that is set, or in the user's cache folder. It
checks only the function's own file. But compiled code also contains constants, records and functions that its module
imports. Two digests cover them. The stamp of a function's file of code covers the source of every module that the
function's module reaches through import statements: it is read without running anything, and a change makes the whole
file worthless. The key of each entry covers the values of constants, which only the running process knows; see
`cardkit.compiled.private.values`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from glob import escape
from pathlib import Path
from typing import Any

import numba.cpython.hashing  # noqa: F401 - its import tells LLVM of its symbols
from numba import config, types
from numba.core import caching, entrypoints
from numba.core.runtime.nrt import rtsys

from cardkit.compiled.kept import shipped
from cardkit.compiled.kept.bodies import bodies_of
from cardkit.compiled.kept.notices import announce_compilation, announce_without_privates, warn_uncached
from cardkit.compiled.kept.sources import digest_of, source_stamp
from cardkit.compiled.private.registries import load_registries
from cardkit.compiled.private.values import values_digest
from cardkit.files import check_working_folder


class SourceCache(caching.FunctionCache):
    """The compiled code of one function on disk.

    Raises:
        RuntimeError: no folder can hold it.
    """

    _ships = True
    """True if a wheel holds the code."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = SourceFiles(self._cache_path, self._impl.filename_base, source_stamp(function))

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """Extend Numba's key by the source of the games whose records the signature has, and by values compiled in."""
        bodies = bodies_of({record for kind in getattr(sig, "args", sig) for record in _records_in(kind)})
        sources = digest_of(*sorted({body.__module__ for body in bodies}))
        return *super()._index_key(sig, codegen), sources, values_digest([self._py_func, *bodies])

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the code for a signature; None if it must be compiled."""
        try:
            _prepare_to_load(target_context)
            found = self._load_overload(sig, target_context)
        except Exception:  # Numba unpickles before it checks the stamp: a class may have moved, or the file is damaged
            self._forget()
            found = None
        if found is None:
            check_working_folder()
            load_registries()
            announce_compilation(self._py_func, shipped.remark(target_context.codegen().magic_tuple()))
        return found

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        """Read code that was kept here, or that came with the package; None without any that fits."""
        codegen = target_context.codegen()
        key = self._index_key(sig, codegen)  # which takes longer than the rest
        data = self._cache_file.load(key)
        if data is None and self._ships and shipped.runs_on(codegen.magic_tuple()):
            data = shipped.read(self._name_if_shipped(key))
        return data and self._impl.rebuild(target_context, data)

    def _name_if_shipped(self, key: tuple[Any, ...]) -> str:
        return shipped.name_of(self._py_func, self._cache_file.stamp, key)

    def holds_any(self) -> bool:
        """Return whether code was kept for any arguments; False if the index cannot be read."""
        try:
            return bool(self._cache_file._load_index())
        except Exception:  # of any kind, as above
            return False

    def _forget(self) -> None:
        """Remove an unreadable index so that a new one can be written."""
        with suppress(OSError):
            os.unlink(self._cache_file._index_path)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature if the folder is writable, and for a wheel if one is being made."""
        try:
            super().save_overload(sig, data)
            if self._ships and (folder := os.environ.get(shipped.COLLECT)):
                key, code = self._index_key(sig, data.codegen), self._impl.reduce(data)
                shipped.write(Path(folder), self._name_if_shipped(key), self._cache_file._dump(code))
        except OSError as error:
            warn_uncached(str(error))
        except Exception as error:
            announce_without_privates(error)


class SourceFiles(caching.IndexDataCacheFile):
    """The files of one function's code, each named after what it holds.

    Numba numbers them. Two processes that compile a function for two games at once may choose the same number, and then
    one of them finds the other's code under its own key: games with states of the wrong size, and crashes.
    """

    @property
    def stamp(self) -> str:
        """The digest of the source."""
        return self._source_stamp

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


def _prepare_to_load(target_context: Any) -> None:
    """Give machine code the symbols that it may refer to: those of Numba's runtime, of hashing and of its extensions.

    Numba's own loader refreshes the whole context, which types all that it can compile and imports SciPy's BLAS. That
    takes a quarter of a warm start, and no machine code needs it: the compiler does it whenever it begins.
    """
    rtsys.initialize(target_context)
    entrypoints.init_all()


def _records_in(kind: Any) -> Iterator[Any]:
    """Yield a record type, or that of an array's elements, and those of its fields."""
    if isinstance(kind, types.Array | types.NestedArray):
        yield from _records_in(kind.dtype)
    elif isinstance(kind, types.Record):
        yield kind
        for field in kind.fields.values():
            yield from _records_in(field.type)


def _or_prebuilt(locator: Any) -> Any:
    """Return a locator that also accepts a read-only folder if its package has compiled code, as in an image."""

    class Prebuilt(locator):
        def ensure_cache_path(self) -> None:
            try:
                super().ensure_cache_path()
            except OSError:
                if not _holds_code(_root_of(self.get_cache_path())):
                    raise

    return Prebuilt


def _root_of(folder: str) -> Path:
    """Return the folder of all compiled code of a package: ``NUMBA_CACHE_DIR`` if set, else its own folder."""
    if config.CACHE_DIR:  # type: ignore[attr-defined]  # numba sets its options at run time
        return Path(config.CACHE_DIR)  # type: ignore[attr-defined]
    root = Path(folder).parent
    while (root.parent / "__init__.py").exists():
        root = root.parent
    return root


@cache
def _holds_code(root: Path) -> bool:
    return any(root.rglob("*.nbi"))


class Nowhere(caching.InTreeCacheLocator):
    """The place of functions whose code came with the package and that no folder can hold."""

    def ensure_cache_path(self) -> None:
        if not shipped.is_there():
            raise OSError("no folder can hold compiled code")


class Places(caching.CompileResultCacheImpl):
    _locator_classes = [
        _or_prebuilt(caching.UserProvidedCacheLocator),
        _or_prebuilt(caching.InTreeCacheLocator),
        *caching.CompileResultCacheImpl._locator_classes[2:],
        Nowhere,
    ]

    def reduce(self, cres: Any) -> Any:
        """Keep code without the listing of its types: it names files of this machine, and nobody reads it."""
        return super().reduce(cres._replace(type_annotation=""))


SourceCache._impl_class = Places
