"""Handlers for the messages of a room's guests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from cardtable import messages
from cardtable.answers import looking, playing, study
from cardtable.display import Display
from cardtable.errors import refusal
from cardtable.rooms.ended_games import Lines
from cardtable.rooms.guest import Guest
from cardtable.rooms.names import is_label, look_alike, shown_name
from cardtable.rooms.room import Room
from cardtable.view import Json


@dataclass(frozen=True)
class AtRoom:
    """A guest at a room, as a connection has it."""

    most_bytes: ClassVar[int] = 20_000  # no record comes from here, and a long message keeps the others waiting
    room: Room
    guest: Guest

    @property
    def sees_all(self) -> bool:
        """True if all cards may be shown."""
        return self.guest.sees_all

    @property
    def scores(self) -> list[Lines]:
        """The lines of the games that are over."""
        return self.room.score.lines

    def shown(self) -> Display:
        """Return the game as the guest sees it."""
        return self.guest.shown()

    def tell(self, answers: int | None = None) -> None:
        """Send the guest the state."""
        self.room.tell_one(self.guest, answers)

    def greet(self) -> None:
        """Send the room, its seats, and the state."""
        context, link = self.room.context, self.guest.link
        own = {"own": [], "file": None, "table": link.key, "resumed": self.room.playing is not None, "room": True}
        offered = [agent for agent in context.welcome["agents"] if agent["spec"] not in context.own]
        self.guest.send(context.welcome | own | {"agents": offered})
        self.room.arrived(self.guest)

    def answer(self, answers: int | None, message: Json) -> None:
        """Send a message that answers another."""
        self.guest.answer(answers, message)

    async def carry_out(self, message: messages.Message) -> None:
        """Do what a message says.

        Raises:
            MessageError: it cannot be done.
        """
        handler = _HANDLERS.get(type(message))
        if handler is None:
            raise refusal("not_in_rooms", "busy")
        await handler(self, message)

    def leave(self) -> None:
        """Tell the room that the connection has ended."""
        self.room.left(self.guest)

    def seat(self) -> int:
        """Return the guest's seat.

        Raises:
            MessageError: it only watches.
        """
        if self.guest.link.seat is None:
            raise refusal("only_watching", "illegal")
        return self.guest.link.seat

    def check_host(self) -> None:
        """Refuse who is not the host."""
        if not self.guest.link.is_host:
            raise refusal("not_host", "busy")


async def _act(at: AtRoom, message: messages.Act) -> None:
    room, guest = at.room, at.guest
    playing.play(guest.shown(), message, room.revision, not room.ended and guest.is_to_move())
    withdrawn, room.proposal = room.proposal, None
    room.tell(guest, message.id)
    if withdrawn is not None and not room.ended:
        room.tell_room()


async def _view(at: AtRoom, message: messages.View) -> None:
    shown, own = at.guest.shown(), at.guest.link.sat
    viewer = own if message.seat == "own" else message.seat
    looking.checked_viewer(viewer, shown.line.game.seats, "seat")
    if viewer != own and not at.sees_all:
        raise refusal("view_early", "busy")
    if not (own is None and viewer is None and not at.sees_all):
        shown.viewer = viewer if isinstance(viewer, int) else None
    at.tell(message.id)


async def _undo(at: AtRoom, message: messages.Undo) -> None:
    at.room.wish_back(at.seat())
    at.room.tell_room(at.guest, message.id)


async def _agree(at: AtRoom, message: messages.Agree) -> None:
    room, seat = at.room, at.seat()
    if room.ended or room.proposal is None or seat not in room.proposal.waits_for:
        raise refusal("nothing_to_agree", "busy")
    if message.wish != room.proposal.number:
        raise refusal("wish_withdrawn", "stale", "wish")
    room.proposal.waits_for.discard(seat)
    if not message.agree:
        room.proposal = None
    elif not room.proposal.waits_for:
        room.take_back(room.proposal.ply)
    room.tell_room(at.guest, message.id)


async def _name(at: AtRoom, message: messages.Name) -> None:
    room, guest = at.room, at.guest
    name = _fit_name(room, guest, message.name)
    if guest.link is room.table:
        guest.name = name
    else:
        guest.link.name = name
    room.tell_room(guest, message.id)


def _fit_name(room: Room, guest: Guest, text: str) -> str:
    """Answer with the name to show for one that a guest wishes.

    Raises:
        MessageError: it looks like that of somebody else, or like one that the page gives.
    """
    name = shown_name(text)
    sitting = [link.name for link in room.links if link is not guest.link]
    watching = [one.name for one in room.guests if one is not guest]
    if any(look_alike(name, other) for other in filter(None, sitting + watching)):
        raise refusal("name_taken", "busy", "name")
    if is_label(name):
        raise refusal("name_label", "busy", "name")
    return name


async def _sit(at: AtRoom, message: messages.Sit) -> None:
    room, guest = at.room, at.guest
    room.sit(guest, message.seat, _fit_name(room, guest, message.name))
    guest.name, link = "", guest.link
    guest.answer(message.id, {"type": "seated", "seat": message.seat, "link": link.address(""), "table": link.key})
    room.arrived(guest)


async def _ready(at: AtRoom, message: messages.Ready) -> None:
    room, link = at.room, at.guest.link
    if link is room.table:
        raise refusal("only_watching", "illegal")
    if room.in_play is not None:
        raise refusal("game_goes_on", "busy")
    if message.ready:
        room.ready.add(link)
        room.begin_when_ready()
    else:
        room.ready.discard(link)
    room.tell_room(at.guest, message.id)


async def _again(at: AtRoom, message: messages.Again) -> None:
    at.check_host()
    if not at.room.ended:
        raise refusal("game_goes_on", "busy")
    at.room.begin()
    at.room.tell_room(at.guest, message.id)


async def _review(at: AtRoom, message: messages.Review) -> None:
    analysis = at.room.context.analysis
    if analysis is not None and message.agent not in (None, analysis.adviser):
        raise refusal("not_in_rooms", "busy", "agent")
    at.room.evaluate(at.guest, message.id)


async def _stop(at: AtRoom, message: messages.Stop) -> None:
    at.room.wait_no_more(at.guest)
    if message.id is not None:
        at.answer(message.id, {"type": "analysis_stopped"})


async def _back(at: AtRoom, message: messages.Back) -> None:
    at.room.come_back(at.seat())
    at.room.tell_room(at.guest, message.id)


async def _swap(at: AtRoom, message: messages.Swap) -> None:
    at.check_host()
    room, seats = at.room, range(len(at.room.players))
    for field, seat in (("seat", message.seat), ("other", message.other)):
        if seat not in seats:
            raise refusal("no_seat", "message", field, seat=seat)
    if room.in_play is not None:
        raise refusal("game_goes_on", "busy")
    room.swap(message.seat, message.other)
    room.ready.discard(at.guest.link)
    room.tell_room(at.guest, message.id)


async def _fill(at: AtRoom, message: messages.Fill) -> None:
    at.check_host()
    room, link = at.room, at.room.link_of(message.seat)
    is_empty = link is not None and room.players[message.seat].is_human and room.at(link) is None
    has_failed = message.seat in range(len(room.players)) and room.players[message.seat].error is not None
    if not (is_empty or has_failed):
        raise refusal("no_seat", "message", "seat", seat=message.seat)
    if room.in_play is None:
        room.ready.discard(at.guest.link)  # who prepares a game still has to say that it may begin
    room.stand_in(message.seat)
    room.tell_room(at.guest, message.id)


async def _revoke(at: AtRoom, message: messages.Revoke) -> None:
    at.check_host()
    link = at.room.table if message.seat is None else at.room.link_of(message.seat)
    if link is None or link.is_host:
        raise refusal("no_seat", "message", "seat", seat=message.seat)
    if at.room.in_play is None:
        at.room.ready.discard(at.guest.link)  # as in `_fill`
    at.room.revoke(link)
    at.room.tell_room(at.guest, message.id)


async def _close(at: AtRoom, message: messages.Close) -> None:
    at.check_host()
    at.room.close()


_HANDLERS: dict[type[messages.Message], Callable[[AtRoom, Any], Awaitable[None]]] = {
    messages.Act: _act,
    messages.View: _view,
    messages.Undo: _undo,
    messages.Agree: _agree,
    messages.Name: _name,
    messages.Sit: _sit,
    messages.Ready: _ready,
    messages.Again: _again,
    messages.Back: _back,
    messages.Swap: _swap,
    messages.Fill: _fill,
    messages.Revoke: _revoke,
    messages.Close: _close,
    messages.Goto: looking.goto,
    messages.State: looking.state,
    messages.Ping: looking.ping,
    messages.Record: study.record,
    messages.Scores: study.scores,
    messages.Review: _review,
    messages.Stop: _stop,
}
