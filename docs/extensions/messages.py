"""The directive ``messages``: a table of all messages of one side, from the structs that decode or write them.

```{messages} cardtable.messages.Message
```
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
from commands import cell
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


def fields(kind: type[msgspec.Struct], common: type[msgspec.Struct]) -> Iterator[str]:
    """Yield a message's fields but for those that all have: as JSON, with the default of those that may be left out."""
    shared = {field.name for field in msgspec.structs.fields(common)}
    for field in msgspec.structs.fields(kind):
        if field.name in shared:
            continue
        has_default = field.default not in (msgspec.NODEFAULT, msgspec.UNSET)
        value = f"={msgspec.json.encode(field.default).decode()}" if has_default else ""
        yield f"`{field.encode_name}{value}`"


def row(kind: type[msgspec.Struct], common: type[msgspec.Struct]) -> str:
    """Write a message as a row of the table: its type, its fields, its meaning."""
    told: Any = msgspec.inspect.type_info(kind)
    meaning = (inspect.getdoc(kind) or "").replace("``", "`")
    return f"| `{told.tag}` | {', '.join(fields(kind, common))} | {cell(meaning)} |"


class Messages(SphinxDirective):
    """The table of the messages that derive from a struct."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        module, _, name = self.arguments[0].rpartition(".")
        common = getattr(import_module(module), name)
        rows = [row(kind, common) for kind in common.__subclasses__()]
        return self.parse_text_to_nodes("\n".join(["| type | fields | meaning |", "| --- | --- | --- |", *rows]))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("messages", Messages)
    return {"parallel_read_safe": True}
