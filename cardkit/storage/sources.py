"""Digests of the files, programs and modules that agents' specs load, so that a store notices changes.

A spec stays the same when the file behind it changes, and results of two agents would be mixed under one name. So a
store keeps a digest of each part: the files that parameters name, or their defaults where an agent is the user's; those
of agents named in parameters; the words of a program's command line that are files; and the module of
``module:function`` with those of its imports that belong to the user, wherever in a module the import statement stands.
Other files that an agent opens stay unknown. The agents of this distribution are identified by its version.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import shlex
import sqlite3
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.machinery import PathFinder
from importlib.metadata import distributions
from pathlib import Path
from types import ModuleType
from typing import Any

from cardkit.specs.loading import read_spec
from cardkit.storage.database import check_declared
from cardkit.storage.origin import own_packages
from cardkit.wording import shortened

DECLARED = {
    "sources": """CREATE TABLE sources (
        agent TEXT NOT NULL, part TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (agent, part, digest)
    )"""
}
"""The table of a database; one from before gets it with the first agent that loads anything."""
SUFFIXES = ("", ".zip")  # which Stable-Baselines3 adds to a name without one
_STANDARD = tuple({Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")})
_PACKAGES = {"site-packages", "dist-packages"}  # folders of environments, this one's or another's


def sources_of(spec: str, group: str) -> dict[str, str]:
    """Return the digest of each file and module that a spec loads, by its name; ``group`` holds the named agents.

    Raises:
        ValueError: the spec names no agent.
    """
    factory, _, positional, named = read_spec(spec, group)
    found = {name: _digest(file) for name, file in _modules(factory).items()}
    for value in (*positional, *named.values(), *(_defaults(factory, named) if found else ())):
        if isinstance(value, str):
            found |= {name: _digest(file) for name, file in _files(value, bool(positional))}
            found |= _named_agent(value, spec, group)
    return found


def _defaults(factory: Any, given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts and paths that parameters have by default, where nothing is given."""
    for name, parameter in inspect.signature(factory).parameters.items():
        if name not in given and isinstance(parameter.default, str | Path):
            yield str(parameter.default)


def keep_sources(database: sqlite3.Connection, file: Path | str, sources: Mapping[str, Mapping[str, str]]) -> None:
    """Keep the sources that agents load, by their specs, in an open transaction.

    Raises:
        ValueError: an agent loads something else than what is kept of it.
    """
    declared = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'sources'").fetchone() is not None
    if not declared:
        if not any(sources.values()):
            return
        database.execute(DECLARED["sources"])
    check_declared(database, file, DECLARED)
    for agent, parts in sources.items():
        kept = dict(database.execute("SELECT part, digest FROM sources WHERE agent = ?", (agent,)).fetchall())
        if kept and (changed := _changed(kept, parts)):
            raise ValueError(
                f"store {file} holds games of {shortened(agent)!r} from before {shortened(', '.join(changed))} "
                "changed: name another store, or give the changed agent another name"
            )
        rows = [(agent, part, digest) for part, digest in parts.items()]
        database.executemany("INSERT OR IGNORE INTO sources VALUES (?, ?, ?)", rows)


def _changed(kept: Mapping[str, str], parts: Mapping[str, str]) -> list[str]:
    """List the parts that differ from those kept.

    A further module is none: what imports it would have changed too.
    """
    differing = [part for part in {**kept, **parts} if kept.get(part) != parts.get(part)]
    return sorted(part for part in differing if part in kept or _is_file(Path(part)))


def _files(value: str, is_command: bool) -> Iterator[tuple[str, Path]]:
    """Yield the files that a parameter names, or the words of a command line."""
    for word in _words(value) if is_command else [value]:
        for place in (Path(f"{word}{suffix}") for suffix in SUFFIXES):
            if _is_file(place):
                yield str(place), place


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # unbalanced quotes
        return []


def _is_file(place: Path) -> bool:
    try:
        return place.is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def _named_agent(value: str, spec: str, group: str) -> dict[str, str]:
    """Return the digests that a parameter loads which is itself the spec of an agent."""
    try:
        return sources_of(value, group) if value in spec and value != spec else {}
    except ValueError:
        return {}


