"""A guest of a room without a connection: messages to its page stay here."""

from __future__ import annotations

import json
from typing import Any

from cardtable.rooms.answers import AtRoom
from cardtable.rooms.links import Link
from cardtable.rooms.room import Room
from cardtable.view import Json
from cardtable.web.connection import answer, written


class LocalGuest:
    """A guest who has followed a link.

    Args:
        room: that the link leads to.
        link: of a seat, or to watch by.

    Attributes:
        heard: what was said to this guest, as it goes over a connection.
    """

    def __init__(self, room: Room, link: Link) -> None:
        self.heard: list[Any] = []
        self._at = AtRoom(room, room.join(link, None, self._keep, self._end))
        self._asked = 0
        self._at.greet()

    async def say(self, kind: str, **fields: Any) -> None:
        """Say something, as a page does."""
        self._asked += 1
        await answer(self._at, json.dumps({"type": kind, "id": self._asked} | fields))

    def _keep(self, message: Json) -> None:
        self.heard.append(json.loads(written(message)))

    def _end(self, code: int, reason: str) -> None:
        self.heard.append([code, reason])
