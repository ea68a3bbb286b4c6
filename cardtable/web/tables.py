"""The tables of all pages. If a page loses its connection, its table waits for it for some minutes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from cardtable.answers.dispatch import carry_out
from cardtable.context import Context
from cardtable.messages import Message
from cardtable.rooms.guest import End
from cardtable.rooms.keeping import Keep
from cardtable.rooms.registry import Rooms
from cardtable.table import Table
from cardtable.view import Json
from cardtable.web.codes import FULL, MOVED, RefusedError
from cardtable.web.connection import MOST_BYTES

MOST_TABLES = 200
"""The most tables with a page; pages that come back to their own may exceed it by `MOST_KEPT`."""
MOST_KEPT = 100
"""The most tables without one; one more, and the table that has waited longest is forgotten."""
KEPT_SECONDS = 600.0
"""The seconds that a table waits for its page."""


@dataclass
class Place:
    """A table, and who sits at it.

    Attributes:
        key: that names the table; only its page knows it.
        table: the table.
        end: closes the connection of who sits there; None while nobody does.
        timer: ends the waiting for a page.
        resumed: whether the table was there before this connection.
    """

    key: str
    table: Table
    end: End | None = None
    timer: asyncio.TimerHandle | None = None
    resumed: bool = False


class Tables:
    """The tables that connections get.

    Args:
        context: what all tables share.
        file: that rooms outlive the server in; None: they end with it.
    """

    def __init__(self, context: Context, file: Keep | None = None) -> None:
        self.context, self.rooms = context, Rooms(context, file)
        self._places: dict[str, Place] = {}

    def has_room(self, key: str | None) -> bool:
        """Return whether the page of a key can have a table; one that comes back to its own always can."""
        return key in self._places or sum(place.end is not None for place in self._places.values()) < MOST_TABLES

    def take(self, key: str | None, send: Callable[[Json], None], end: End) -> Place:
        """Return the place of a key, also if another connection still sits there, or a new one if there is none.

        Args:
            key: of an earlier connection of the page; None for its first.
            send: takes the table's messages.
            end: closes the connection, when another takes the place.
        """
        place = self._places.get(key or "")
        if place is None:
            place = Place(secrets.token_urlsafe(24), Table(self.context, send, self.rooms))
            self._places[place.key] = place
        else:
            self._leave(place)
            place.resumed = True
        place.table.send, place.end = send, end
        return place

    def leave(self, place: Place, end: End) -> None:
        """Release the table of a closed connection, unless another connection has taken it over."""
        if place.end is not end:
            return
        self._leave(place)
        if place.table.display is None:
            self._forget(place)
            return
        place.table.send = _discard
        place.timer = asyncio.get_running_loop().call_later(KEPT_SECONDS, self._forget, place)
        self._places[place.key] = self._places.pop(place.key)  # the last to be left is the last to be forgotten
        waiting = [one for one in self._places.values() if one.end is None]
        for one in waiting[: max(0, len(waiting) - MOST_KEPT)]:
            self._forget(one)

    def _leave(self, place: Place) -> None:
        place.table.close()
        if place.end is not None:
            place.end(MOVED, "another page has taken this table")
            place.end = None
        if place.timer is not None:
            place.timer.cancel()
            place.timer = None

    def _forget(self, place: Place) -> None:
        if place.timer is not None:
            place.timer.cancel()
        self._places.pop(place.key, None)


@dataclass(frozen=True)
class AtTable:
    """A page at a table of its own, as a connection has it."""

    most_bytes: ClassVar[int] = MOST_BYTES
    tables: Tables
    place: Place
    end: End

    @classmethod
    def of(cls, tables: Tables, key: str | None, send: Callable[[Json], None], end: End) -> AtTable:
        """Take the table of a key, or a new one.

        Raises:
            RefusedError: there are too many.
        """
        if not tables.has_room(key):
            raise RefusedError(FULL, f"there are {MOST_TABLES} tables already")
        return cls(tables, tables.take(key, send, end), end)

    def greet(self) -> None:
        """Send the table, and the state if there is one."""
        table = self.place.table
        table.send(self.tables.context.welcome | {"table": self.place.key, "resumed": self.place.resumed})
        if table.display is not None:
            table.display.send_all()
            table.autoplay.go_on()
            table.tell()

    async def carry_out(self, message: Message) -> None:
        """Do what a message says."""
        await carry_out(self.place.table, message)

    def answer(self, answers: int | None, message: Json) -> None:
        """Send a message that answers another."""
        self.place.table.answer(answers, message)

    def leave(self) -> None:
        """Release the table of a connection that has ended."""
        self.tables.leave(self.place, self.end)


def _discard(_: Any) -> None:
    """Discard the messages of a table without a page."""
