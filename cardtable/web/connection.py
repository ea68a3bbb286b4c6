"""One WebSocket: reads the page's messages, and sends those of its table."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from cardtable.answers.dispatch import carry_out
from cardtable.errors import MessageError
from cardtable.messages import message_id, read_message
from cardtable.searches import BusyError, WorkerError
from cardtable.table import Table, error_message
from cardtable.view import Json
from cardtable.web import tables
from cardtable.web.tables import Place, Tables

MOST_BYTES = 1_000_000
"""Of a message of the page."""
RATE, BURST = 40.0, 80.0
"""Messages that the page may send in a second, and at once."""
MOST_UNSENT = 500
"""Messages for a page that does not read them; one more, and its connection is closed."""
TOO_MANY, TOO_SLOW, MOVED, FULL = 4008, 4009, 4010, 1013
"""Codes with which the server closes a connection."""

_log = logging.getLogger(__name__)


class Rate:
    """Counts messages: as many as `RATE` a second on average, `BURST` at once."""

    def __init__(self) -> None:
        self._left, self._at = BURST, time.monotonic()

    def allows(self) -> bool:
        """Count a message; False if it is one too many."""
        now = time.monotonic()
        self._left = min(BURST, self._left + RATE * (now - self._at)) - 1
        self._at = now
        return self._left >= 0


class Connection:
    """A page's connection.

    Args:
        socket: of the page.
        tables: of all pages.
        key: of the table that the page had before; None if it had none.
    """

    def __init__(self, socket: WebSocket, tables: Tables, key: str | None) -> None:
        self._socket, self._tables, self._key = socket, tables, key
        self._unsent: asyncio.Queue[Json] = asyncio.Queue()
        self._rate = Rate()
        self._end: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()

    async def serve(self) -> None:
        """Talk to the page until it closes."""
        await self._socket.accept()
        if not self._tables.has_room(self._key):
            await self._close(FULL, f"there are {tables.MOST_TABLES} tables already")
            return
        displaced = self._displaced
        place = self._tables.take(self._key, self._put, displaced)
        tasks = [asyncio.ensure_future(one) for one in (self._read(place), self._write(), self._watch())]
        try:
            self._greet(place)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._tables.leave(place, displaced)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _greet(self, place: Place) -> None:
        self._put(self._tables.context.welcome | {"table": place.key, "resumed": place.resumed})
        if place.table.display is not None:
            place.table.display.send_all()
            place.table.autoplay.go_on()
            place.table.tell()

    def _displaced(self) -> None:
        self._end_with(MOVED, "another page has taken this table")

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
            await self._socket.send_text(json.dumps(await self._unsent.get(), separators=(",", ":"), allow_nan=False))

    async def _read(self, place: Place) -> None:
        while True:
            try:
                text = await self._socket.receive_text()
            except (WebSocketDisconnect, KeyError):  # a message of bytes has no text
                return
            if self._end.done():
                return
            if not self._rate.allows():
                await self._close(TOO_MANY, f"more than {RATE:g} messages a second")
                return
            await self._answer(place.table, text)

    async def _answer(self, table: Table, text: str) -> None:
        try:
            await carry_out(table, read_message(text))
        except (MessageError, BusyError, WorkerError) as error:
            table.answer(message_id(text), error_message(error))
        except Exception as error:
            _log.exception("a message of the page failed")
            table.answer(message_id(text), error_message(MessageError(f"{type(error).__name__}: {error}", "internal")))

    async def _close(self, code: int, reason: str) -> None:
        with suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            await asyncio.wait_for(self._socket.close(code, reason), 1.0)