def _modules(factory: Any) -> dict[str, Path]:
    """Return the file of the factory's module and of its imports, but for this distribution and installed modules.

    The factory's own module counts even if it is installed.
    """
    found: dict[str, Path] = {}
    others = set(own_packages())  # modules that do not count, nor do those below them
    ahead: list[Any] = [getattr(factory, "__module__", None)]
    while ahead:
        name = ahead.pop()
        if not isinstance(name, str) or name in found or not others.isdisjoint(_with_packages(name)):
            continue
        file, folders = _place_of(name)
        if file and not (found and _is_installed(file)):
            found[name] = file
            ahead += [*_homes(sys.modules.get(name)), *_imported(name, file), *_with_packages(name)]
        elif file or not folders:  # not so a package without a file of its own
            others.add(name)
    return found


def _with_packages(name: str) -> list[str]:
    """List the names of a module and of the packages around it, the outermost last."""
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(len(parts), 0, -1)]


def _imported(name: str, file: Path) -> list[str]:
    """List the modules in a module's import statements, and members that may be modules.

    A number that a module imports has no other trace of where it comes from.
    """
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    return _imported_by(file.read_bytes() if file.suffix == ".py" else b"", package)


@lru_cache(maxsize=1024)
def _imported_by(source: bytes, package: str) -> list[str]:
    """List the names for `_imported` in the text of a package's module; parsing takes longer than a short match."""
    found: list[str] = []
    for statement in ast.walk(_parsed(source)):
        if isinstance(statement, ast.Import):
            found += [one.name for one in statement.names]
        elif isinstance(statement, ast.ImportFrom):
            above = package.split(".")[: -statement.level + 1 or None] if statement.level else []
            home = ".".join([*above, *filter(None, [statement.module])])
            found += [*(f"{home}.{one.name}" for one in statement.names), home]
    return found


def _parsed(source: bytes) -> ast.AST:
    """Parse a module's text; text that Python cannot read, and so never imports, gives an empty tree."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _homes(module: ModuleType | None) -> Iterator[Any]:
    """Yield the modules among a module's members, and those where members were made.

    Not every import is a statement.

    Whoever loads a module of a package makes it a member of the package, which does not import it by that.
    """
    for name, member in list(vars(module).items()) if module else []:
        try:
            home = member.__name__ if isinstance(member, ModuleType) else getattr(member, "__module__", None)
        except Exception:  # foreign code
            continue
        if module and home != f"{module.__name__}.{name}":
            yield home


def _place_of(name: str) -> tuple[Path | None, list[str]]:
    """Return the file of a module and, of a package, the folders of its modules; find them without loading it."""
    if loaded := sys.modules.get(name):
        file, folders = getattr(loaded, "__file__", None), getattr(loaded, "__path__", ())
    else:
        parent = name.rpartition(".")[0]
        spec = PathFinder.find_spec(name, _place_of(parent)[1] if parent else None)
        file, folders = (spec.origin, spec.submodule_search_locations or ()) if spec else (None, ())
    return _file_of(Path(file)) if isinstance(file, str) else None, list(folders)


def _file_of(place: Path) -> Path | None:
    """Return the file that a module is read from: its own, or the archive that it lies in."""
    return next((file for file in (place, *place.parents) if _is_file(file)), None)


def _is_installed(file: Path) -> bool:
    """Return whether a file is of the standard library, or an installer has put it into a folder of packages."""
    if not _PACKAGES.isdisjoint(file.parts) or any(file.is_relative_to(place) for place in _STANDARD):
        return True
    places = [place for place in map(Path.absolute, map(Path, sys.path)) if place != file]  # an archive is its own
    return any(
        file.relative_to(place).parts[0] in _installed_in(place) for place in places if file.is_relative_to(place)
    )


@cache
def _installed_in(place: Path) -> frozenset[str]:
    """Return the folders and files that installers have recorded in a folder, such as one of pip's ``--target``."""
    records = (one.read_text("RECORD") or "" for one in distributions(path=[str(place)]))
    return frozenset(line.partition(",")[0].split("/")[0] for record in records for line in record.splitlines())


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
