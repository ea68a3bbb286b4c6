"""A guest of a room: one connection, which gets what its seat knows, or what anybody at the table sees."""

from __future__ import annotations

from collections.abc import Callable

from cardkit.compiled.protocol import NOBODY
from cardtable.autoplay import Played
from cardtable.display import Display
from cardtable.errors import refusal
from cardtable.rooms.links import Link
from cardtable.view import Json, View

Send = Callable[[Json], None]
"""Takes a message for the page."""
End = Callable[[int, str], None]
"""Closes the connection with a code and a reason."""


class Guest:
    """A visitor of a room: the person or program of a seat, or a spectator.

    Args:
        link: that the guest has followed.
        view: of the game.
        send: takes messages for the page.
        end: closes the connection.

    Attributes:
        link: that the guest has followed, or has got by sitting down.
        name: of who only watches; that of a seat is its link's.
        display: the game as the guest sees it; None before the first.
        sees_all: whether all cards may be shown: the game is over, or open to all.
    """

    def __init__(self, link: Link, view: View, send: Send, end: End) -> None:
        self.link, self._view, self.send, self.end = link, view, send, end
        self.name = ""
        self.display: Display | None = None
        self.sees_all = False

    def sit_down(self, game: Played) -> None:
        """See a game from now on."""
        self.sees_all = game.line.game.open_world
        nobody = 0 if self.sees_all else NOBODY
        viewer = nobody if self.link.sat is None else self.link.sat
        self.display = Display(self._view, game.line, game.players, viewer, len(game.line))

    def shown(self) -> Display:
        """Return the game as the guest sees it.

        Raises:
            MessageError: there is none yet.
        """
        if self.display is None:
            raise refusal("no_game", "busy")
        return self.display

    def open_up(self) -> None:
        """See all cards from now on, since the game is over; a player does so by asking for it."""
        if self.sees_all:
            return
        self.sees_all = True
        shown = self.display
        if shown is not None and shown.viewer == NOBODY:
            self.display = Display(self._view, shown.line, shown.players, None, shown.ply)

    def is_to_move(self) -> bool:
        """Return whether the guest is to move."""
        shown = self.shown()
        seat = shown.line.mover(len(shown.line))
        return seat is not None and seat == self.link.sat and shown.players[seat].is_human

    def tell(self, answers: int | None, facts: Json) -> None:
        """Send the state, with what the room knows of the game beside."""
        if self.display is None:
            return
        yours = self.is_to_move() and self.display.at_the_end and not facts["over"]
        told = {"type": "state", "mode": "play", "seed": None, "yours": yours, "paused": False} | facts
        self.answer(answers, told | self.display.state())

    def answer(self, answers: int | None, message: Json) -> None:
        """Send a message that answers another."""
        self.send(message if answers is None else message | {"answers": answers})
