"""Frames that are no messages count as well: a page that floods with them is cut off, and slows nobody."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from cardtable.messages import Message
from cardtable.web import requests, visitors
from cardtable.web.codes import FULL, TOO_MANY
from cardtable.web.connection import Connection
from tests.support.rooms import opened
from tests.support.table_server import Page, seat_address

PING, PONG = Frame(Opcode.PING, b""), Frame(Opcode.PONG, b"")
BEGUN, FRAGMENT = Frame(Opcode.TEXT, b"", fin=False), Frame(Opcode.CONT, b"", fin=False)
MESSAGE = Frame(Opcode.TEXT, b"{}")
FLOOD = 200_000


def on_the_wire(*frames: Frame) -> bytes:
    """Return the bytes that a page sends."""
    return b"".join(frame.serialize(mask=True) for frame in frames)


def code_of_the_end(page: Page) -> int | None:
    """Return the code with which the server closes a connection; fail if it stays open."""
    try:
        while True:
            page.next(patience=20)
    except ConnectionClosed as end:
        return None if end.rcvd is None else end.rcvd.code


@pytest.mark.parametrize(
    ("first", "frame"),
    [(b"", PING), (b"", PONG), (on_the_wire(BEGUN), FRAGMENT), (b"", MESSAGE)],
    ids=["pings", "pongs", "fragments of no bytes", "messages"],
)
def test_a_flood_of_frames_ends_its_connection(address: str, first: bytes, frame: Frame) -> None:
    with Page(address) as page:
        page.send_raw(first + on_the_wire(frame) * 2 * int(requests.FRAME_BURST))
        assert code_of_the_end(page) == TOO_MANY


def test_a_flood_is_not_read_to_its_end(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood is cut off early: the system hands over tens of thousands of frames at once, and others would wait."""
    read = list[int]()
    handle = requests.BoundedSockets.handle_events

    def count(socket: requests.BoundedSockets) -> None:
        read.append(len(socket.conn.events))
        handle(socket)

    with Page(address) as page, Page(address) as other:
        monkeypatch.setattr(requests.BoundedSockets, "handle_events", count)
        with suppress(OSError):  # the server closes while this is being sent
            page.send_raw(on_the_wire(PING) * FLOOD)
        assert code_of_the_end(page) in (TOO_MANY, None)
        assert sum(read) < requests.FRAME_BURST + requests.SLICE
        other.until_quiet()


def test_a_long_message_in_many_fragments_and_some_pings_are_welcome(address: str) -> None:
    with Page(address) as page:
        text = b'{"type": "undo"}'.ljust(200, b" ")
        begun, *middle = (Frame(Opcode.CONT, text[at : at + 1], fin=False) for at in range(len(text)))
        begun.opcode = Opcode.TEXT  # the first says of what they are
        middle[-1].fin = True
        page.send_raw(on_the_wire(begun, PING, *middle, PONG))
        assert page.until("error")["code"] == "busy"


class Flood:
    """A socket with messages that lie ready, and the place where its page sits, which notes whose turn it is."""

    most_bytes = 100

    def __init__(self, name: str, turns: list[str]) -> None:
        self._name, self._turns, self._left = name, turns, 20

    async def receive_text(self) -> str:
        self._left -= 1
        if self._left < 0:
            raise WebSocketDisconnect
        return '{"type": "ping"}'

    async def carry_out(self, message: Message) -> None:
        self._turns.append(self._name)

    async def accept(self) -> None: ...
    async def send_text(self, text: str) -> None: ...
    async def close(self, code: int, reason: str) -> None: ...
    def greet(self) -> None: ...
    def leave(self) -> None: ...


def test_pages_take_turns_whatever_lies_ready_of_one() -> None:
    """Pages take turns, else 30 spectators stop the server for seconds, with messages that the rate allows."""

    async def talk() -> list[str]:
        turns = list[str]()
        floods: list[Any] = [Flood(name, turns) for name in "ab"]
        await asyncio.gather(*(Connection(one, lambda *_, one=one: one).serve() for one in floods))
        return turns

    turns = asyncio.run(talk())
    assert len(turns) == 40
    assert all(set(turns[at : at + 4]) == {"a", "b"} for at in range(0, 40, 4))


def test_who_comes_again_and_again_is_let_in_now_and_then(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who keeps coming back is let in now and then: each arrival tells the room; other links count apart."""
    monkeypatch.setattr(visitors, "ARRIVAL_BURST", 3.0)
    monkeypatch.setattr(visitors, "ARRIVAL_RATE", 10.0)
    with opened(address, ("human", "friend", "friend")) as room:
        seat = room.links[1]
        time.sleep(0.4)
        ends = list[int | None]()
        for _ in range(30):
            try:
                Page(seat_address(address, room.links[None])).__exit__()
                ends.append(None)
            except ConnectionClosed as end:
                ends.append(end.rcvd and end.rcvd.code)
        assert set(ends) == {None, FULL}
        assert ends[:3] == [None] * 3
        assert room.join(seat).until("room")["you"] == 1
        time.sleep(0.2)
        Page(seat_address(address, room.links[None])).__exit__()
