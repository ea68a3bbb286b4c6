"""Comparisons of records."""

from __future__ import annotations

import numpy as np

from cardkit.compiled.records import Record


def differing(info: Record, other: Record) -> str | None:
    """Return the first field in which two records differ; None if they are equal."""
    if info.tobytes() == other.tobytes():
        return None
    return next((name for name in info.dtype.names if not np.array_equal(info[name], other[name])), None)
