"""Imports that wait: names of a package until they are asked for, actions until a library is imported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any, cast


def names_of(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Make the ``__getattr__``, the ``__dir__`` and the ``__all__`` of a package whose names wait.

    Args:
        package: its name.
        homes: for each module the names that it defines, apart by spaces.
    """
    modules = {name: module for module, names in homes.items() for name in names.split()}

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return get, lambda: sorted({*vars(sys.modules[package]), *modules}), sorted(modules)


def after_import(name: str, action: Callable[[], None]) -> None:
    """Run an action once a module is imported: at once, if it already is; otherwise without importing it."""
    if name in sys.modules:
        action()
    else:
        sys.meta_path.insert(0, cast(Any, _Awaited(name, action)))  # importlib.abc takes long to import


class _Awaited:
    """A finder of one module: it finds it as others do, and has the loader run an action after the module's code."""

    def __init__(self, name: str, action: Callable[[], None]) -> None:
        self._name, self._action = name, action

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module's spec; None for any other module."""
        if fullname != self._name:
            return None
        sys.meta_path.remove(cast(Any, self))
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            vars(spec.loader)["exec_module"] = self._followed(spec.loader.exec_module)
        return spec

    def _followed(self, execute: Callable[[ModuleType], None]) -> Callable[[ModuleType], None]:
        def run(module: ModuleType) -> None:
            execute(module)
            self._action()

        return run
