"""Limits by address: one machine of the network cannot take the places of all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from cardtable.web.access import is_loopback

MOST_FROM_ONE = 60
"""WebSockets of one address. This machine itself may have more: a proxy that names nobody speaks for everybody."""


class Visitors:
    """Counts the WebSockets of each address."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def visit(self, address: str) -> Iterator[bool]:
        """Count a WebSocket while it lasts; False if its address has too many."""
        self._open[address] += 1
        try:
            yield self._open[address] <= MOST_FROM_ONE or is_loopback(address)
        finally:
            self._open[address] -= 1
            self._open += Counter()  # forgets who has left
