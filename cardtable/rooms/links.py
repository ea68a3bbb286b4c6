"""Links to a room: one for all who come, and for each seat one that is given to who takes it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated

import segno
from msgspec import Meta

from cardtable.view import Json

Token = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{24}\Z")]
"""The pattern of a token of `new_token`."""


def new_token() -> str:
    """Draw a token that nobody can guess."""
    return secrets.token_urlsafe(18)


@dataclass(eq=False)
class Link:
    """A link to a room.

    Attributes:
        seat: that it gives, in the next game if none goes on; None for the one by which all come.
        is_host: whether who follows it may start, fill, revoke and close.
        token: part of the address; another one each time somebody takes the seat, or the host frees it.
        claimed: whether somebody has taken the seat.
        name: of who sits there, as they have written it.
        key: lets the same page come back while its old connection still seems to live.
        sat: the seat in the game shown; None for who has no part in it.
    """

    seat: int | None
    is_host: bool = False
    token: Token = field(default_factory=new_token)
    claimed: bool = False
    name: str = ""
    key: Token = field(default_factory=new_token)
    sat: int | None = None

    @property
    def is_free(self) -> bool:
        """True if somebody who comes may take the seat; the host's is never free."""
        return not (self.seat is None or self.claimed or self.is_host)

    def address(self, server: str) -> str:
        """Write the address to open, at a server such as ``http://192.168.1.5:8765``."""
        return f"{server}/?seat={self.token}"

    def invitation(self, server: str) -> Json:
        """Return the address, and its QR code as the address of a picture."""
        address = self.address(server)
        return {"link": address, "qr": _picture(address)}


@lru_cache(1024)
def _picture(address: str) -> str:
    """Draw the QR code of an address; to draw one takes as long as to answer several clicks."""
    return segno.make(address, error="m").svg_data_uri(scale=4, border=2, light="#fff")
