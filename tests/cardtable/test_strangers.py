"""People without a token hold nothing open: endless requests, too many of them, and those that break HTTP's rules."""

from __future__ import annotations

import io
import logging
import socket
import time
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from cardtable.web import requests
from tests.cardtable.test_safety import status
from tests.support.table_server import TOKEN, Page

UPGRADE = (
    "GET /socket?token={token} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.fixture
def port(address: str) -> int:
    """Return the server's port."""
    return urlsplit(address).port or 0


@pytest.fixture
def log(address: str, monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Return the server's log."""
    handler = next(one for one in logging.getLogger("uvicorn").handlers if type(one) is logging.StreamHandler)
    written = io.StringIO()
    monkeypatch.setattr(handler, "stream", written)
    return written


OTHER = "127.0.0.2"
"""An address that is not that of the people."""


def opened(
    port: int, begun: bytes = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", source: str = "127.0.0.1"
) -> socket.socket:
    """Open a connection with the beginning of a request already sent."""
    line = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(source, 0))
    line.sendall(begun)
    return line


def is_ended(line: socket.socket) -> bool:
    """Return whether the server ends a connection within some seconds, whatever it says first."""
    try:
        while line.recv(1000):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\nx",
        UPGRADE.format(token="guessed").encode() + b"Content-Length: 5\r\n\r\nhello",
        UPGRADE.format(token="guessed").encode() + b"X: a\r\n" * 400 + b"\r\n",
    ],
    ids=["nothing", "headers", "body", "upgrade with a body", "upgrade with many headers"],
)
def test_a_request_that_does_not_end_is_ended(port: int, begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "REQUEST_SECONDS", 0.2)
    with opened(port, begun) as line:
        assert is_ended(line)


def test_a_websocket_outlives_the_time_of_a_request(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "REQUEST_SECONDS", 0.2)
    with Page(address) as page:
        time.sleep(0.5)
        assert page.refused("undo")["code"] == "busy"


@pytest.mark.parametrize("source", ["127.0.0.1", OTHER])
def test_requests_that_do_not_end_keep_nobody_out(
    address: str, port: int, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "most_connections", lambda: 8)
    with ExitStack() as stack:
        lines = [stack.enter_context(opened(port, source=source)) for _ in range(20)]
        assert status(address, "/") == 200
        with Page(address) as page:
            assert page.welcome["protocol"] == 3
        assert is_ended(lines[0])


def test_there_are_fewer_connections_than_descriptors() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (160, before[1]))
        assert requests.most_connections() == 160 - requests.SPARE_DESCRIPTORS
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize(
    "begun",
    [
        b"hello\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01" * 20,
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        UPGRADE.format(token=TOKEN).encode().replace(b"Key: dGhl", b"Key: "),
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: tea\r\n\r\n",
    ],
    ids=["words", "TLS", "no host", "chunks", "short key", "tea"],
)
def test_what_breaks_the_rules_of_http_is_not_logged(
    port: int, begun: bytes, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    monkeypatch.setattr(requests, "REQUEST_SECONDS", 0.2)
    for source in ("127.0.0.1", OTHER):
        with opened(port, begun, source) as line:
            assert is_ended(line)
    assert log.getvalue() == ""


@pytest.mark.parametrize(
    "frame", [b"\x81\x84\x00\x00\x00\x00\xff\xff\xff\xff", b"\xff\xff\xff\xff"], ids=["no UTF-8", "none"]
)
def test_a_frame_that_breaks_the_rules_is_not_logged(port: int, frame: bytes, log: io.StringIO) -> None:
    with opened(port, UPGRADE.format(token=TOKEN).encode() + b"\r\n") as line:
        said = b""
        while b"welcome" not in said:
            said += line.recv(100_000)
        line.sendall(frame)
        while b"\x88" not in (said := line.recv(100_000)):  # the frame that closes
            assert said
    assert log.getvalue() == ""


def test_who_leaves_and_reads_nothing_holds_no_connection(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that leaves and reads nothing holds no connection: unread pongs would keep it closing for ever."""
    monkeypatch.setattr(requests, "UNREAD_SECONDS", 0.2)
    monkeypatch.setattr(requests, "FRAME_BURST", 1e6)
    ping, leave = b"\x89\xfd" + bytes(4 + 125), b"\x88\x82" + bytes(4) + b"\x03\xe8"
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(20)
        line.connect(("127.0.0.1", port))
        line.sendall(UPGRADE.format(token=TOKEN).encode() + b"\r\n")
        assert b"101" in line.recv(100)
        for _ in range(10):
            line.sendall(ping * 4000)
        line.sendall(leave)
        assert is_gone(line)


def is_gone(line: socket.socket) -> bool:
    """Return whether the other side takes nothing more within some seconds."""
    until = time.monotonic() + 10
    try:
        while time.monotonic() < until:
            line.sendall(b"\0")
            time.sleep(0.1)
    except ConnectionError:
        return True
    return False
