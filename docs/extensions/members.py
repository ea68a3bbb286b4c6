"""The directive ``members``: the public names of a package, or those that its content lists, from their docstrings.

```{members} durak_env
```

```{members} cardkit
game.Game
```
"""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PACKAGES = ("durak_env", "oh_hell_env", "bang_env", "baselines")
FOREIGN = "str, tuple, int, IntEnum, NamedTuple, Env, VectorEnv, AECEnv, VecEnv, Typer"
"""Classes whose members their own documentation describes."""


def documented() -> dict[str, str]:
    """Map the full names of the classes and functions that packages offer to the names under which they are offered."""
    modules = {package: import_module(package) for package in PACKAGES}
    return {
        f"{value.__module__}.{value.__qualname__}": f"{package}.{name}"
        for package, module in modules.items()
        for name in module.__all__
        if hasattr(value := getattr(module, name), "__qualname__") and value.__module__ != package
    }


def entry(name: str, value: Any) -> list[str]:
    """Write an object's autodoc directive. A class shows its bases, unless one has its own name."""
    if not inspect.isclass(value):
        return [f".. autofunction:: {name}", ""]
    lines = [f".. autoclass:: {name}", "   :members:", f"   :inherited-members: {FOREIGN}"]
    if all(base.__name__ != value.__name__ for base in value.__bases__):
        lines.append("   :show-inheritance:")
    return [*lines, ""]


def without_protocol_signature(
    app: Sphinx, what: str, name: str, value: Any, options: Any, signature: str | None, returned: str | None
) -> tuple[str, str | None] | None:
    """Drop the arguments behind a protocol's name, since nobody calls a protocol."""
    return ("", returned) if what == "class" and getattr(value, "_is_protocol", False) else None


class Members(SphinxDirective):
    """The documentation of all that a package offers."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        package = self.arguments[0]
        module = import_module(package)
        lines = []
        for name in list(self.content) or module.__all__:
            *modules, last = name.split(".")
            home = import_module(".".join([package, *modules])) if self.content else module
            lines += entry(f"{package}.{name}", getattr(home, last))
        return self.parse_text_to_nodes("\n".join(["```{eval-rst}", *lines, "```"]))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("documented", documented(), "env")
    app.add_directive("members", Members)
    app.connect("autodoc-process-signature", without_protocol_signature)
    return {"parallel_read_safe": True}
