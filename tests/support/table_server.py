"""A table's server in a thread, and a page that talks to it, for tests."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
import uvicorn
from websockets.sync.client import connect

from cardtable import autoplay
from cardtable.context import Context
from cardtable.view import TablePlugin
from cardtable.web.access import Access
from cardtable.web.server import configuration, listen
from cardtable.web.tables import Tables
from tests.support.lasting_searches import lasting_searches

TOKEN = "secret"
PATIENCE = 120.0  # agents may have to be compiled
BRISK = 0.02  # seconds between two plies of agents, where nobody watches


def at(state: dict[str, Any]) -> dict[str, Any]:
    """Return an `act`'s words for the position that it answers."""
    return {"ply": state["plies"], "revision": state["revision"]}


class Page:
    """A page's connection. It keeps all messages of the server."""

    def __init__(self, address: str, **settings: Any) -> None:
        self._stack = ExitStack()
        # All that is told is read at once: with messages in wait it would take ten seconds to close.
        unlimited = connect(address, max_size=None, max_queue=None, open_timeout=PATIENCE, **settings)
        self._socket = self._stack.enter_context(unlimited)
        self.heard: list[dict[str, Any]] = []
        self._asked = 0
        self.welcome = self.until("welcome")

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def send(self, kind: str, **fields: Any) -> int:
        """Send a message; return its id."""
        self._asked += 1
        self._socket.send(json.dumps({"type": kind, "id": self._asked} | fields))
        return self._asked

    def send_text(self, text: str | bytes) -> None:
        """Send anything."""
        self._socket.send(text)

    def send_raw(self, data: bytes) -> None:
        """Send frames as they go over the wire."""
        self._socket.socket.sendall(data)

    def next(self, patience: float = PATIENCE) -> dict[str, Any]:
        """Return the next message of the server."""
        self.heard.append(json.loads(self._socket.recv(patience)))
        return self.heard[-1]

    def until(self, kind: str, answers: int | None = None) -> dict[str, Any]:
        """Return the next message of a type, which answers another if its id is given; fail at an error."""
        until = time.monotonic() + PATIENCE
        while True:
            message = self.next(until - time.monotonic())
            if message["type"] == kind and (answers is None or message.get("answers") == answers):
                return message
            assert message["type"] != "error", message

    def until_quiet(self) -> None:
        """Read all answers of the server to the messages so far."""
        asked = self.send("ping")
        while self.next().get("answers") != asked:
            pass

    def ask(self, kind: str, answer: str = "state", **fields: Any) -> dict[str, Any]:
        """Send a message, and wait for its answer."""
        return self.until(answer, self.send(kind, **fields))

    def refused(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message, and wait for the error that answers it."""
        return self.until("error", self.send(kind, **fields))

    def settled(self, state: dict[str, Any]) -> dict[str, Any]:
        """Return the state once no agent thinks any more."""
        while state["thinking"] is not None:
            state = self.until("state")
        return state


def seat_address(address: str, link: str, key: str | None = None) -> str:
    """Return the address of the WebSocket to which a link to a room leads.

    Args:
        address: of the server's WebSocket.
        link: of a seat, or to watch by.
        key: that the server gave to the page that sat there before.
    """
    token = link.partition("seat=")[2]
    return f"{address.partition('?')[0]}?seat={token}" + ("" if key is None else f"&table={key}")


@contextmanager
def serving(
    plugin: TablePlugin, workers: int = 1, token: str = TOKEN, pace: float = autoplay.PACE, **settings: Any
) -> Iterator[str]:
    """Serve, and yield the address of the server's WebSocket, token included."""
    tables = Tables(Context("test", plugin, lasting_searches(workers), **settings))
    with serving_tables(tables, token, pace) as address:
        yield address


@contextmanager
def serving_tables(tables: Tables, token: str = TOKEN, pace: float = autoplay.PACE) -> Iterator[str]:
    """Serve tables and rooms that the test can look into, and yield the address of the WebSocket."""
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(configuration(tables, Access(token)))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(autoplay, "PACE", pace)
            yield f"ws://127.0.0.1:{listener.getsockname()[1]}/socket?token={token}"
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()
