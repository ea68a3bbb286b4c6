"""Finds the factory that a spec names: an entry point of an installed package, or anything importable."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import PurePath
from typing import Any

from cardkit.files import check_working_folder
from cardkit.wording import meant, quoted, shortened, taken_name, told_error


def agent_names(group: str) -> tuple[str, ...]:
    """List the names in a group of entry points, sorted."""
    return tuple(sorted(_entries(group)))


def agent_factory(name: str, group: str) -> Any:
    """Return the callable behind an agent's name.

    Raises:
        ValueError: no installed package has an agent of that name, or its package is broken.
    """
    entries = _entries(group)
    if name not in entries:
        known = _known(group)
        raise ValueError(
            f"unknown agent {quoted(name)};{meant(name, entries)} known agents: {known}; "
            "write others as module:function"
        )
    return _loaded(entries[name])


def is_frozen(name: str, group: str) -> bool:
    """Return whether a named agent is a frozen copy, which lists leave out; one that cannot be imported is not."""
    try:
        return getattr(agent_factory(name, group), "frozen", False)
    except ValueError:
        return False


def find_factory(spec: str, group: str) -> tuple[Callable[..., Any], str, str]:
    """Return the factory that a spec names, its name, and the text of the parameters.

    Raises:
        ValueError: an unknown agent, module or function.
    """
    name, _, text = (part.strip() for part in spec.partition(":"))
    if name.endswith(".py"):
        module = f"{PurePath(name).stem}:{text or 'function'}"
        raise ValueError(f"{quoted(spec)} names a file: give its module, {module}, in the folder where the file lies")
    if name in _entries(group) or not text or not _is_dotted(name):
        return agent_factory(name, group), name, text
    function, _, rest = (part.strip() for part in text.partition(":"))
    if not _is_dotted(function):
        hint = meant(name, _entries(group))
        raise ValueError(
            f"{quoted(spec)} names no agent;{hint} known agents: {_known(group)}; write others as module:function"
        )
    return _import_function(name, function, spec, group), f"{name}:{function}", rest


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def _import_function(module: str, function: str, spec: str, group: str) -> Callable[..., Any]:
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # last, so that it hides no installed module
    try:
        found: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):  # a module that it imports
            raise ValueError(f"{module}:{function} cannot be imported: {error}") from error
        raise ValueError(
            f"unknown agent {quoted(f'{module}:{function}')}: {shortened(str(error))};{meant(module, _entries(group))} "
            f"known agents: {_known(group)}; write others as module:function"
        ) from error
    except SystemExit as error:
        raise ValueError(
            f"{module}:{function} cannot be imported: the module {module} would end the program (sys.exit); "
            'what only a script does belongs under if __name__ == "__main__"'
        ) from error
    except Exception as error:  # a fault in foreign code
        raise ValueError(f"{module}:{function} cannot be imported: {told_fault(error, module, spec, group)}") from error
    place = module
    for part in function.split("."):
        if not hasattr(found, part):
            raise ValueError(f"unknown agent {quoted(f'{module}:{function}')}: {place} {_lack_of(part, found, module)}")
        found, place = getattr(found, part), f"{place}.{part}"
    if not callable(found):
        raise ValueError(f"{module}:{function} must be callable and return an agent")
    if hasattr(found, "py_func"):  # an attribute of functions that Numba compiled
        raise ValueError(
            f"{module}:{function} is a compiled choice, not a factory: "
            f"name a function that returns CompiledAgent({function})"
        )
    return found


def _lack_of(name: str, place: Any, module: str) -> str:
    """Say that a module, or something in it, lacks a name; what it has of the module's own; what to write."""
    known = getattr(place, "__dict__", {}).items()
    own = [key for key, value in known if getattr(value, "__module__", None) == module and key[0] != "_"]
    has = shortened(", ".join(own)) or "no function of its own"
    return f"has no {quoted(name)};{meant(name, own)} it has {has}; name a function or class of it that makes an agent"


def told_fault(error: Exception, module: str, spec: str, group: str) -> str:
    """Put a fault in a module in words, and say how to see the whole traceback."""
    place = told_error(error, lambda frame: frame.f_globals.get("__name__") == module)
    command = f"from cardkit.specs import load_agent; load_agent({spec!r}, {group!r})"
    return f'{place}; the whole traceback: python -c "{command}"'


def _entries(group: str) -> Mapping[str, EntryPoint]:
    """Return the entries of a group in the packages installed now, by their names."""
    check_working_folder()
    return _listed(group, tuple((place, _changed(place)) for place in map(os.path.abspath, sys.path)))


@lru_cache
def _listed(group: str, places: tuple[tuple[str, int], ...]) -> Mapping[str, EntryPoint]:
    """Return a group's entries, cached by the folders' modification times: reading takes longer than a short match."""
    return {entry.name: entry for entry in entry_points(group=group)}


def _changed(place: str) -> int:
    """Return when a folder last changed, as it does when a package is installed there, in nanoseconds.

    A folder that does not exist counts as 0.
    """
    try:
        return os.stat(place).st_mtime_ns
    except OSError:
        return 0


def _loaded(entry: EntryPoint) -> Callable[..., Any]:
    """Load the factory that an entry point names; a ValueError says in a line what is wrong with it."""
    try:
        factory = entry.load()
        inspect.signature(factory)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a fault in foreign code, or SystemExit, or what pytest skips by
        why = f"{type(error).__name__}: {error}".splitlines()[0] + taken_name(error)
        raise ValueError(f"agent {quoted(entry.name)} is broken: {entry.value} cannot be imported ({why})") from error
    return factory


def _known(group: str) -> str:
    """List the names in a group as errors show them."""
    names = [name for name in agent_names(group) if not is_frozen(name, group)]
    return ", ".join(names) or f"none; install the package, which lists them in the group {group!r}"
