"""The message that says who sits where in a room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.display import Player
from cardtable.rooms.guest import Guest
from cardtable.view import Json

if TYPE_CHECKING:
    from cardtable.rooms.room import Room


def who_sits_where(room: Room, guest: Guest) -> Json:
    """The message, as a guest may know it; the host alone gets the links."""
    proposal = room.proposal
    return {
        "type": "room",
        "you": guest.link.seat,
        "host": guest.link.is_host,
        "begun": room.playing is not None,
        "ended": room.ended,
        "places": [_place(room, seat, player) for seat, player in enumerate(room.players)],
        "watching": sum(one.link.seat is None for one in room.guests),
        "forfeit": room.forfeit,
        "undo": None if proposal is None else {"by": proposal.by, "waits_for": sorted(proposal.waits_for)},
        "invitations": [link.invitation(room.context.address) for link in room.links if not link.is_host]
        if guest.link.is_host
        else [],
    }


def _place(room: Room, seat: int, player: Player) -> Json:
    link = room.link_of(seat)
    return {
        "seat": seat,
        "name": "" if link is None else link.name,
        "agent": None if player.is_human else player.name,
        "claimed": link is not None and link.claimed,
        "here": link is not None and room.at(link) is not None,
    }
