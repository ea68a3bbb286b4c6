"""The tables of all pages. If a page loses its connection, its table waits for it for some minutes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cardtable.context import Context
from cardtable.table import Table
from cardtable.view import Json

MOST_TABLES = 200
"""The most tables with a page; pages that come back to their own may exceed it by `MOST_KEPT`."""
MOST_KEPT = 100
"""The most tables without one; one more, and the table that has waited longest is forgotten."""
KEPT_SECONDS = 600.0
"""How long a table waits for its page."""


@dataclass
class Place:
    """A table, and who sits at it.

    Attributes:
        key: that names the table; only its page knows it.
        table: the table.
        displaced: is called when another connection takes the place; None while nobody sits there.
        timer: ends the waiting for a page.
        resumed: whether the table was there before this connection.
    """

    key: str
    table: Table
    displaced: Callable[[], None] | None = None
    timer: asyncio.TimerHandle | None = None
    resumed: bool = False


class Tables:
    """Gives tables to connections.

    Args:
        context: what all tables share.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self._places: dict[str, Place] = {}

    def has_room(self, key: str | None) -> bool:
        """Whether the page of a key can have a table; one that comes back to its own always can."""
        return key in self._places or sum(place.displaced is not None for place in self._places.values()) < MOST_TABLES

    def take(self, key: str | None, send: Callable[[Json], None], displaced: Callable[[], None]) -> Place:
        """The place of a key, also if another connection still sits there, or a new one if there is none.

        Args:
            key: of an earlier connection of the page; None for its first.
            send: takes the table's messages.
            displaced: is called when another connection takes the place.
        """
        place = self._places.get(key or "")
        if place is None:
            place = Place(secrets.token_urlsafe(24), Table(self.context, send))
            self._places[place.key] = place
        else:
            self._leave(place)
            place.resumed = True
        place.table.send, place.displaced = send, displaced
        return place

    def leave(self, place: Place, displaced: Callable[[], None]) -> None:
        """Release the table of a closed connection, unless another connection has taken it over."""
        if place.displaced is not displaced:
            return
        self._leave(place)
        if place.table.display is None:
            self._forget(place)
            return
        place.table.send = _discard
        place.timer = asyncio.get_running_loop().call_later(KEPT_SECONDS, self._forget, place)
        self._places[place.key] = self._places.pop(place.key)  # the last to be left is the last to be forgotten
        waiting = [one for one in self._places.values() if one.displaced is None]
        for one in waiting[: max(0, len(waiting) - MOST_KEPT)]:
            self._forget(one)

    def _leave(self, place: Place) -> None:
        place.table.close()
        if place.displaced is not None:
            place.displaced()
            place.displaced = None
        if place.timer is not None:
            place.timer.cancel()
            place.timer = None

    def _forget(self, place: Place) -> None:
        if place.timer is not None:
            place.timer.cancel()
        self._places.pop(place.key, None)


def _discard(_: Any) -> None:
    """Discards the messages of a table without a page."""
