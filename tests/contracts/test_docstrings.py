"""Docstrings stand alone: none begins as a riddle, or leans on its neighbour.

Ruff's D401 asks functions for a verb in the imperative (see pyproject.toml); it passes over properties and tests.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = (*PROJECT["tool"]["basedpyright"]["include"], "docs")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
RIDDLE = re.compile(
    r"(The (same|other)|Also|As|By|How|Its?|Nothing|Of|Or|That|Their|These|They|This|Those|What|When|Where|Whether"
    r"|Which|Who|Whose)\b"
)


def docstrings(source: str) -> dict[int, str]:
    """Return the docstrings of a module, its classes, functions and attributes, by their lines."""
    values = {one.lineno: one.value for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Expr)}
    return {
        line: one.value for line, one in values.items() if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


def test_no_docstring_begins_as_a_riddle() -> None:
    riddles = [
        f"{path.relative_to(ROOT)}:{line} {text.splitlines()[0]}"
        for path in MODULES
        for line, text in docstrings(path.read_text(encoding="utf-8")).items()
        if RIDDLE.match(text)
    ]
    assert not riddles, "\n".join(["docstrings that do not tell by themselves what they document:", *riddles])
