"""Rooms of a test server: opened by a host's page, joined by links, played by clients at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np

from tests.support.table_protocol import check
from tests.support.table_server import Page, at, seat_address


class Links(Mapping[int | None, str]):
    """The links of a room: that of the table under None, and of each friend's seat, which is taken at the first look.

    Args:
        address: of the server's WebSocket.
        room: what the server says of the room to its host.
    """

    def __init__(self, address: str, room: dict[str, Any]) -> None:
        self._address, self.table = address, room["invitation"]["link"]
        friends = [place["seat"] for place in room["places"] if place["agent"] is None and not place["host"]]
        self._links: dict[int | None, str | None] = dict.fromkeys(friends) | {None: self.table}

    def __getitem__(self, seat: int | None) -> str:
        link = self._links[seat]
        if link is None:
            assert seat is not None
            with Page(seat_address(self._address, self.table)) as page:
                link = self._links[seat] = page.ask("sit", "seated", seat=seat)["link"]
        return link

    def __iter__(self) -> Iterator[int | None]:
        return iter(self._links)

    def __len__(self) -> int:
        return len(self._links)


class OpenRoom:
    """A room and the people connected to it.

    Args:
        address: of the server's WebSocket.
        stack: closes the connections.
        gather: what the host chooses.
    """

    def __init__(self, address: str, stack: ExitStack, **gather: Any) -> None:
        self.address, self._stack = address, stack
        with Page(address) as page:
            self.host_link = page.ask("gather", "gathered", **gather)["link"]
        self.host = self.join(self.host_link)
        self.links: Mapping[int | None, str] = Links(address, self.host.until("room"))

    def join(self, link: str, key: str | None = None) -> Page:
        """Follow a link."""
        return self._stack.enter_context(Page(seat_address(self.address, link, key)))

    def join_all(self) -> list[Page]:
        """Let everybody of the seats join, the host first if it plays."""
        guests = [self.join(link) for seat, link in self.links.items() if seat is not None]
        return [self.host, *guests]


@contextmanager
def opened(address: str, seats: Sequence[str], **fields: Any) -> Iterator[OpenRoom]:
    """Open a room of a server."""
    with ExitStack() as stack:
        yield OpenRoom(address, stack, seats=list(seats), **fields)


def settled(page: Page, plies: int = 0) -> dict[str, Any]:
    """Return the state once no agent thinks, after at least so many plies; the last message if it is that."""
    said = [message for message in page.heard if message["type"] == "state"]
    state = said[-1] if said else page.until("state")
    while state["thinking"] is not None or state["plies"] < plies:
        state = page.until("state")
    return state


def play_out(pages: Sequence[Page], rng: np.random.Generator) -> list[dict[str, Any]]:
    """Play a game at random to its end; return everybody's last state."""
    plies = 0
    while True:
        states = [settled(page, plies) for page in pages]
        plies = max(state["plies"] for state in states)
        states = [settled(page, plies) for page in pages]
        if states[0]["over"]:
            return states
        turns = [(page, state) for page, state in zip(pages, states, strict=True) if state["yours"]]
        assert len(turns) == 1
        page, state = turns[0]
        action = state["legal"][rng.integers(len(state["legal"]))]["action"]
        plies = page.ask("act", action=action, **at(state))["plies"]


def check_all(pages: Sequence[Page]) -> None:
    """Hold all messages against the schema."""
    for page in pages:
        for message in page.heard:
            check(message)
