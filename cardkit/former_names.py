"""Keeps the former names of modules importable; each gives the very same module."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any


def keep_former_names(homes: Mapping[str, str]) -> None:
    """Make each key an importable name of the module that its value names."""
    sys.meta_path.append(_FormerNames(homes))


class _FormerNames(MetaPathFinder, Loader):
    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = homes
        self._specs: dict[str, ModuleSpec | None] = {}

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        return spec_from_loader(fullname, self) if fullname in self._homes else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self._homes[spec.name])
        self._specs[spec.name] = module.__spec__  # which Python is about to replace
        return module

    def exec_module(self, module: ModuleType) -> None:
        former = module.__spec__
        assert former is not None
        module.__spec__ = self._specs.pop(former.name)
