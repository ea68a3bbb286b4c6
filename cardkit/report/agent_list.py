"""Describes the installed agents to people: what each does, its parameters, and what they mean."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

from cardkit.specs.entries import agent_factory, agent_names, is_frozen
from cardkit.wording import quoted

_PARAMETER = re.compile(r" {4}(\w+(?:, \w+)*): (.+)")


def agent_help(group: str) -> dict[str, tuple[str, str]]:
    """Describe by name each agent's parameters, as a spec gives them, and the first line of its factory's docstring.

    Frozen copies are left out, and agents of a broken package, which `broken_agents` names.
    """
    broken = broken_agents(group)
    sound = [name for name in agent_names(group) if name not in broken]
    return {name: _describe(agent_factory(name, group)) for name in sound if not is_frozen(name, group)}


def preset_help(group: str) -> dict[str, str]:
    """Describe by spec, such as ``smart:preset=thesis``, the parameters that each preset of an agent sets."""
    return {
        f"{name}:preset={preset}": given
        for name in agent_help(group)
        for preset, given in presets_of(agent_factory(name, group)).items()
    }


def presets_of(factory: Callable[..., Any]) -> dict[str, str]:
    """Describe the parameters that each preset of a factory sets."""
    presets = getattr(factory, "presets", {})
    return {name: ",".join(f"{key}={value}" for key, value in values.items()) for name, values in presets.items()}


def broken_agents(group: str) -> dict[str, str]:
    """Name the agents that cannot be imported or described, and say why, in a line each."""
    broken: dict[str, str] = {}
    for name in agent_names(group):
        try:
            _describe(agent_factory(name, group))
        except ValueError as error:
            broken[name] = str(error)
        except Exception as error:  # a fault in foreign code
            broken[name] = f"agent {quoted(name)} cannot be described: {type(error).__name__}: {error}"
    return broken


def summary(factory: Callable[..., Any]) -> str:
    """Return what a factory's docstring says before its parameters, a paragraph a line; empty without one."""
    said = re.split(r"(?:^|\n)(?:Args|Raises|Returns):\n", inspect.getdoc(factory) or "")[0].strip()
    return re.sub(r"(?<!\n)\n(?!\n)", " ", said)


def parameter_help(factory: Callable[..., Any]) -> dict[str, str]:
    """Describe each parameter, as a spec gives it with its default, by the docstring's words; empty if it has none."""
    said = dict(_described(factory))
    parameters = inspect.signature(factory).parameters.values()
    return {_written(one): said.get(one.name, "") for one in parameters if one.kind != one.VAR_POSITIONAL}


def _describe(factory: Callable[..., Any]) -> tuple[str, str]:
    lines = summary(factory).splitlines()
    return ",".join(map(_written, inspect.signature(factory).parameters.values())), lines[0] if lines else ""


def _written(one: inspect.Parameter) -> str:
    return one.name if one.default is one.empty else f"{one.name}={one.default}"


def _arguments(factory: Callable[..., Any]) -> Iterator[str]:
    """Yield the lines on arguments in a factory's docstring, or in that of the ``__init__`` of a class."""
    for told in (factory, vars(factory).get("__init__") if inspect.isclass(factory) else None):
        _, _, section = f"\n{inspect.getdoc(told) or ''}".partition("\nArgs:\n")
        yield from section.partition("\n\n")[0].splitlines()


def _described(factory: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    """Yield the parameters that a docstring describes, and its words for each."""
    found: list[tuple[str, list[str]]] = []
    for line in _arguments(factory):
        begun = _PARAMETER.match(line)
        if begun:
            found.append((begun[1], [begun[2]]))
        elif found:
            found[-1][1].append(line.strip())
    for names, lines in found:
        for name in names.split(", "):
            yield name, " ".join(lines).removesuffix(".")
