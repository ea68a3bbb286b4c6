"""Work on the rows of a tensor in a fixed number of shares, which threads take in turn.

A sum over rows depends on how they are grouped. The number of shares is fixed, so results are the same however many
threads there are. Torch itself works in one thread within each share.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import torch

SHARES = 2
"""More would occupy more threads; but the smaller a share of a batch, the slower its matrix products."""

Result = TypeVar("Result")


class Shares:
    """The shares of a tensor, to which functions are applied.

    Args:
        threads: that work at once.
    """

    def __init__(self, threads: int) -> None:
        torch.set_num_threads(1)
        self._threads = ThreadPoolExecutor(threads) if threads > 1 else None

    def each(self, do: Callable[[torch.Tensor], Result], rows: torch.Tensor) -> list[Result]:
        """Return the results for all shares of the rows, in order."""
        apply = map if self._threads is None else self._threads.map
        return list(apply(do, rows.chunk(SHARES)))
