"""Functions of games that compiled callers call, by the record type that selects them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

import numpy as np

_bodies: dict[Any, list[Any]] = {}  # see `cardkit.compiled.protocol`


def register_body(kind: Any, body: Callable[..., Any]) -> None:
    """Recompile code for a record type (Numba's) whenever ``body`` changes, a function of a game that it may call."""
    _bodies.setdefault(kind, []).append(body)


def bodies_of(kinds: Iterable[Any]) -> list[Any]:
    """List the functions of games that code for these record types may call."""
    return [body for kind in kinds for body in _bodies.get(kind, ())]


def is_same_source(one: Callable[..., Any], other: Callable[..., Any]) -> bool:
    """Return whether two functions, compiled or not, come from the same lines of a file.

    So must those that they enclose.
    """
    one, other = getattr(one, "py_func", one), getattr(other, "py_func", other)
    if not isinstance(one, FunctionType) or not isinstance(other, FunctionType):
        return one is other or (type(one) is type(other) and bool(np.all(one == other)))
    if one.__code__ != other.__code__ or one.__code__.co_filename != other.__code__.co_filename:
        return False
    enclosed = [[cell.cell_contents for cell in function.__closure__ or ()] for function in (one, other)]
    return all(map(is_same_source, *enclosed))
