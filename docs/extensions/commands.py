"""The directive ``commands``: every command of a Typer program with its arguments and options.

```{commands} baselines.durak.cli:app durak
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import typer
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

NAMES = {int: "integer", float: "number", str: "text", Path: "file", bool: ""}
HEADER = "| option | values | default | meaning |\n| --- | --- | --- | --- |"


def cell(value: object) -> str:
    """Write text as a cell of a Markdown table."""
    return re.sub(r"\s+", " ", str(value)).replace("|", r"\|").replace("<", r"\<").replace("*", r"\*")


def kind(annotation: Any) -> str:
    """Describe the values that an annotation allows, by a word or a list of them."""
    arguments = [each for each in get_args(annotation) if each is not type(None)]
    if get_origin(annotation) is Literal:
        return ", ".join(f"`{each}`" for each in arguments)
    if get_origin(annotation) in (Union, UnionType):
        return " or ".join(map(kind, arguments))
    if get_origin(annotation) in (list, tuple):
        return f"{kind(arguments[0])}, several"
    return NAMES.get(annotation, getattr(annotation, "__name__", str(annotation)))


def values(parameter: Any) -> str:
    """Describe the type of a parameter, its range, and how often it may be given."""
    least, most = parameter.min, parameter.max
    within = f", {least} to {most}" if None not in (least, most) else ""
    within = within or (f", at least {least}" if least is not None else f", at most {most}" if most is not None else "")
    return kind(parameter.type_descriptor.annotation) + within


def default(parameter: Any) -> str:
    """Describe the value of a parameter that is not given."""
    if parameter.required:
        return "required"
    if isinstance(parameter.show_default, str):
        return cell(parameter.show_default)
    if isinstance(parameter.default, bool):
        return "on" if parameter.default else ""
    return "" if parameter.default in (None, (), []) else f"`{cell(parameter.default)}`"


def row(parameter: Any) -> str:
    """Write a parameter as a row of the table."""
    is_option = parameter.param_type_name == "option"
    names = [*parameter.opts, *parameter.secondary_opts] if is_option else [parameter.name.upper()]
    shown = ", ".join(f"`{name}`" for name in names)
    return f"| {shown} | {cell(values(parameter))} | {default(parameter)} | {cell(parameter.help or '')} |"


def sections(command: Any, path: str, level: int) -> Iterator[str]:
    """Yield headings, help and tables of a command and of those below it, in Markdown."""
    yield f"{'#' * level} {path}\n\n{command.help or ''}\n"
    parameters = command.get_params(typer.Context(command, info_name=path))
    rows = [row(one) for one in parameters if not one.hidden and one.name != "help"]
    yield "\n".join([HEADER, *rows]) + "\n"
    for name, child in getattr(command, "commands", {}).items():
        yield from sections(child, f"{path} {name}", level + 1)


class Commands(SphinxDirective):
    """The sections of a program, given as ``module:app`` and its name."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        module, _, name = self.arguments[0].partition(":")
        command = typer.main.get_command(getattr(import_module(module), name))
        text = "\n".join(sections(command, self.arguments[1], level=2))
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
