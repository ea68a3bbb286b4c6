"""A check for objects left behind that warn as they are collected, such as a coroutine that nobody awaited."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def leaving_nothing() -> Iterator[None]:
    """Check that the code inside warns of nothing, also when its garbage is collected."""
    gc.freeze()  # for good: older objects are looked through neither here nor later
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        yield
        gc.collect()
    assert not [str(one.message) for one in warned]
