"""Keeps rooms in an SQLite file, so that games outlive a server that is killed.

A room has one row. The server writes it before any page shows the change, and deletes it when the room ends. A row
whose room cannot be restored stays as it is: another agent or version of the program may restore it.
"""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

import msgspec

from cardkit.storage.database import DamagedError, Kind, clear_errors, name_for_sqlite
from cardkit.wording import printable, shortened
from cardtable.context import Context
from cardtable.errors import LONGEST_DETAIL
from cardtable.rooms.kept import KeptRoom
from cardtable.rooms.room import Owner, Room

WAIT_SECONDS = 1.0  # for another process to release the file; another server never does
KIND = Kind(
    "a file of kept tables",
    application=0x526F6F6D,
    layout=2,  # raised also when `KeptRoom` can no longer read what it has written before
    tables={
        "rooms": """CREATE TABLE rooms (
            name TEXT PRIMARY KEY, game TEXT NOT NULL, kept BLOB NOT NULL, seal INTEGER NOT NULL
        )"""
    },
)

_COLUMNS = "CAST(name AS BLOB), CAST(game AS BLOB), CAST(kept AS BLOB), CAST(seal AS INTEGER)"
"""A damaged text may be no text any more, at which SQLite would fail for all rows."""


class Keep:
    """An open file of rooms, created if it does not exist. Only one server at a time may have it.

    Args:
        file: of the rooms. Only its owner may read it, since it holds the tokens of links.

    Raises:
        ValueError: the file is of another kind, its structure is damaged, it has another layout, is in use, or cannot
            be written.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self._connect(file)
        except DamagedError as error:
            raise ValueError(f"{error}; it is left unchanged: name another file") from error

    def _connect(self, file: Path) -> None:
        KIND.check_head(file)
        with clear_errors(file):
            if not file.exists() and file.parent.is_dir():
                file.touch(mode=0o600)
            self._database = sqlite3.connect(
                name_for_sqlite(file), timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
            )
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
        name, game = room.name, room.context.view.name
        kept = msgspec.json.encode(KeptRoom.of(room))
        seal = _seal(name.encode(), game.encode(), kept)
        with clear_errors(self._file):
            self._database.execute("INSERT OR REPLACE INTO rooms VALUES (?, ?, ?, ?)", (name, game, kept, seal))

    def forget(self, room: Room) -> None:
        """Drop a room that has ended.

        Raises:
            ValueError: the file cannot be written.
        """
        with clear_errors(self._file):
            self._database.execute("DELETE FROM rooms WHERE name = ?", (room.name,))

    def rooms(self, context: Context, owner: Owner) -> tuple[list[Room], list[str]]:
        """Read the rooms of the file, with their games; and say of each that cannot be restored, why.

        Raises:
            ValueError: the file cannot be read.
        """
        found, left_out, tokens = list[Room](), list[str](), set[str]()
        with clear_errors(self._file):
            rows = self._database.execute(f"SELECT {_COLUMNS} FROM rooms ORDER BY rowid").fetchall()
        for number, row in enumerate(rows, 1):
            try:
                room = _room(row, context, owner)
                own = {link.token for link in room.links}
                if len(own) < len(room.links) or own & tokens:
                    raise ValueError("a link of it leads to another seat or table too")
            except Exception as error:  # whatever is wrong with one table, the others go on
                left_out.append(f"table {number} of {len(rows)} in {self._file}, where it stays: {_why(error)}")
                continue
            tokens |= own
            found.append(room)
        return found, left_out

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


def _room(row: tuple[object, ...], context: Context, owner: Owner) -> Room:
    """Restore the room of a row.

    Raises:
        ValueError: the row is damaged or of another game, or its room cannot be restored.
    """
    match row:
        case bytes(name), bytes(game), bytes(kept), int(seal) if _seal(name, game, kept) == seal:
            pass
        case _:
            raise ValueError("it is damaged, and its links lead nowhere: open a new table")
    if game.decode() != context.view.name:
        raise ValueError(f"it is of {game.decode()}, not of {context.view.name}: start that game's table with the file")
    try:
        room = msgspec.json.decode(kept, type=KeptRoom)
    except msgspec.MsgspecError as error:
        raise ValueError(f"another version of this program has kept it, and can open it: {error}") from error
    return room.room(name.decode(), context, owner)


def _why(error: Exception) -> str:
    """Say why a table is left out, in a line."""
    kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
    return printable(shortened(kind + str(error), LONGEST_DETAIL))


def _seal(*content: bytes) -> int:
    return zlib.crc32(b"\0".join(content))
