"""Reads the parameters in a spec as its factory takes them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from inspect import Parameter
from itertools import accumulate, pairwise
from typing import Any, get_args

from cardkit.specs.entries import find_factory
from cardkit.specs.values import read_value
from cardkit.wording import quoted

_WITH_PARAMETERS = re.compile(r"\w[\w.-]*(:\w[\w.]*)?:\w+=")  # a spec of another agent
_NAMED = Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY


def read_parameters(
    spec: str, name: str, factory: Callable[..., Any], text: str
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Read the positional and keyword arguments for the factory."""
    known = inspect.signature(factory).parameters
    first = next(iter(known.values()), None)
    if first is not None and first.kind == Parameter.POSITIONAL_ONLY:
        if not text:
            raise ValueError(f"{quoted(spec)} needs a value after the colon: {name}:{first.name}")
        return (text,), {}
    texts, bare = _parse_parameters(spec, text, _bare_parameter(first), known)
    others = next((one for one in known.values() if one.kind == Parameter.VAR_KEYWORD), None)
    if others is None:
        _refuse_unknown(spec, name, texts, list(known))
    _refuse_missing(spec, name, texts, known)
    values: dict[str, Any] = {}
    for given, value in texts.items():
        parameter: Any = known.get(given, others)
        annotation = _annotation(parameter, factory)
        if given == bare and annotation is Parameter.empty:
            annotation = str
        try:
            values[given] = read_value(given, value, annotation, parameter.default)
        except ValueError as error:
            raise ValueError(f"agent {quoted(spec)} cannot be made: {error}") from None
    return (), values


def real_parameters(spec: str, group: str) -> frozenset[str]:
    """Return the parameters of a spec's factory that are annotated as float; its values may be anything.

    Raises:
        ValueError: an unknown agent, module or function.
    """
    factory, _, _ = find_factory(spec, group)
    known = inspect.signature(factory).parameters.items()
    kinds = {name: _annotation(parameter, factory) for name, parameter in known}
    return frozenset(name for name, kind in kinds.items() if float in (kind, *get_args(kind)))


def _refuse_open(spec: str, name: str, value: str, is_last: bool) -> None:
    """Raise ValueError for a value whose end is not clear."""
    if value[0] == "(" and value.count("(") > value.count(")"):
        raise ValueError(f"the parenthesis before {quoted(value[1:])} in {quoted(spec)} is not closed")
    if _WITH_PARAMETERS.match(value) and not is_last:
        raise ValueError(
            f"{quoted(value)} in {quoted(spec)} has parameters of its own: put it and those that are its in "
            f"parentheses, '{name}=({value})', and the whole in quotes for a shell"
        )


def pieces_of(text: str) -> list[str]:
    """Split a text at the commas outside parentheses; at all of them if a parenthesis lacks its other half."""
    depths = _depths(text)
    closed = not depths or (min(depths) == depths[-1] == 0)
    ends = [place for place, sign in enumerate(text) if sign == "," and (depths[place] == 0 or not closed)]
    return [text[start + 1 : end] for start, end in pairwise([-1, *ends, len(text)])]


def _parse_parameters(spec: str, text: str, bare: str | None, known: Any) -> tuple[dict[str, str], str | None]:
    """Split the parameters' texts by name; return also ``bare`` if the first value was given without a name."""
    parameters: dict[str, str] = {}
    given = None
    pieces = [piece.strip() for piece in pieces_of(text) if piece.strip()]
    for number, part in enumerate(pieces):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if number == 0 and bare is not None and name not in known:
            given = bare
            parameters[bare] = bared(part)
            continue
        if not equals or not name or not bared(value):
            raise ValueError(f"{quoted(part)} in {quoted(spec)} is not a parameter: write name=value")
        if name in parameters:
            raise ValueError(f"parameter {quoted(name)} is given twice in {quoted(spec)}")
        _refuse_open(spec, name, value, is_last=number == len(pieces) - 1)
        parameters[name] = bared(value)
    return parameters, given


def bared(value: str) -> str:
    """Return a value without the parentheses around all of it."""
    around = value[:1] == "(" and value[-1:] == ")" and 0 not in _depths(value)[:-1]
    return value[1:-1].strip() if around else value


def _depths(text: str) -> list[int]:
    """Count the parentheses that are open after each sign."""
    return list(accumulate((sign == "(") - (sign == ")") for sign in text))


def _annotation(parameter: Parameter, factory: Callable[..., Any]) -> Any:
    """Return a parameter's annotation; empty if there is none, or if only type checkers can resolve it."""
    if not isinstance(parameter.annotation, str):
        return parameter.annotation
    made_by: Any = factory.__init__ if isinstance(factory, type) else factory
    try:
        return eval(parameter.annotation, getattr(inspect.unwrap(made_by), "__globals__", {}))
    except Exception:  # foreign code, which need not run
        return Parameter.empty


def _bare_parameter(first: Parameter | None) -> str | None:
    """Return the name of the parameter that may be given as a bare value, if there is one."""
    if first is None or first.default is not first.empty or first.kind != Parameter.POSITIONAL_OR_KEYWORD:
        return None
    return first.name


def _refuse_unknown(spec: str, name: str, parameters: dict[str, Any], known: list[str]) -> None:
    for parameter in parameters:
        if parameter not in known:
            takes = f"takes {', '.join(known)}" if known else "takes no parameters"
            raise ValueError(f"unknown parameter {quoted(parameter)} in {quoted(spec)}: agent {quoted(name)} {takes}")


def _refuse_missing(spec: str, name: str, parameters: dict[str, Any], known: Any) -> None:
    for parameter in known.values():
        needed = parameter.default is Parameter.empty and parameter.kind in _NAMED
        if needed and parameter.name not in parameters:
            raise ValueError(
                f"{quoted(spec)} lacks the required parameter {quoted(parameter.name)}: {name}:{parameter.name}=..."
            )
