"""Options of commands from the rules that a game declares; see `cardkit.rules.declared`."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Annotated, Any, TypeVar

import typer

from cardkit.rules.declared import Rule, declared_rules

Kind = TypeVar("Kind")
PANEL = "Rules"
_TYPES: dict[str, type] = {"integer": int, "choice": str, "text": str, "flag": bool}


def rule_options(rules: type[Kind]) -> Callable[..., Kind]:
    """A function that makes rules of the options that are given; the others keep their defaults.

    Its signature has an option for each rule, as Typer expects them.
    """

    def make(**given: Any) -> Kind:
        return rules(**{name: value for name, value in given.items() if value is not None})

    vars(make)["__signature__"] = Signature([_option(one) for one in declared_rules(rules).values()])
    return make


def _option(one: Rule) -> Parameter:
    """The option of a rule; None: it is not given."""
    info = typer.Option(*_flags(one), help=_help(one), show_default=_usual(one), rich_help_panel=PANEL)
    return Parameter(
        one.name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[_TYPES[one.kind] | None, info]
    )


def _flags(one: Rule) -> list[str]:
    name = one.name.replace("_", "-")
    if one.kind == "flag":
        return [f"--{name}/--no-{name}", *(f" /{alias}" for alias in one.aliases)]
    return [f"--{name}", *one.aliases]


def _help(one: Rule) -> str:
    said = f"{one.say[:1].upper()}{one.say[1:]}"
    return f"{said}: {one.range}." if one.range else f"{said}."


def _usual(one: Rule) -> str:
    if one.kind == "flag":
        return "on" if one.default else "off"
    return (one.none or "None") if one.default is None else str(one.default)
