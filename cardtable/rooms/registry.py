"""All rooms of a server, by the tokens of their links."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from cardtable.context import Context
from cardtable.errors import refusal
from cardtable.rooms.keeping import Keep
from cardtable.rooms.links import Link
from cardtable.rooms.room import Room
from cardtable.rooms.setup import Setup

MOST_ROOMS = 200

_log = logging.getLogger(__name__)


class Rooms:
    """The open rooms, found by their links.

    Args:
        context: what all tables share.
        file: that rooms outlive the server in; None: they end with it.

    Attributes:
        left_out: why rooms of the file cannot be restored, each with its place.

    Raises:
        ValueError: the file cannot be read.
    """

    def __init__(self, context: Context, file: Keep | None = None) -> None:
        self._context, self._file = context, file
        self._unwritten: dict[Room, Callable[[Room], None]] = {}
        self._rooms, self.left_out = ([], []) if file is None else file.rooms(context, self)

    def go_on(self) -> None:
        """Let the rooms of the file go on, once the server runs; what cannot stays in the file."""
        for room in list(self._rooms):
            try:
                room.go_on()
            except Exception as error:  # whatever is wrong with one room, the others go on
                room.stop()
                self._rooms.remove(room)
                self.left_out.append(f"a table that cannot go on: {type(error).__name__}: {error}")

    def open(self, setup: Setup) -> Room:
        """Open a room.

        Raises:
            MessageError: there are too many.
        """
        if len(self._rooms) >= MOST_ROOMS:
            raise refusal("rooms", "busy", most=MOST_ROOMS)
        room = Room(self._context, setup, self)
        self._rooms.append(room)
        return room

    def find(self, token: str) -> tuple[Room, Link] | None:
        """Find the room and the link of a token; None if it is of none, or no more."""
        links = ((room, link) for room in self._rooms for link in room.links)
        return next((found for found in links if found[1].token == token), None)

    def keep(self, room: Room) -> None:
        """Keep a room that has changed."""
        if self._file is not None:
            self._write(self._file.save, room)

    def forget(self, room: Room) -> None:
        """Forget a room that has ended."""
        self._rooms.remove(room)
        if self._file is not None:
            self._write(self._file.forget, room)

    def _write(self, write: Callable[[Room], None], room: Room) -> None:
        """Write to the file. If that fails, as on a full disk, people play on all the same.

        The log hears of it once, lest it fill the disk too.
        """
        try:
            write(room)
        except ValueError as error:
            if not self._unwritten:
                _log.error("%s; if the server ends before that works again, tables go on from an earlier ply", error)
            self._unwritten[room] = write
            return
        self._unwritten.pop(room, None)
        self._catch_up()

    def _catch_up(self) -> None:
        """Write the changes that could not be written before, now that one write has worked."""
        with suppress(ValueError):
            for room, write in list(self._unwritten.items()):
                write(room)
                del self._unwritten[room]
