"""Names fit their things, in the words of the field: one word a thing, and each of them is explained."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.docs.test_length import DOCS, PAGES, README, by_hand

ROOT = Path(__file__).parents[2]
PACKAGES = ("cardkit", "cardtable", "durak_env", "oh_hell_env", "bang_env", "baselines", "examples")
REFUSED = {
    *("plant", "toward", "worth", "look_open", "look_as", "turn_of", "sheet", "sheets", "fixture", "fixtures"),
    *("hear", "ear", "mouth", "chime", "clapper", "brought", "stuff", "thing", "things", "foo", "tmp", "do_it"),
    *("helper", "helpers", "util", "utils", "misc", "manager", "handle_it", "process_data"),
}
"""Names of functions, classes, parameters and variables that do not say what they are."""


def names(tree: ast.AST) -> set[str]:
    """Return all names that a module defines, in lower case and without underscores around them."""
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


GLOSSARY = DOCS / "start" / "glossary.md"
PAGE_TEXTS = ROOT / "cardtable" / "page" / "texts" / "en.json"
CODE = re.compile(r"`[^`]*`")


def glossary() -> list[tuple[list[str], list[str]]]:
    """Return by row of the glossary its words, and those that stand nowhere."""
    rows = re.findall(r"^\| (?!word |---)(.+?) \|.*\|(.*)\|$", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
    return [([*filter(None, re.split(", ", words))], [*filter(None, [refused.strip()])]) for words, refused in rows]


def spoken() -> dict[str, str]:
    """Return by place the words for people, without code."""
    pages = {page.name: by_hand(page) for page in [*PAGES, README, DOCS / "index.md"] if page != GLOSSARY}
    return {name: CODE.sub("", text) for name, text in pages.items()} | {"the page": PAGE_TEXTS.read_text("utf-8")}


@pytest.mark.parametrize("word", [word for words, _ in glossary() for word in words])
def test_a_word_of_the_glossary_is_used(word: str) -> None:
    used = re.compile(rf"\b{word[:-1] if word.endswith('y') else word}", re.IGNORECASE)
    assert any(used.search(text) for text in spoken().values())


@pytest.mark.parametrize("refused", [one for _, refused in glossary() for one in refused])
def test_a_thing_has_one_word(refused: str) -> None:
    said = re.compile(rf"\b{refused}s?\b", re.IGNORECASE)
    assert [place for place, text in spoken().items() if said.search(text)] == []
