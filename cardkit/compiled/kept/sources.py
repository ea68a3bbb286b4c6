"""Digests of the source that a function may be compiled from: its module, and all that this imports."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

from numba.extending import is_jitted

_compiled_packages: set[str] = set()  # packages with functions compiled here
_STANDARD = sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")
_INSTALLED = {"site-packages", "dist-packages"}
# Only at the start of a line: an import inside a block may not have run yet, and the stamp must not depend on that.
_IMPORT = re.compile(r"^(?:from\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|([^#\n]*))|import\s+([^#\n]*))", re.MULTILINE)
_COMMENT = re.compile(r"#[^\n]*")


def source_stamp(function: Callable[..., Any]) -> str:
    """Digest all source that a function may be compiled from."""
    called = {value.py_func.__module__ for value in function.__globals__.values() if is_jitted(value)}
    return digest_of(*sorted(called | {function.__module__}))


@cache
def digest_of(*modules: str) -> str:
    """Digest the source of some modules and all they import, directly or not; they need not be loaded yet."""
    _compiled_packages.update(module.partition(".")[0] for module in modules)
    digest = hashlib.sha256()
    for path in sorted({_file_of(module) for module in _reached(modules)}):
        digest.update(_digest_of_file(path))
    return digest.hexdigest()


def _reached(modules: Iterable[str]) -> set[str]:
    """Collect the modules and all they import, directly or not."""
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
    """List the imports of a module whose source can change: neither the standard library nor installed packages."""
    file = _file_of(name)
    package = name if Path(file).name == "__init__.py" else name.rpartition(".")[0]
    named = {resolve_name(one, package) for one in _named(_source(file)) if package or one[0] != "."}
    return tuple(sorted(one for one in named if _file_of(one) and _is_followed(one)))


def _named(source: str) -> Iterator[str]:
    """Yield the dotted names in a source's import statements: modules, and names that may be modules of packages."""
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
    """Return the source file of a module in a loaded package, found by path so that nothing is imported."""
    top, _, inner = name.partition(".")
    loaded = sys.modules.get(top)
    if not inner:
        file = getattr(loaded, "__file__", None) or ""
        return file if file.endswith(".py") else ""
    return next((file for folder in getattr(loaded, "__path__", ()) if (file := _file_in(folder, inner))), "")


@cache
def _file_in(folder: str, name: str) -> str:
    place = os.path.join(folder, *name.split("."))
    return next((file for file in (f"{place}.py", os.path.join(place, "__init__.py")) if os.path.isfile(file)), "")


@cache
def _digest_of_file(path: str) -> bytes:
    return hashlib.sha256(_source(path).encode()).digest()


@cache
def _source(path: str) -> str:
    return Path(path).read_text(encoding="utf-8") if os.path.exists(path) else ""
