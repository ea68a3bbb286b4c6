"""Pools of searches that one test server leaves to the next: a worker takes a second or two to start."""

from __future__ import annotations

from cardtable.searches import Searches

_free: list[LastingSearches] = []


class LastingSearches(Searches):
    """Its workers outlive a server's end, unless one is at work: nobody would take that one back."""

    def close(self) -> None:
        if len(self._idle) < len(self._all):
            super().close()
        elif self not in _free:
            _free.append(self)


def lasting_searches(workers: int = 1) -> Searches:
    """A pool that no other server uses."""
    found = next((pool for pool in _free if len(pool._all) == workers), None)
    if found is None:
        return LastingSearches(workers)
    _free.remove(found)
    return found
