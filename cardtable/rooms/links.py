"""Links to a room: each seat has one of its own, and so have those who watch."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated

import segno
from msgspec import Meta

from cardtable.view import Json

Token = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{24}\Z")]
"""Of `new_token`."""


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(18)


@dataclass(eq=False)
class Link:
    """A link to a room.

    Attributes:
        seat: that it gives; None for one to watch by.
        is_host: whether who follows it may start, fill, revoke and close.
        token: part of the address; another one once the host has revoked it.
        claimed: whether somebody has taken the seat.
        name: of who sits there, as they have written it.
        key: lets the same page come back while its old connection still seems to live.
    """

    seat: int | None
    is_host: bool = False
    token: Token = field(default_factory=new_token)
    claimed: bool = False
    name: str = ""
    key: Token = field(default_factory=new_token)

    def address(self, server: str) -> str:
        """The address to open, at a server such as ``http://192.168.1.5:8765``."""
        return f"{server}/?seat={self.token}"

    def invitation(self, server: str) -> Json:
        """What a host shows: the address, and its QR code as the address of a picture."""
        address = self.address(server)
        return {"seat": self.seat, "link": address, "qr": _picture(address)}


@lru_cache(1024)
def _picture(address: str) -> str:
    """The QR code of an address; to draw one takes as long as to answer several clicks."""
    return segno.make(address, error="m").svg_data_uri(scale=4, border=2, light="#fff")
