"""Checks of arguments and of agents' parameters. Each error names the argument, its range and the value given."""

from __future__ import annotations

from collections.abc import Mapping, Set
from itertools import islice
from numbers import Integral, Real
from typing import Any, TypeVar

from cardkit.wording import quoted

Kind = TypeVar("Kind")
MOST_WORKERS = 1024
"""Threads or processes; further ones would have no work, and would take the machine's process ids."""


def _is(kind: type, value: Any) -> bool:
    """Return whether a value is such a number, NumPy's too; True and False are none."""
    return isinstance(value, kind) and not isinstance(value, bool)


def whole(name: str, value: Any, least: int, most: int | None, default: int) -> int:
    """Return a value that must be an integer from ``least`` to ``most``; None means no upper limit.

    Raises:
        ValueError: the value is not such an integer.
    """
    if not _is(Integral, value) or value < least or (most is not None and value > most):
        wanted = f"of at least {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise ValueError(f"{name} must be an integer {wanted} (default {default:,}), got {quoted(value)}")
    return int(value)


def real(name: str, value: Any, least: float, most: float, default: float | None) -> float:
    """Return a value that must be a number from ``least`` to ``most``.

    Raises:
        ValueError: the value is not such a number.
    """
    if not _is(Real, value) or not least <= value <= most:  # also true of NaN
        raise ValueError(f"{name} must be a number from {least:g} to {most:g} (default {default}), got {quoted(value)}")
    return float(value)


def chosen(name: str, value: Any, choices: Mapping[str, Kind], default: str) -> Kind:
    """Return the entry of ``choices`` that a value names.

    Raises:
        ValueError: ``choices`` has no such name.
    """
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)} (default {default}), got {quoted(value)}")
    return choices[value]


def check_choice(name: str, value: str, known: tuple[str, ...]) -> None:
    """Raise ValueError unless an argument has one of its known values."""
    if value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}, got {quoted(value)}")


def check_flag(name: str, value: Any) -> None:
    """Raise ValueError unless an argument is True or False; a text such as ``no`` would count as True."""
    if isinstance(value, bool):
        return
    import numpy as np

    if not isinstance(value, np.bool_):
        raise ValueError(f"{name} must be True or False, got {quoted(value)}")


def check_list(name: str, value: Any, of: str) -> None:
    """Raise ValueError unless an argument is a list or a tuple; an iterator may never end, a text has characters."""
    if not isinstance(value, list | tuple):
        raise ValueError(f"{name} must be a list of {of}, got {quoted(value)}")


def listed(name: str, values: Any, most: int, of: str) -> tuple[Any, ...]:
    """Return the entries of a list.

    Of one that is too long, return one more than the ``most`` it may have: it may never end.

    Raises:
        ValueError: it is not a list: a text, a set, which has no order, or what cannot be gone through.
    """
    try:
        if isinstance(values, str | bytes | Mapping | Set):
            raise TypeError
        return tuple(islice(values, most + 1))
    except TypeError:
        raise ValueError(f"{name} must be a list of {of}, got {quoted(values)}") from None


def check_callable(name: str, value: Any, shape: str) -> None:
    """Raise ValueError unless an argument is None or can be called, as ``shape`` shows."""
    if value is not None and not callable(value):
        raise ValueError(f"{name} must be a function {shape}, got {quoted(value)}")


def check_whole(name: str, value: Any, least: int, most: int | None = None) -> None:
    """Raise ValueError unless an argument is an integer from ``least`` to ``most``; None means no upper limit."""
    if not _is(Integral, value) or value < least or (most is not None and value > most):
        wanted = f"of at least {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise ValueError(f"{name} must be an integer {wanted}, got {quoted(value)}")
