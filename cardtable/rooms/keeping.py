"""Keeps rooms in an SQLite file, so that games outlive a server that is killed.

A room has one row. The server writes it before any page shows the change, and deletes it when the room ends.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from cardkit.storage.database import DamagedError, Kind, clear_errors
from cardtable.context import Context
from cardtable.rooms.kept import KeptRoom, record_of
from cardtable.rooms.room import Owner, Room

WAIT_SECONDS = 1.0  # for another process to release the file; another server never does
KIND = Kind(
    "a file of kept tables",
    application=0x526F6F6D,
    layout=1,  # raised also when `KeptRoom` changes
    tables={
        "rooms": """CREATE TABLE rooms (
            name TEXT PRIMARY KEY, game TEXT NOT NULL, kept BLOB NOT NULL, record TEXT NOT NULL, seal INTEGER NOT NULL
        )"""
    },
)


class Keep:
    """An open file of rooms, created if it does not exist. Only one server at a time may have it.

    Args:
        file: of the rooms. Only its owner may read it, since it holds the tokens of links.

    Raises:
        ValueError: the file is of another kind, is damaged, has another layout, is in use, or cannot be written.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        KIND.check_head(file)
        with clear_errors(file):
            if not file.exists() and file.parent.is_dir():
                file.touch(mode=0o600)
            self._database = sqlite3.connect(file, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False)
            try:
                self._open()
            except BaseException as error:
                self._database.close()
                if isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                    raise ValueError(f"{file} is in use by another server") from error
                raise

    def close(self) -> None:
        """Let another server have the file."""
        self._database.close()

    def save(self, room: Room) -> None:
        """Write a room as it is now.

        Raises:
            ValueError: the file cannot be written.
        """
        row = (room.name, room.context.view.name, msgspec.json.encode(KeptRoom.of(room)), record_of(room))
        with clear_errors(self._file):
            self._database.execute("INSERT OR REPLACE INTO rooms VALUES (?, ?, ?, ?, ?)", (*row, _seal(*row)))

    def forget(self, room: Room) -> None:
        """Drop a room that has ended.

        Raises:
            ValueError: the file cannot be written.
        """
        with clear_errors(self._file):
            self._database.execute("DELETE FROM rooms WHERE name = ?", (room.name,))

    def rooms(self, context: Context, owner: Owner) -> Iterator[Room]:
        """The rooms of the file, with their games.

        Raises:
            ValueError: a row is damaged or of another game, or its room cannot be had again.
        """
        with clear_errors(self._file):
            rows = self._database.execute("SELECT name, game, kept, record, seal FROM rooms ORDER BY rowid").fetchall()
        for name, game, kept, record, seal in rows:
            if not _is_whole(name, game, kept, record, seal):
                raise DamagedError(self._file)
            if game != context.view.name:
                raise ValueError(f"{self._file} holds tables of {game}, not of {context.view.name}: name another file")
            try:
                yield msgspec.json.decode(kept, type=KeptRoom).room(name, record, context, owner)
            except ValueError as error:  # msgspec's are of this type too
                raise ValueError(f"{self._file}: {error}") from error

    def _open(self) -> None:
        execute = self._database.execute
        execute("PRAGMA locking_mode = EXCLUSIVE")  # from the first transaction on
        execute("PRAGMA synchronous = NORMAL")  # if the machine dies, only the last plies may be lost
        execute("BEGIN EXCLUSIVE")
        if KIND.is_new(self._database):
            KIND.create(self._database)
        execute("COMMIT")
        KIND.check(self._database, self._file)
        execute("PRAGMA journal_mode = WAL")


def _is_whole(*row: object) -> bool:
    """Whether a row holds what was written; SQLite keeps any type in any column."""
    match row:
        case str(name), str(game), bytes(kept), str(record), int(seal):
            return _seal(name, game, kept, record) == seal
    return False


def _seal(name: str, game: str, kept: bytes, record: str) -> int:
    return zlib.crc32(b"\0".join([name.encode(), game.encode(), kept, record.encode()]))
