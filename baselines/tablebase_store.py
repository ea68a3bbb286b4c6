"""Where tablebases come from: memory, else the user's cache directory, else they are built."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from baselines.tablebase_build import build


@lru_cache
def tablebase(cards: int) -> np.ndarray:
    """The tablebase of positions of up to so many cards; never to be written to, and alive as long as the process."""
    return build(cards)
