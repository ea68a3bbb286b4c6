"""A flag in memory that compiled games check at every choice, so that they can be stopped."""

from __future__ import annotations

import numpy as np


class StoppedError(Exception):
    """Games were left unfinished because they were stopped."""


class Stop:
    """A stop flag, set once; games in any thread check it.

    Attributes:
        address: of the flag, an int64 that is not 0 once set; valid while this object lives.
    """

    def __init__(self) -> None:
        self._word = np.zeros(1, np.int64)
        self.address = int(self._word.ctypes.data)

    def set(self) -> None:
        """Stop all games."""
        self._word[0] = 1

    def check(self) -> None:
        """Raise `StoppedError` if it is set."""
        if self._word[0]:
            raise StoppedError
