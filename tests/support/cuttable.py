"""A line to a server that can be cut, as when a computer sleeps or a cable is pulled."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class CuttableLine:
    """A line that forwards connections to a server of this machine.

    Args:
        port: of the server.

    Attributes:
        port: where it listens.
        target: the server's port; another one from the next connection on, as if the server were started anew.
        is_down: whether new connections are ended at once.
    """

    def __init__(self, port: int) -> None:
        self.target = port
        self._ear = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.port: int = self._ear.getsockname()[1]
        self.is_down = False

    def cut(self) -> None:
        """End all connections."""
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def serve(self) -> None:
        """Forward until `close`."""
        with suppress(OSError):
            while True:
                near, _ = self._ear.accept()
                if self.is_down:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self.target))
                self._open += [near, far]
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=_forward, args=(source, target), daemon=True).start()

    def close(self) -> None:
        """End all."""
        with suppress(OSError):
            self._ear.shutdown(socket.SHUT_RDWR)
        self._ear.close()
        self.cut()


def _forward(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


@contextmanager
def cuttable(address: str) -> Iterator[tuple[CuttableLine, str]]:
    """Yield a line to the server of an address, and the address through it."""
    port = address.split(":")[2].split("/")[0]
    line = CuttableLine(int(port))
    threading.Thread(target=line.serve, daemon=True).start()
    try:
        yield line, address.replace(f":{port}/", f":{line.port}/")
    finally:
        line.close()
