"""Spaces of many games: equal to Gymnasium's, in the memory of one game."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from cardkit.envs.batched_space import batched

VECTOR = spaces.Box(np.array([0, -1, 0], np.float32), np.array([1, 1, np.inf], np.float32))
SPACES: list[Any] = [
    VECTOR,
    spaces.Box(0, 255, (4,), np.uint8),
    spaces.Discrete(38),
    spaces.Dict({"observation": VECTOR, "action_mask": spaces.MultiBinary(3)}),
]


@pytest.mark.parametrize("space", SPACES, ids=str)
def test_a_batched_space_is_gymnasiums(space: Any) -> None:
    space.seed(3)
    many, theirs = batched(space, 5), batch_space(space, 5)
    assert many == theirs
    assert many.shape == theirs.shape
    copy, sample = pickle.loads(pickle.dumps(many)), theirs.sample()
    for one in (many, copy):
        drawn = one.sample()
        assert str(drawn) == str(sample)
        assert theirs.contains(drawn)
        assert one.contains(sample)


def test_its_bounds_take_no_memory_and_cannot_be_written_to() -> None:
    many: Any = batched(VECTOR, 1 << 40)
    assert many.low.shape == ((1 << 40), 3)
    with pytest.raises(ValueError, match="read-only"):
        many.high[0] = 7
