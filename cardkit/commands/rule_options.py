"""Options of commands from the rules that a game declares; see `cardkit.rules.declared`."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from pkgutil import resolve_name
from typing import Annotated, Any, TypeVar

import typer

from cardkit.commands.composition import composed
from cardkit.rules.declared import Rule, declared_rules
from cardkit.rules.variant_rules import VariantRules

Kind = TypeVar("Kind", bound=VariantRules)
PANEL = "Rules"
_TYPES: dict[str, type] = {"integer": int, "choice": str, "text": str, "flag": bool}


def rule_options(kind: type[Kind]) -> Callable[..., Kind]:
    """Make a function that makes rules of the options that are given; ``--rules`` or the defaults decide the others.

    Its signature has ``--rules`` and an option for each rule, as Typer expects them.
    """

    def make(*, rules: str | None = None, **given: Any) -> Kind:
        asked = {name: value for name, value in given.items() if value is not None}
        return kind(**{**kind.values_of("standard" if rules is None else rules), **asked})

    vars(make)["__signature__"] = Signature([_whole(kind), *map(_option, declared_rules(kind).values())])
    return make


def variant_options(rules: Callable[..., Any], variant: str, seen: str = "all cards") -> Callable[..., Any]:
    """Make a function that makes a variant of the options that are given: of the world and of the rules.

    Args:
        rules: makes the rules, with options of its own.
        variant: the class, as ``module:Name``, called with rules and world; a command that runs imports it.
        seen: what agents see in the open world, for the help.
    """
    told = typer.Option("--open-world", help=f"Let the agents see {seen}.")

    def make(open_world: bool = False, *, rules: Any) -> Any:
        return resolve_name(variant)(rules, open_world)

    make.__annotations__["open_world"] = Annotated[bool, told]  # which only this scope can resolve
    return composed(make, {"rules": rules}, lambda name, said: said)


def _whole(kind: type[VariantRules]) -> Parameter:
    """Return the option that gives all rules at once."""
    names = ", ".join(["standard", *kind.NAMED])
    usual = [item for item in declared_rules(kind).items() if item[1].default is not None]
    example = ",".join(f"{name}={one.default}" for name, one in usual[:2])
    told = f"All rules: {names}, or as text, such as {example}. The options below change them."
    info = typer.Option("--rules", help=told, show_default="standard", rich_help_panel=PANEL)
    return Parameter("rules", Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[str | None, info])


def _option(one: Rule) -> Parameter:
    """Return the option of a rule; None as its value says that it is not given."""
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
