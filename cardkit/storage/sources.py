"""Digests of the files, programs and modules that agents' specs load, so that a store notices changes.

A spec stays the same when the file behind it changes, and results of two agents would be mixed under one name. So a
store keeps a digest of each part: the files that parameters name, with those of agents named in parameters; the words
of a program's command line that are files; and the module of ``module:function`` with those of its imports that belong
to the user. Files that an agent opens on its own stay unknown. The agents of this distribution are identified by its
version.
"""

from __future__ import annotations

import hashlib
import shlex
import sqlite3
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from types import ModuleType
from typing import Any

from cardkit.specs import read_spec
from cardkit.storage.database import check_declared
from cardkit.wording import shortened

DECLARED = {
    "sources": """CREATE TABLE sources (
        agent TEXT NOT NULL, part TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (agent, part, digest)
    )"""
}
"""The table of a database; one from before gets it with the first agent that loads anything."""
SUFFIXES = ("", ".zip")  # which Stable-Baselines3 adds to a name without one
OWN = ("cardkit", "cardtable", "durak_env", "oh_hell_env", "bang_env", "baselines")  # packages of this distribution
_STANDARD = tuple({Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")})
_PACKAGES = {"site-packages", "dist-packages"}  # folders of environments, this one's or another's


def sources_of(spec: str, group: str) -> dict[str, str]:
    """The digest of each file and module that a spec loads, by its name; ``group`` holds the named agents.

    Raises:
        ValueError: the spec names no agent.
    """
    factory, _, positional, named = read_spec(spec, group)
    found = {module.__name__: _digest(Path(str(module.__file__))) for module in _modules(factory)}
    for value in (*positional, *named.values()):
        if isinstance(value, str):
            found |= {name: _digest(file) for name, file in _files(value, bool(positional))}
            found |= _named_agent(value, spec, group)
    return found


def keep_sources(database: sqlite3.Connection, file: Path | str, sources: Mapping[str, Mapping[str, str]]) -> None:
    """Keep what agents load, by their specs, in an open transaction.

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
        if kept and kept != parts:
            changed = sorted(part for part in {**kept, **parts} if kept.get(part) != parts.get(part))
            raise ValueError(
                f"store {file} holds games of {shortened(agent)!r} from before {shortened(', '.join(changed))} "
                "changed: name another store, or give the changed agent another name"
            )
        rows = [(agent, part, digest) for part, digest in parts.items()]
        database.executemany("INSERT OR IGNORE INTO sources VALUES (?, ?, ?)", rows)


def _files(value: str, is_command: bool) -> Iterator[tuple[str, Path]]:
    """The files that a parameter names, or the words of a command line."""
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
    """What a parameter loads that is itself the spec of an agent."""
    try:
        return sources_of(value, group) if value in spec and value != spec else {}
    except ValueError:
        return {}


def _modules(factory: Any) -> list[ModuleType]:
    """The factory's module and the modules that it imports, those of this distribution and installed ones left out.

    The factory's own module counts even if it is installed.
    """
    found: dict[str, ModuleType] = {}
    left = [getattr(factory, "__module__", None)]
    while left:
        module = sys.modules.get(name) if isinstance(name := left.pop(), str) else None
        if module is None or module.__name__ in found or not _counts(module, bool(found)):
            continue
        found[module.__name__] = module
        left += [_home(member) for member in list(vars(module).values())]
    return list(found.values())


def _home(member: Any) -> Any:
    """The name of a module, or of the module where a member of one was made."""
    if isinstance(member, ModuleType):
        return member.__name__
    try:
        return getattr(member, "__module__", None)
    except Exception:  # foreign code
        return None


def _counts(module: ModuleType, imported: bool) -> bool:
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or module.__name__.partition(".")[0] in OWN or not _is_file(Path(file)):
        return False
    return not imported or not _is_installed(Path(file))


def _is_installed(file: Path) -> bool:
    """Whether a file is of the standard library, or an installer has put it into a folder of packages."""
    if not _PACKAGES.isdisjoint(file.parts) or any(file.is_relative_to(place) for place in _STANDARD):
        return True
    places = (Path(place).absolute() for place in sys.path)
    return any(
        file.relative_to(place).parts[0] in _installed_in(place) for place in places if file.is_relative_to(place)
    )


@cache
def _installed_in(place: Path) -> frozenset[str]:
    """The folders and files that installers have recorded in a folder of packages, as pip's ``--target`` makes one."""
    records = (one.read_text("RECORD") or "" for one in distributions(path=[str(place)]))
    return frozenset(line.partition(",")[0].split("/")[0] for record in records for line in record.splitlines())


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
