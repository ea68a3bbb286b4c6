"""The web server: the page's files, and a WebSocket for each page."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders, QueryParams
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope
from starlette.types import Send as SendASGI
from starlette.websockets import WebSocket

from cardkit.checks import check_whole
from cardtable.rooms.answers import AtRoom
from cardtable.rooms.guest import End, Send
from cardtable.rooms.links import Link
from cardtable.rooms.room import Room
from cardtable.web.access import Access
from cardtable.web.connection import MOST_BYTES, Connection, Sitting
from cardtable.web.files import PageFiles
from cardtable.web.requests import BACKLOG, BoundedRequests, BoundedSockets, logging_config
from cardtable.web.tables import AtTable, Tables
from cardtable.web.visitors import Arrivals, Visitors

FIRST_PORT, PORTS_TRIED, MOST_PORTS = 8765, 20, 65535
CLOSING_SECONDS = 1
LEAST_COMPRESSED = 500  # bytes
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def make_app(tables: Tables, access: Access) -> Starlette:
    """Make the application."""

    context, visitors, arrivals = tables.context, Visitors(), Arrivals()
    files = PageFiles(context.view.page)
    assert context.welcome  # made before the first page asks for it: it imports the modules of all agents

    def place_of(asked: QueryParams) -> Callable[[Send, End], Sitting] | None:
        """Return the place of who knows a token; None for others."""
        key = asked.get("table")
        if access.knows(asked.get("token")):
            return lambda send, end: AtTable.of(tables, key, send, end)
        if (found := tables.rooms.find(asked.get("seat", ""))) is not None:
            return partial(sit_in_room, *found, key)
        return None

    def sit_in_room(room: Room, link: Link, key: str | None, send: Send, end: End) -> Sitting:
        arrivals.check(link)
        return AtRoom(room, room.join(link, key, send, end))

    async def place(request: Request) -> JSONResponse:
        """Tell whether a token leads to a place: a browser does not tell its page why a WebSocket was refused."""
        return JSONResponse({"known": place_of(request.query_params) is not None})

    async def table(websocket: WebSocket) -> None:
        with visitors.visit("" if websocket.client is None else websocket.client.host) as is_allowed:
            sit = place_of(websocket.query_params) if is_allowed else None
            if sit is None:
                await websocket.close()  # before it is accepted: the handshake is refused
            else:
                await Connection(websocket, sit).serve()

    @contextlib.asynccontextmanager
    async def running_tables(_: Any) -> AsyncIterator[None]:
        tables.rooms.go_on()
        try:
            yield
        finally:
            context.searches.close()

    return Starlette(
        routes=[
            Route("/", files.index),
            Route("/place", place),
            WebSocketRoute("/socket", table),
            *files.routes,
        ],
        middleware=[
            Middleware(_Guard, access=access),
            Middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED),
        ],
        lifespan=running_tables,
    )


class _Guard:
    """A guard that refuses requests under a foreign name or from a foreign page, and adds headers to answers."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: SendASGI) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if not self._access.is_own(headers):
            await self._refuse(scope, receive, send)
            return
        await self._app(scope, receive, self._with_headers(send) if scope["type"] == "http" else send)

    async def _refuse(self, scope: Scope, receive: Receive, send: SendASGI) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await PlainTextResponse(
                "This address is not one that this program has shown: --address gives it another one.", 403
            )(scope, receive, send)

    @staticmethod
    def _with_headers(send: SendASGI) -> SendASGI:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(raw=list(message["headers"]))
                for name, value in _HEADERS.items():
                    given.setdefault(name, value)
                message = message | {"headers": given.raw}
            await send(message)

        return sending


def listen(host: str, port: int | None) -> socket.socket:
    """Open a socket that listens; without a port one of the usual ones, or any.

    Raises:
        ValueError: the port is taken, or the host is not one of this machine.
    """
    if port is not None:
        check_whole("port", port, 0, MOST_PORTS)
    ports = [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + PORTS_TRIED), 0]
    fault = OSError()
    for number in ports:
        try:
            return _bound(host, number)
        except OSError as error:
            fault = error
    raise ValueError(f"cannot listen on host {host!r}{'' if port is None else f', port {port}'}: {fault.strerror}")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()  # only now is the port taken: two sockets may be bound to it, as long as neither listens
    except BaseException:
        listener.close()
        raise
    return listener


def configuration(tables: Tables, access: Access) -> uvicorn.Config:
    """Return the configuration of the server."""
    return uvicorn.Config(
        make_app(tables, access),
        http=BoundedRequests,
        backlog=BACKLOG,
        ws=BoundedSockets,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        log_config=logging_config(),
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        forwarded_allow_ips="127.0.0.1",  # whatever FORWARDED_ALLOW_IPS says: addresses are counted by it
    )


def serve(tables: Tables, access: Access, listener: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until Ctrl-C; call ``ready`` once pages are answered."""

    class Server(uvicorn.Server):
        is_leaving = False

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            ready()

        def handle_exit(self, sig: int, frame: Any) -> None:
            """Ignore a second Ctrl-C: the server is closing, and to drop that would show tracebacks."""
            if not self.is_leaving:
                self.is_leaving = True  # first: the next may interrupt what follows
                super().handle_exit(sig, frame)

    Server(configuration(tables, access)).run([listener])
