"""Spaces of many games at once whose bounds are stored once: Gymnasium's repeat them for every game."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

_BOUNDS = "low", "high", "bounded_below", "bounded_above"


def batched(space: spaces.Space[Any], count: int) -> spaces.Space[Any]:
    """Make the space of ``count`` games, equal to Gymnasium's ``batch_space``.

    The bounds of a Box are read-only views of one row: those of 65,536 flat observations take 2 KB in place of 211 MB.
    """
    if isinstance(space, spaces.Dict):
        one_by_one = {name: batched(part, count) for name, part in space.items()}
        return spaces.Dict(one_by_one, seed=deepcopy(space.np_random))
    if not isinstance(space, spaces.Box):
        return batch_space(space, count)
    many: Any = spaces.Box(space.low, space.high, dtype=space.dtype, seed=deepcopy(space.np_random))
    many._shape = (count, *space.shape)
    for name in _BOUNDS:
        setattr(many, name, np.broadcast_to(getattr(space, name), many.shape))
    return many
