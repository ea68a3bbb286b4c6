"""Names say what they name, in the words of the field."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("cardkit", "cardtable", "durak_env", "oh_hell_env", "bang_env", "baselines", "examples")
REFUSED = {
    *("plant", "toward", "worth", "look_open", "look_as", "turn_of", "sheet", "sheets", "fixture", "fixtures"),
    *("hear", "ear", "mouth", "chime", "clapper", "brought", "stuff", "thing", "things", "foo", "tmp", "do_it"),
    *("helper", "helpers", "util", "utils", "misc", "manager", "handle_it", "process_data"),
}
"""Names of functions, classes, parameters and variables that do not say what they are."""


def names(tree: ast.AST) -> set[str]:
    """All names that a module defines, in lower case and without underscores around them."""
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return {name.strip("_").lower() for name in found}


@pytest.mark.parametrize("package", PACKAGES)
def test_names_explain_themselves(package: str) -> None:
    refused = {
        str(path.relative_to(ROOT)): sorted(bad)
        for path in (ROOT / package).rglob("*.py")
        if (bad := (names(ast.parse(path.read_text(encoding="utf-8"))) | {path.stem}) & REFUSED)
    }
    assert refused == {}
