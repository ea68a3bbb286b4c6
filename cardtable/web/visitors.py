"""Limits by address and by link: nobody takes the places of all others, or comes again without end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from cardtable.rooms.links import Link
from cardtable.web.access import is_loopback
from cardtable.web.codes import FULL, RefusedError
from cardtable.web.rates import Rate

MOST_FROM_ONE = 60
"""WebSockets of one address. This machine itself may have more: a proxy that names nobody speaks for everybody."""
ARRIVAL_RATE, ARRIVAL_BURST = 2.0, 60.0
"""Connections by one link in a second, and at once, as when all who watch come back together."""


class Visitors:
    """A count of the WebSockets of each address."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def visit(self, address: str) -> Iterator[bool]:
        """Count a WebSocket while it lasts; yield False if its address has too many."""
        self._open[address] += 1
        try:
            yield self._open[address] <= MOST_FROM_ONE or is_loopback(address)
        finally:
            self._open[address] -= 1
            self._open += Counter()  # forgets who has left


class Arrivals:
    """A count of the arrivals by each link: the others of its room get a message each time."""

    def __init__(self) -> None:
        self._rates: WeakKeyDictionary[Link, Rate] = WeakKeyDictionary()

    def check(self, link: Link) -> None:
        """Count somebody who comes.

        Raises:
            RefusedError: it is too soon.
        """
        if not self._rates.setdefault(link, Rate(ARRIVAL_RATE, ARRIVAL_BURST)).allows():
            raise RefusedError(FULL, "too many come by this link: try again soon")
