"""Rate limits."""

from __future__ import annotations

import time


class Rate:
    """A rate limit: it counts what comes.

    Args:
        a_second: how much may come in a second, on average.
        at_once: how much may come at once.
    """

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second, self._at_once = a_second, at_once
        self._left, self._at = at_once, time.monotonic()

    def allows(self, count: int = 1) -> bool:
        """Count an arrival; return False if it is one too many, and is not let in."""
        now = time.monotonic()
        self._left = min(self._at_once, self._left + self._a_second * (now - self._at))
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True
