"""Agents by name: a spec string such as ``greedy`` or ``mcts:limit=30,c=1.4`` becomes an agent.

Names are looked up among the entry points of the group ``durak_env.agents``, so any installed package can add agents.
An entry point is a callable that takes the spec's parameters as keywords and returns the agent.
"""

from __future__ import annotations

import ast
import inspect
from importlib.metadata import EntryPoint, entry_points
from typing import Any

GROUP = "durak_env.agents"


def agent_names() -> tuple[str, ...]:
    """The names that `load_agent` knows, sorted."""
    return tuple(sorted(_entries()))


def agent_factory(name: str) -> Any:
    """The callable behind an agent's name.

    Raises:
        ValueError: no installed package names such an agent.
    """
    entries = _entries()
    if name not in entries:
        known = ", ".join(sorted(entries)) or f"none: install the package, it names its agents in the group {GROUP!r}"
        raise ValueError(f"unknown agent {name!r}; known agents: {known}")
    return entries[name].load()


def load_agent(spec: str) -> Any:
    """The agent of a spec string ``name`` or ``name:parameter=value,...``.

    Raises:
        ValueError: unknown agent, unknown parameter, or a value that the agent refuses.
    """
    if not isinstance(spec, str):
        raise ValueError(f"an agent's spec is a string such as 'greedy', not {spec!r}")
    name, _, rest = spec.partition(":")
    factory = agent_factory(name.strip())
    parameters = _parse_parameters(spec, rest)
    known = list(inspect.signature(factory).parameters)
    for parameter in parameters:
        if parameter not in known:
            takes = f"takes {', '.join(known)}" if known else "takes no parameters"
            raise ValueError(f"unknown parameter {parameter!r} in {spec!r}: agent {name!r} {takes}")
    try:
        return factory(**parameters)
    except (TypeError, ValueError) as error:
        raise ValueError(f"agent {spec!r} cannot be made: {error}") from error


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _parse_parameters(spec: str, text: str) -> dict[str, Any]:
    parameters: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            raise ValueError(f"{part!r} in {spec!r} is no parameter: write name=value")
        if name in parameters:
            raise ValueError(f"parameter {name!r} is given twice in {spec!r}")
        parameters[name] = _parse_value(value)
    return parameters


def _parse_value(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
