"""All rooms of a server, by the tokens of their links."""

from __future__ import annotations

from cardtable.context import Context
from cardtable.errors import refusal
from cardtable.rooms.links import Link
from cardtable.rooms.room import Room, Setup

MOST_ROOMS = 50


class Rooms:
    """Opens rooms, and finds them by their links.

    Args:
        context: what all tables share.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._rooms: list[Room] = []

    def open(self, setup: Setup) -> Room:
        """Open a room.

        Raises:
            MessageError: there are too many.
        """
        if len(self._rooms) >= MOST_ROOMS:
            raise refusal("rooms", "busy", most=MOST_ROOMS)
        room = Room(self._context, setup, self._rooms.remove)
        self._rooms.append(room)
        return room

    def find(self, token: str) -> tuple[Room, Link] | None:
        """The room and the link of a token; None if it is of none, or no more."""
        links = ((room, link) for room in self._rooms for link in room.links)
        return next((found for found in links if found[1].token == token), None)
