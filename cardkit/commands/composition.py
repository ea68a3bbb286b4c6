"""Builds commands from functions: a parameter of a command can come from a function that has options of its own.

Options that several commands share, such as those that choose the variant of a game, are thus written once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from copy import copy
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from types import SimpleNamespace
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from typer.models import ParameterInfo

PLAY = "Play and watch"
MEASURE = "Measure agents"
LEARN = "Train, tune and solve"
MACHINE = "Experiments, and this machine"
"""The parts of a program's help: commands of one purpose stand together."""


def composed(
    command: Callable[..., Any], makers: Mapping[str, Callable[..., Any]], reword: Callable[[str, str], str]
) -> Callable[..., Any]:
    """Return the command, with the parameters of each maker in place of the parameter that it makes.

    Args:
        command: annotates the other parameters as Typer expects.
        makers: functions or dataclasses by the name of the parameter that receives their result. A maker without
            parameters adds no option. A parameter that several have is one option, whose value all of them receive.
        reword: ``reword(name, help)`` returns the help to show for a parameter.
    """
    own = signature(command).parameters
    makers = {name: makers[name] for name in own if name in makers}
    parts = {name: _parameters(maker) for name, maker in makers.items()}
    rest = _parameters(command, without=makers)
    every = [one for name in own for one in (parts[name].values() if name in parts else [rest[name]])]
    first = {one.name: one for one in reversed(every)}
    parameters = [_reworded(first[name], reword) for name in dict.fromkeys(one.name for one in every)]

    @wraps(command)
    def run(**values: Any) -> Any:
        made = {
            name: maker(**{part: values[part] for part in parts[name] if part in values})
            for name, maker in makers.items()
        }
        return command(**{name: value for name, value in values.items() if name in rest}, **made)

    vars(run)["__signature__"] = Signature(parameters)
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def panel(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a command with the part of the help in which it stands."""

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        command.panel = name  # type: ignore[attr-defined]  # functions take attributes
        return command

    return decorated


def late(where: str) -> Callable[[], Any]:
    """Return a maker without options: a module, or what stands at ``module:name``, imported when a command runs."""

    def made() -> Any:
        module, _, name = where.partition(":")
        return getattr(import_module(module), name) if name else import_module(module)

    return made


def _parameters(function: Callable[..., Any], without: Collection[str] = ()) -> dict[str, Parameter]:
    """Return the parameters of a function by name, with annotations evaluated in its module."""
    found = {name: one for name, one in signature(function).parameters.items() if name not in without}
    written = SimpleNamespace(__annotations__={name: one.annotation for name, one in found.items()})
    annotations = get_type_hints(written, vars(sys.modules[function.__module__]), include_extras=True)
    # keyword only: parameters with and without defaults stand in any order
    return {name: one.replace(annotation=annotations[name], kind=Parameter.KEYWORD_ONLY) for name, one in found.items()}


def _reworded(parameter: Parameter, reword: Callable[[str, str], str]) -> Parameter:
    if get_origin(parameter.annotation) is not Annotated:
        return parameter
    kind, info, *rest = get_args(parameter.annotation)
    if not isinstance(info, ParameterInfo) or info.help is None:
        return parameter
    said = reword(parameter.name, info.help)
    if said == info.help:
        return parameter
    info = copy(info)
    info.help = said
    return parameter.replace(annotation=Annotated[(kind, info, *rest)])
