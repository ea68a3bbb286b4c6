"""The table's messages checked against their schema."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

import cardtable

SCHEMA = json.loads((Path(cardtable.__file__).parent / "protocol.json").read_text(encoding="utf-8"))


@cache
def _validator(name: str) -> Draft202012Validator:
    assert name in SCHEMA["$defs"], name
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def check(message: dict[str, Any], speaker: str = "server") -> None:
    """Fail unless the server, or the page, may say this."""
    _validator(f"{speaker}_{message['type']}").validate(message)
