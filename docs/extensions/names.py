"""Names in docstrings: each leads to its page, or at least exists.

A name between single backticks is read in the place where it stands: the class, then the module, then the whole
project. What is documented becomes a link; what exists only in the code stays text; what does not exist is a warning.
"""

from __future__ import annotations

import builtins
import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

NAME = re.compile(r"(?<![`:\w])`([A-Za-z_][\w.]*)`(?![`_])")
SEVERAL = re.compile(r"^:(ivar|param) ((?:\*?\w+, )+\*?\w+):(.*)$")
RAISED = re.compile(r"^:raises ([A-Za-z_]\w*):")
ABSENT = object()


def found(dotted: str, space: Any = ABSENT) -> Any:
    """Find the object of a dotted name in a module or class, by default among all modules; ABSENT if there is none."""
    parts = dotted.split(".")
    value = space
    if space is ABSENT:
        for length in range(len(parts), 0, -1):
            try:
                value, parts = import_module(".".join(parts[:length])), parts[length:]
                break
            except ImportError:
                continue
    for part in parts:
        fields = {} if value is ABSENT else _fields(value)
        value = getattr(value, part, fields.get(part, ABSENT))
    return value


def _fields(value: Any) -> dict[str, Any]:
    """Return the attributes that a class declares without a value."""
    bases = value.__mro__ if inspect.isclass(value) else ()
    return {name: value for base in bases for name in vars(base).get("__annotations__", {})}


def spaces(home: str, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the places where a name of a docstring may stand, from the innermost, with their dotted names."""
    parts = name.split(".")
    for length in range(len(parts), -1, -1):
        path = ".".join([home, *parts[:length]])
        value = found(path)
        if inspect.isclass(value) or inspect.ismodule(value):
            yield path, value


def home_of(value: Any, name: str) -> tuple[str, str]:
    """Return the module of a documented object, and its name in there."""
    value = value.fget if isinstance(value, property) else value
    module, qualified = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if module in sys.modules and qualified:
        return module, qualified
    package, _, rest = name.partition(".")  # an attribute: its class tells
    owner = found(name.rpartition(".")[0])
    return (owner.__module__, owner.__qualname__) if inspect.isclass(owner) else (package, rest)


def qualified(name: str, home: str, inside: str) -> str | None:
    """Complete a short name to the full name that it stands for in a place; None if it stands for nothing there."""
    for path, space in spaces(home, inside):
        value = found(name, space)
        if value is not ABSENT:
            own = getattr(value, "__qualname__", "")
            is_elsewhere = inspect.ismodule(space) and own.rpartition(".")[2] == name
            return f"{value.__module__}.{own}" if is_elsewhere else f"{path}.{name}"
    return name if found(name) is not ABSENT or hasattr(builtins, name) else None


def qualify(app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """Write the names of a docstring in full, under the short name as the text of the link."""
    home, inside = home_of(value, name)

    def full(match: re.Match[str]) -> str:
        meant = qualified(match[1], home, inside)
        return match[0] if meant is None else f"`{match[1]} <{app.config.documented.get(meant, meant)}>`"

    def full_error(match: re.Match[str]) -> str:
        return f":raises {qualified(match[1], home, inside) or match[1]}:"

    lines[:] = [RAISED.sub(full_error, NAME.sub(full, each)) for line in lines for each in singly(line)]


def singly(line: str) -> list[str]:
    """Split a field of several names into a field for each, or Sphinx takes the first for the type of the second."""
    several = SEVERAL.match(line)
    if several is None:
        return [line]
    *first, last = several[2].split(", ")
    return [*(f":{several[1]} {name}: see ``{last}``" for name in first), line.replace(several[2], last)]


def keep_text(app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """Keep "Number of sides: ..." at the start of an attribute's docstring from being read as a type."""
    if what in ("property", "attribute"):
        lines[:0] = ["..", ""]


def resolve(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.TextElement) -> nodes.Node | None:
    """Make a link under a class's public name, or plain text for a name that exists without a page."""
    target = node["reftarget"]
    for private, public in app.config.documented.items():
        if target == private or target.startswith(f"{private}."):
            link = env.domains["py"].resolve_any_xref(
                env, node["refdoc"], app.builder, public + target[len(private) :], node, text
            )
            if link:
                return link[0][1]
    exists = found(target) is not ABSENT or hasattr(builtins, target)
    return text if exists or target in app.config.names_for_types else None


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("names_for_types", set(), "env")
    app.connect("autodoc-process-docstring", keep_text, 400)
    app.connect("autodoc-process-docstring", qualify, 800)
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True}
