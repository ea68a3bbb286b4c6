"""Pools of searches whose workers one test server leaves to the next: a worker takes a second or two to start."""

from __future__ import annotations

from typing import Any

from cardtable.searches import Searches

_free: list[list[Any]] = []


class LastingSearches(Searches):
    """A pool whose workers outlive a server's end, unless one is at work: nobody would take that one back."""

    def close(self) -> None:
        if len(self._idle) < len(self._all):
            super().close()
        elif self._all:
            _free.append(self._all)
            self._all, self._idle = [], []  # if a table still asks as its server ends, no worker answers


def lasting_searches(workers: int = 1) -> Searches:
    """Return a pool that no other server uses."""
    pool = LastingSearches(workers)
    if (found := next((left for left in _free if len(left) == workers), None)) is not None:
        _free.remove(found)
        pool._all, pool._idle = found, list(found)
    return pool
