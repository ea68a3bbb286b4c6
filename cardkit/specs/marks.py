"""Marks that a factory of agents carries, for those who list, serve or freeze agents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def runs_foreign_code(factory: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a factory whose agents run code that its parameters name: a program, a server, pickled objects."""
    vars(factory)["runs_foreign_code"] = True
    return factory


def writes_files(*parameters: str) -> Callable[[Callable[..., Any]], Any]:
    """Mark the parameters of a factory that name files which its agents write."""

    def mark(factory: Callable[..., Any]) -> Any:
        vars(factory)["writes"] = frozenset(parameters)
        return factory

    return mark


def frozen(factory: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a factory whose agent is a copy of another that never changes, for benchmarks; lists leave it out."""
    vars(factory)["frozen"] = True
    return factory


def with_presets(factory: Callable[..., Any], sets: Mapping[str, Mapping[str, Any]]) -> Callable[..., Any]:
    """Tell lists of agents which named sets of parameters a factory's parameter ``preset`` chooses from."""
    vars(factory)["presets"] = sets
    return factory
