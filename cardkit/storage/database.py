"""Opens SQLite files that users name, finds damage in them, and reports SQLite's errors in one line."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from cardkit.wording import printable, shortened

_HEAD = b"SQLite format 3\0"


IN_MEMORY = ":memory:"
"""In place of a file: a database that is gone when it is closed."""


class DamagedError(ValueError):
    """A database does not hold the bytes that were written."""

    def __init__(self, file: Path | str, what: str = "a row does not hold the bytes that were written") -> None:
        super().__init__(f"store {file} is damaged: {what}")


def name_for_sqlite(file: Path | str) -> str:
    """Return the file's full name: SQLite would take ``file:games?mode=memory`` for something else than a file."""
    return IN_MEMORY if file == IN_MEMORY else os.path.abspath(file)


def begins_as_sqlite(file: Path) -> bool:
    """Return whether a file begins as an SQLite file does.

    Raises:
        OSError: the file cannot be read.
    """
    with file.open("rb") as stream:
        return stream.read(len(_HEAD)) == _HEAD


def is_written(file: Path) -> bool:
    """Return whether a file holds something yet; of a database, tables."""
    if not file.exists() or (file.is_file() and file.stat().st_size == 0):
        return False
    if not file.is_file() or not begins_as_sqlite(file):
        return True
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
        return bool(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


@dataclass(frozen=True)
class Kind:
    """A kind of SQLite file.

    Attributes:
        name: as messages have it, with its article.
        application: the application id in SQLite's header.
        layout: raised when the tables or what their rows say changes.
        tables: the declarations by name.
    """

    name: str
    application: int
    layout: int
    tables: Mapping[str, str]

    def check_head(self, file: Path) -> None:
        """Check that a file begins as an SQLite file, is empty or does not exist.

        SQLite itself would treat a short file of another kind as an empty database.

        Raises:
            ValueError: it does not.
        """
        if not file.is_file() or file.stat().st_size == 0:
            return
        if not begins_as_sqlite(file):
            raise self._refusal(file)

    def is_new(self, database: sqlite3.Connection) -> bool:
        """Return whether a database is empty, and of no other kind."""
        is_empty = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        return is_empty and _pragma(database, "application_id") == 0

    def create(self, database: sqlite3.Connection) -> None:
        """Declare the tables in a database that is new."""
        for table in self.tables.values():
            database.execute(table)
        database.execute(f"PRAGMA user_version = {self.layout}")
        database.execute(f"PRAGMA application_id = {self.application}")

    def check(self, database: sqlite3.Connection, file: Path | str) -> None:
        """Check that a database is of this kind, with this layout and whole.

        Raises:
            ValueError: it is not; `DamagedError` if it does not hold what was written.
        """
        if _pragma(database, "application_id") != self.application:
            raise self._refusal(file)
        if (layout := _pragma(database, "user_version")) != self.layout:
            raise ValueError(f"{file} has layout {layout}, not {self.layout}: name another file")
        check_declared(database, file, self.tables)
        check_intact(database, file)

    def _refusal(self, file: Path | str) -> ValueError:
        return ValueError(f"{file} is not {self.name}; it is left unchanged")


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
    """Turn SQLite's errors into a ValueError that names the file, and the place that cannot be written.

    Damage is a `DamagedError`.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # a damaged text may end up in SQLite's own error
        said = printable(shortened(" ".join(str(error).split())))  # SQLite may quote what it found in the file
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary one of a code such as SQLITE_CORRUPT_INDEX
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise DamagedError(file, said) from error
        raise ValueError(f"store {file}: {said}{_no_writing(Path(file))}; its contents are unchanged") from error


def identity(file: Path | str) -> tuple[int, int] | None:
    """Distinguish a file from another of the same name; None if it does not exist, as for a database in memory."""
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _no_writing(file: Path) -> str:
    """Name what is not writable; SQLite's errors do not, though it also writes a log beside the file."""
    places = [place for place in (file, file.absolute().parent) if place.exists() and not os.access(place, os.W_OK)]
    return "".join(f", {place} cannot be written to" for place in places[:1])


def _pragma(database: sqlite3.Connection, name: str) -> int:
    return int(database.execute(f"PRAGMA {name}").fetchone()[0])
