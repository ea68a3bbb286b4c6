"""Opens SQLite files that users name, finds damage in them, and reports SQLite's errors in one line."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from cardkit.wording import printable, shortened

_HEAD = b"SQLite format 3\0"


class DamagedError(ValueError):
    """A database does not hold the bytes that were written."""

    def __init__(self, file: Path | str, what: str = "a row does not hold the bytes that were written") -> None:
        super().__init__(f"store {file} is damaged: {what}")


def has_head(file: Path) -> bool:
    """Whether a file begins as an SQLite file, is empty or does not exist.

    SQLite itself would treat a short file of another kind as an empty database.
    """
    if not file.is_file() or file.stat().st_size == 0:
        return True
    with file.open("rb") as stream:
        return stream.read(len(_HEAD)) == _HEAD


def check_intact(database: sqlite3.Connection, file: Path | str) -> None:
    """Check the structure of a database, and each index against its table.

    An index with a flipped bit leads to another row than the one asked for; SQLite's ``quick_check`` does not look
    there. What no index repeats needs checksums of its own.

    Raises:
        DamagedError: a check failed.
    """
    (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise DamagedError(file, printable(" ".join(str(found).split())))


def check_declared(database: sqlite3.Connection, file: Path | str, tables: Mapping[str, str]) -> None:
    """Check that tables are declared as they were created: columns of other types would hold other values.

    Args:
        tables: the declarations by name.

    Raises:
        DamagedError: they are not.
    """
    found = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    if any(found.get(name) != declared for name, declared in tables.items()):
        raise DamagedError(file, "its tables are not declared as they were created")


@contextmanager
def clear_errors(file: Path | str) -> Iterator[None]:
    """Turn SQLite's errors into a ValueError that names the file, and the place that cannot be written."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # a damaged text may end up in SQLite's own error
        said = printable(shortened(" ".join(str(error).split())))  # SQLite may quote what it found in the file
        raise ValueError(f"store {file}: {said}{_no_writing(Path(file))}; its contents are unchanged") from error


def identity(file: Path | str) -> tuple[int, int] | None:
    """Distinguishes a file from another of the same name; None if it does not exist, as for a database in memory."""
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _no_writing(file: Path) -> str:
    """Name what is not writable; SQLite's errors do not, though it also writes a log beside the file."""
    places = [place for place in (file, file.absolute().parent) if place.exists() and not os.access(place, os.W_OK)]
    return "".join(f", {place} cannot be written to" for place in places[:1])
