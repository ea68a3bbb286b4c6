"""Writes the JSON Schema of all messages: ``python -m cardtable.schema``."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from cardtable.messages import Message
from cardtable.server_messages import ServerMessage


def schema() -> dict[str, Any]:
    """Return the JSON Schema: ``page_new``, ``server_state`` and so on are definitions, ``page`` and ``server`` any."""
    definitions: dict[str, Any] = {}
    for speaker, base in (("page", Message), ("server", ServerMessage)):
        kinds = base.__subclasses__()
        _, parts = msgspec.json.schema_components(kinds, ref_template=f"#/$defs/{speaker}.{{name}}")
        definitions |= {f"{speaker}.{name}": _untitled(part) for name, part in parts.items()}
        for kind in kinds:
            definitions[f"{speaker}_{kind.__struct_config__.tag}"] = definitions.pop(f"{speaker}.{kind.__name__}")
        named = [f"{speaker}_{kind.__struct_config__.tag}" for kind in kinds]
        definitions[speaker] = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in named]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of the table",
        "description": "By type: what the server says, and what a page says.",
        "$defs": definitions,
    }


def _untitled(part: dict[str, Any]) -> dict[str, Any]:
    """Return a definition without its title: the page and the server have messages of one name."""
    return {key: value for key, value in part.items() if key != "title"}


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
