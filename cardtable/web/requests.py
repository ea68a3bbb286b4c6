"""Limits on connections: uvicorn alone waits without end for the rest of a request, and for room to accept one.

A request and its answer have `REQUEST_SECONDS`. When there are too many connections, the oldest that has not become a
WebSocket gives way, so that requests which are never finished keep nobody out. Of a WebSocket's frames uvicorn shows
the application only whole messages, so the others are counted here.
"""

from __future__ import annotations

import asyncio
import copy
import logging
from contextlib import suppress
from typing import Any

import h11
from uvicorn.config import LOGGING_CONFIG
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from cardtable.web.codes import TOO_MANY
from cardtable.web.rates import Rate

REQUEST_SECONDS = 15.0
"""For a request with its answer, and for a WebSocket until it is accepted."""
MOST_CONNECTIONS = 1200
"""More than people at tables, since a page loads its files over some more."""
BACKLOG = 32
"""Connections that are accepted in one turn of the event loop, before any is refused."""
UNREAD_SECONDS = 5.0
"""For a page that has left to read the rest."""
FRAME_RATE, FRAME_BURST = 160.0, 320.0
"""Frames of a WebSocket in a second, and at once: more than messages, since a long one may come in several."""
SLICE = 4096
"""Bytes that are read at once. The system hands over 64 times as many, and 40,000 of the shortest frames."""
SPARE_DESCRIPTORS = 3 * BACKLOG
"""For one turn's connections while those of the turn before are being closed, for workers and for files."""


def most_connections() -> int:
    """Return the most connections at the same time, within the descriptors that this process may have."""
    with suppress(ImportError):  # Windows has no such limit
        import resource

        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if limit != resource.RLIM_INFINITY:
            return max(BACKLOG, min(MOST_CONNECTIONS, limit - SPARE_DESCRIPTORS))
    return MOST_CONNECTIONS


class BoundedRequests(H11Protocol):
    """A connection that ends if a request takes too long, or if newer ones need its place."""

    _since = 0.0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request, in place of another connection if there are too many."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > most_connections():
            waiting = [one for one in self.connections if isinstance(one, BoundedRequests)]
            min(waiting, key=lambda one: one._since).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Give the next request as much time."""
        self._wait()
        super().on_response_complete()

    def _wait(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._since = self.loop.time()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._end)

    def _end(self) -> None:
        """End the connection, unless it has become a WebSocket."""
        if not getattr(self.transport.get_protocol(), "handshake_complete", False):
            self.transport.abort()


class BoundedSockets(WebSocketsSansIOProtocol):
    """A WebSocket with a limit on its frames, also on pings and on fragments of no bytes.

    It ends soon after its page has left, even if that reads nothing of what was sent to it.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._frames = Rate(FRAME_RATE, FRAME_BURST)

    def data_received(self, data: bytes) -> None:
        """Read no further than a frame too many."""
        for begin in range(0, len(data), SLICE):
            super().data_received(data[begin : begin + SLICE])
            if self.transport.is_closing():
                return

    def handle_events(self) -> None:
        """Handle the frames that have come, unless they are too many."""
        if self._frames.allows(len(self.conn.events)):
            super().handle_events()
        else:
            self._end_flood()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Drop what is unsent after a while: the system would keep the connection for it."""
        super().on_task_complete(task)
        self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def _end_flood(self) -> None:
        """Say why the connection ends, where one can still say it."""
        self.conn.fail(TOO_MANY, f"more than {FRAME_RATE:g} frames a second")
        if self.conn.close_sent is None:  # it was no WebSocket yet
            self.transport.abort()
        else:
            self.handle_parser_exception()


class FaultsOfOthers(logging.Filter):
    """A log filter that drops what uvicorn logs when a stranger breaks the rules of HTTP or WebSockets."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is to be logged."""
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        return not isinstance(error, h11.ProtocolError | UnicodeDecodeError)


def logging_config() -> dict[str, Any]:
    """Return the configuration of uvicorn's log."""
    config = copy.deepcopy(LOGGING_CONFIG)
    config["filters"] = {"faults_of_others": {"()": FaultsOfOthers}}
    config["handlers"]["default"]["filters"] = ["faults_of_others"]
    return config
