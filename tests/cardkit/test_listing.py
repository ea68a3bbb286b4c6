"""The list of the bytes that are not 0 is the same on every processor, compiled or not."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
import pytest

from cardkit.compiled.memory import address_of
from cardkit.compiled.sparse.listing import LINE, MOST_INPUTS, list_by_sets, list_bytes

WAYS = {"this processor": list_bytes, "any processor": list_by_sets}


@cache
def _listing(way: Any) -> Any:
    def listed(values: np.ndarray, count: int, start: int, rows: np.ndarray, factors: np.ndarray) -> int:
        return way(address_of(values), count, start, address_of(rows), address_of(factors))

    return numba.njit(listed)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("count", [1, 8, 38, LINE, 301, 512])
def test_all_ways_list_the_same_bytes(way: str, share: float, count: int) -> None:
    rng, start = np.random.default_rng(count), MOST_INPUTS - count
    values = np.zeros(-(-count // LINE) * LINE, np.uint8)
    values[:count] = rng.integers(1, 256, count) * (rng.random(count) < share)
    rows, factors = np.zeros(count + LINE, np.uint16), np.zeros(count + LINE, np.uint8)
    found = _listing(WAYS[way])(values, count, start, rows, factors)
    used = np.flatnonzero(values)
    assert found == len(used)
    assert (rows[:found] == start + used).all()
    assert (factors[:found] == values[used]).all()
