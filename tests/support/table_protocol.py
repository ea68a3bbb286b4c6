"""The table's messages checked against their schema."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from cardtable.schema import schema

SCHEMA = schema()


@cache
def _validator(name: str) -> Draft202012Validator:
    assert name in SCHEMA["$defs"], name
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def check(message: dict[str, Any], speaker: str = "server") -> None:
    """Fail unless the server, or the page, may say this."""
    _validator(f"{speaker}_{message['type']}").validate(message)
