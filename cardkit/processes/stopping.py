"""A word in memory by which compiled games hear, at every choice, that nobody wants them any more."""

from __future__ import annotations

import numpy as np


class StoppedError(Exception):
    """Games were left unfinished, because nobody wants them any more."""


class Stop:
    """Set once, by whoever no longer waits for games; looked at by those who play them, in any thread.

    Attributes:
        address: of the word, an int64 that is not 0 once it is set; alive with this object.
    """

    def __init__(self) -> None:
        self._word = np.zeros(1, np.int64)
        self.address = int(self._word.ctypes.data)

    def set(self) -> None:
        """Have all games left as they are."""
        self._word[0] = 1

    def check(self) -> None:
        """Raise `StoppedError` if it is set."""
        if self._word[0]:
            raise StoppedError
