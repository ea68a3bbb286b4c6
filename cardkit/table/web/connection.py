"""One WebSocket: reads the page's messages, and sends what its table says."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from cardkit.table.answers.dispatch import carry_out
from cardkit.table.house import House
from cardkit.table.messages import MessageError, message_id, read_message
from cardkit.table.searches import BusyError, WorkerError
from cardkit.table.table import Table, error_message
from cardkit.table.view import Json

MOST_TABLES = 200
MOST_BYTES = 1_000_000
"""Of a message of the page."""
RATE, BURST = 40.0, 80.0
"""Messages that the page may send in a second, and at once."""
MOST_UNSENT = 500
"""Messages for a page that does not read them; one more, and its connection is closed."""
TOO_MANY, TOO_SLOW, FULL = 4008, 4009, 1013

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
    """A page's connection, and its table."""

    def __init__(self, socket: WebSocket, house: House) -> None:
        self._socket, self._house = socket, house
        self._unsent: asyncio.Queue[Json | None] = asyncio.Queue()
        self._table = Table(house, self._put)
        self._rate = Rate()
        self._slow = asyncio.Event()

    async def serve(self) -> None:
        """Talk to the page until it closes."""
        if self._house.tables >= MOST_TABLES:
            await self._socket.accept()
            await self._socket.close(FULL, f"there are {MOST_TABLES} tables already")
            return
        self._house.tables += 1
        await self._socket.accept()
        tasks = [asyncio.ensure_future(one) for one in (self._read(), self._write(), self._watch())]
        try:
            self._put(self._house.welcome)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table.close()
            self._house.tables -= 1
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _put(self, message: Json) -> None:
        if self._unsent.qsize() >= MOST_UNSENT:
            self._slow.set()
        else:
            self._unsent.put_nowait(message)

    async def _watch(self) -> None:
        """Wait for a page that does not read."""
        await self._slow.wait()
        await self._close(TOO_SLOW, "the page does not read its messages")

    async def _write(self) -> None:
        while (message := await self._unsent.get()) is not None:
            await self._socket.send_text(json.dumps(message, separators=(",", ":"), allow_nan=False))

    async def _read(self) -> None:
        while True:
            try:
                text = await self._socket.receive_text()
            except (WebSocketDisconnect, KeyError):  # a message of bytes has no text
                return
            if not self._rate.allows():
                await self._close(TOO_MANY, f"more than {RATE:g} messages a second")
                return
            await self._answer(text)

    async def _answer(self, text: str) -> None:
        try:
            await carry_out(self._table, read_message(text))
        except (MessageError, BusyError, WorkerError) as error:
            self._fail(text, error)
        except Exception as error:
            _log.exception("a message of the page failed")
            self._fail(text, MessageError(f"{type(error).__name__}: {error}", "internal"))

    def _fail(self, text: str, error: Exception) -> None:
        self._table.answer(message_id(text), error_message(error))

    async def _close(self, code: int, reason: str) -> None:
        with suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            await asyncio.wait_for(self._socket.close(code, reason), 1.0)
