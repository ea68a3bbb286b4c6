"""One WebSocket: reads the page's messages, and sends those of its table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardtable.errors import MessageError
from cardtable.messages import Message, message_id, read_message
from cardtable.reports import error_message
from cardtable.rooms.guest import End, Send
from cardtable.searches import BusyError, WorkerError
from cardtable.view import Json
from cardtable.web.codes import NOT_TEXT, TOO_MANY, TOO_SLOW, RefusedError
from cardtable.web.rates import Rate

MOST_BYTES = 1_000_000
"""The longest message of the page, in bytes."""
RATE, BURST = 40.0, 80.0
"""Messages that the page may send in a second, and at once."""
MOST_UNSENT = 500
"""Messages for a page that does not read them; one more, and its connection is closed."""

_log = logging.getLogger(__name__)


class Sitting(Protocol):
    """The seat of a connection's page: a table of its own, or a place in a room.

    Attributes:
        most_bytes: of a message of the page.
    """

    most_bytes: ClassVar[int]

    def greet(self) -> None:
        """Send what a page needs first."""
        ...

    async def carry_out(self, message: Message) -> None:
        """Do what a message says."""
        ...

    def answer(self, answers: int | None, message: Json) -> None:
        """Send a message that answers another."""
        ...

    def leave(self) -> None:
        """Note that the connection has ended."""
        ...


def written(message: Json) -> str:
    """Write a message as JSON; a number that is none, such as infinity, becomes null."""
    return _ENCODER.encode(message).decode()


def _as_text(value: Any) -> str:
    """Return a card, a text of a class of its own that msgspec does not know, as text."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not of JSON")


_ENCODER = msgspec.json.Encoder(enc_hook=_as_text)


async def answer(sitting: Sitting, text: str) -> None:
    """Do what a page says, or say why not."""
    try:
        await sitting.carry_out(read_message(text))
    except (MessageError, BusyError, WorkerError) as error:
        sitting.answer(message_id(text), error_message(error))
    except Exception as error:
        _log.exception("a message of the page failed")
        sitting.answer(message_id(text), error_message(MessageError(f"{type(error).__name__}: {error}", "internal")))


class Connection:
    """A page's connection.

    Args:
        socket: of the page.
        sit: lets the page sit down, by what takes messages for it and what ends the connection; raises
            `cardtable.web.codes.RefusedError` if it may not.
    """

    def __init__(self, socket: WebSocket, sit: Callable[[Send, End], Sitting]) -> None:
        self._socket, self._sit = socket, sit
        self._unsent: asyncio.Queue[Json] = asyncio.Queue()
        self._rate = Rate(RATE, BURST)
        self._end: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()

    async def serve(self) -> None:
        """Talk to the page until it closes."""
        await self._socket.accept()
        try:
            sitting = self._sit(self._put, self._end_with)
        except RefusedError as refused:
            await self._close(refused.code, str(refused))
            return
        tasks = [asyncio.ensure_future(one) for one in (self._read(sitting), self._write(), self._watch())]
        try:
            sitting.greet()
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sitting.leave()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _put(self, message: Json) -> None:
        if self._unsent.qsize() >= MOST_UNSENT:
            self._end_with(TOO_SLOW, "the page does not read its messages")
        else:
            self._unsent.put_nowait(message)

    def _end_with(self, code: int, reason: str) -> None:
        if not self._end.done():
            self._end.set_result((code, reason))

    async def _watch(self) -> None:
        """Wait until the server has a reason to close."""
        await self._close(*await self._end)

    async def _write(self) -> None:
        while True:
            await self._socket.send_text(written(await self._unsent.get()))

    async def _read(self, sitting: Sitting) -> None:
        while True:
            try:
                text = await self._socket.receive_text()
            except WebSocketDisconnect:
                return
            except KeyError:  # a message of bytes
                await self._close(NOT_TEXT, "messages are JSON in text frames")
                return
            if self._end.done():
                return
            if len(text.encode()) > sitting.most_bytes:
                await self._close(TOO_MANY, f"a message of more than {sitting.most_bytes:,} bytes")
                return
            if not self._rate.allows():
                await self._close(TOO_MANY, f"more than {RATE:g} messages a second")
                return
            await answer(sitting, text)
            await asyncio.sleep(0)  # or all that lies ready of one page would be answered before the others' next

    async def _close(self, code: int, reason: str) -> None:
        with suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            await asyncio.wait_for(self._socket.close(code, reason), 1.0)
