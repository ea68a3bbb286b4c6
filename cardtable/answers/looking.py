"""Handlers for navigation: the ply shown, and the seat's view or all cards."""

from __future__ import annotations

from typing import Protocol

from cardkit.wording import quoted
from cardtable import messages
from cardtable.display import Display
from cardtable.errors import MessageError, refusal
from cardtable.rooms.ended_games import Lines
from cardtable.table import OWN, Table
from cardtable.view import Json


class Looking(Protocol):
    """A person who looks at a game: at a table of one's own, or in a room."""

    @property
    def sees_all(self) -> bool:
        """True if all cards may be shown."""
        ...

    @property
    def scores(self) -> list[Lines]:
        """The lines of the games that are over."""
        ...

    def shown(self) -> Display:
        """Return the game shown."""
        ...

    def tell(self, answers: int | None = None) -> None:
        """Send the state."""
        ...

    def answer(self, answers: int | None, message: Json) -> None:
        """Send a message that answers another."""
        ...


async def state(table: Looking, message: messages.State) -> None:
    """Send the state again, with the whole log."""
    table.shown().send_all()
    table.tell(message.id)


async def ping(table: Looking, message: messages.Ping) -> None:
    """Give a sign of life."""
    table.answer(message.id, {"type": "pong"})


async def goto(table: Looking, message: messages.Goto) -> None:
    """Show another ply."""
    shown = table.shown()
    if not 0 <= message.ply <= len(shown.line):
        raise refusal("ply", "message", "ply", most=len(shown.line), got=message.ply)
    shown.ply = message.ply
    table.tell(message.id)


async def view(table: Table, message: messages.View) -> None:
    """Show a seat's knowledge, or all cards."""
    table.viewer = checked_viewer(message.seat, table.shown().line.game.seats, "seat")
    table.tell(message.id)


def checked_viewer(viewer: int | str | None, seats: int, field: str) -> int | str | None:
    """Return a viewer of the page.

    Args:
        viewer: whose knowledge is shown.
        seats: of the game.
        field: of the message, that names the viewer.

    Raises:
        MessageError: there is no such seat.
    """
    if viewer in (None, OWN) or viewer in range(seats):
        return viewer
    raise MessageError(f"{field} must be a seat of {seats}, {OWN!r} or null, got {quoted(viewer)}", field=field)
