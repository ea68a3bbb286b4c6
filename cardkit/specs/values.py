"""Reads the values in a spec as the parameters' annotations ask.

==========================  =====================================================================
annotation                  accepts
==========================  =====================================================================
``int``                     an integer: ``30``, not ``30.0``
``float``                   a number; an integer becomes a float: ``0.5``, ``1``
``bool``                    ``True`` or ``False``
``str``                     the text as it is
``None``                    ``None``
``Literal["a", 1]``         one of its values
``int | None``, unions      what any of its types accepts; text comes last
==========================  =====================================================================

A parameter with no annotation, or another one, takes the type of its default if that is a float, a bool or a string.
Otherwise Python reads numbers, words such as ``True`` and quoted text; all other text stays as it is.
"""

from __future__ import annotations

import ast
import math
import types
import typing
from collections.abc import Callable
from inspect import Parameter
from typing import Any, Literal, NamedTuple, Union

from cardkit.wording import shortened

LONGEST_LITERAL = 100  # characters handed to Python's parser


class Kind(NamedTuple):
    """A type of value.

    Attributes:
        wanted: its name in errors.
        read: converts a text; raises ValueError if it cannot.
    """

    wanted: str
    read: Callable[[str], Any]


def read_value(name: str, text: str, annotation: Any, default: Any = Parameter.empty) -> Any:
    """Read the value of a parameter.

    Raises:
        ValueError: the annotation does not allow the text; the error names the parameter.
    """
    kinds = _kinds(annotation) or (_kinds(type(default)) if isinstance(default, float | bool | str) else [])
    if not kinds:
        return _guess(text)
    for kind in kinds:
        try:
            return kind.read(text)
        except ValueError:
            continue
    wanted = " or ".join(kind.wanted for kind in reversed(kinds))
    shown = "" if default is Parameter.empty else f" (default {default})"
    raise ValueError(f"{name} must be {wanted}{shown}, got {shortened(repr(text))}")


def _kinds(annotation: Any) -> list[Kind]:
    """List the types of value that an annotation allows, in the order of trial; empty if it is unknown."""
    if annotation is None:
        return [_KINDS[type(None)]]
    if typing.get_origin(annotation) is Literal:
        return [_literal(typing.get_args(annotation))]
    if typing.get_origin(annotation) in (Union, types.UnionType):
        parts = [_kinds(part) for part in typing.get_args(annotation)]
        return sorted((kind for part in parts for kind in part), key=_turn) if all(parts) else []
    return [_KINDS[annotation]] if isinstance(annotation, type) and annotation in _KINDS else []


def _turn(kind: Kind) -> int:
    """Return the order of trial, strictest type first."""
    known = list(_KINDS.values())
    return known.index(kind) if kind in known else 0


def _literal(values: tuple[Any, ...]) -> Kind:
    texts = {str(value): value for value in values}

    def read(text: str) -> Any:
        if text not in texts:
            raise ValueError(text)
        return texts[text]

    return Kind(f"one of {', '.join(texts)}", read)


def _ascii(text: str) -> str:
    """Return the text; raise ValueError for digits of another script or an underscore, which Python would read."""
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return text


def _number(text: str) -> float:
    number = float(_ascii(text))
    if math.isnan(number):
        raise ValueError(text)
    return number


def _guess(text: str) -> Any:
    if len(text) <= LONGEST_LITERAL:
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            pass
    return text


_KINDS: dict[type, Kind] = {
    type(None): _literal((None,))._replace(wanted="None"),
    bool: _literal((True, False))._replace(wanted="True or False"),
    int: Kind("an integer", lambda text: int(_ascii(text))),
    float: Kind("a number", _number),
    str: Kind("a text", str),
}
