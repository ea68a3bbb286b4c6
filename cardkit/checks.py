"""Checks of an agent's parameters. Each error names the parameter, its range, its default and the value given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np

Kind = TypeVar("Kind")


def whole(name: str, value: Any, least: int, most: int | None, default: int) -> int:
    """A value that must be an integer from ``least`` to ``most``; None means no upper limit.

    Raises:
        ValueError: the value is not such an integer.
    """
    known = not isinstance(value, bool) and isinstance(value, (int, np.integer))
    if not known or value < least or (most is not None and value > most):
        wanted = f"of at least {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise ValueError(f"{name} must be an integer {wanted} (default {default:,}), got {value!r}")
    return int(value)


def real(name: str, value: Any, least: float, most: float, default: float | None) -> float:
    """A value that must be a number from ``least`` to ``most``.

    Raises:
        ValueError: the value is not such a number.
    """
    known = not isinstance(value, bool) and isinstance(value, (int, float, np.integer, np.floating))
    if not known or not least <= value <= most:  # also true of NaN
        raise ValueError(f"{name} must be a number from {least:g} to {most:g} (default {default}), got {value!r}")
    return float(value)


def chosen(name: str, value: Any, choices: Mapping[str, Kind], default: str) -> Kind:
    """The entry of ``choices`` that a value names.

    Raises:
        ValueError: ``choices`` has no such name.
    """
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)} (default {default}), got {value!r}")
    return choices[value]
