"""Checks of arguments and of agents' parameters; their errors name the argument, its range and its default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np

Kind = TypeVar("Kind")


def whole(name: str, value: Any, least: int, most: int | None, default: int) -> int:
    """A whole number of ``least..most``, or from ``least`` on.

    Raises:
        ValueError: it is none.
    """
    known = not isinstance(value, bool) and isinstance(value, (int, np.integer))
    if not known or value < least or (most is not None and value > most):
        wanted = f"from {least} on" if most is None else f"of {least}..{most}"
        raise ValueError(f"{name} is a whole number {wanted} (default {default}), not {value!r}")
    return int(value)


def real(name: str, value: Any, least: float, most: float, default: float | None) -> float:
    """A number of ``least..most``.

    Raises:
        ValueError: it is none.
    """
    known = not isinstance(value, bool) and isinstance(value, (int, float, np.integer, np.floating))
    if not known or not least <= value <= most:  # of what is no number nothing is true
        raise ValueError(f"{name} is a number of {least:g}..{most:g} (default {default}), not {value!r}")
    return float(value)


def chosen(name: str, value: Any, choices: Mapping[str, Kind], default: str) -> Kind:
    """What one of the names in ``choices`` stands for.

    Raises:
        ValueError: no such name.
    """
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} is one of {', '.join(choices)} (default {default}), not {value!r}")
    return choices[value]


def check_choice(name: str, value: str, known: tuple[str, ...]) -> None:
    """Raise ValueError unless an argument has one of its known values."""
    if value not in known:
        raise ValueError(f"{name} is one of {', '.join(known)}, not {value!r}")


def check_flag(name: str, value: Any) -> None:
    """Raise ValueError unless an argument is True or False: a text such as ``no`` would count as True."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} is True or False, not {value!r}")


def check_whole(name: str, value: Any, least: int, most: int | None = None) -> None:
    """Raise ValueError unless an argument is a whole number from ``least`` on, or up to ``most``."""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):
        wanted = f"from {least} on" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} is a whole number {wanted}, not {value!r}")
