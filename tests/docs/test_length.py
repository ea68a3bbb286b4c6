"""Guides and reference stay short: measurements are in docs/results, and text that follows from code is generated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
README = DOCS.parent / "README.md"
FOLDERS = "start", "tutorials", "kit", "durak", "oh_hell", "bang"
PAGES = [page for folder in FOLDERS for page in sorted((DOCS / folder).glob("*.md"))]
MOST_WORDS, MOST_LINES = 27_500, 7
README_WORDS, README_LINES = 1_200, 150

LISTING = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
GENERATED = re.compile(r"<!-- (?!end)[^>]*-->.*?<!-- end[^>]*-->", re.DOTALL)
LINK_TARGET = re.compile(r"\]\([^)]*\)")
ITEM = re.compile(r"\s*([-*]|\d+\.) ")


def by_hand(page: Path) -> str:
    """Return the text of a page without listings and without the sections that commands write."""
    return GENERATED.sub("", LISTING.sub("", page.read_text(encoding="utf-8")))


def count_words(text: str) -> int:
    """Count the words of a text, tables included; the targets of links are none."""
    return sum(any(letter.isalnum() for letter in word) for word in LINK_TARGET.sub("]", text).split())


def paragraphs(text: str) -> Iterator[list[str]]:
    """Yield the lines of each paragraph and of each item of a list."""
    for block in re.split(r"\n\s*\n", text):
        lines: list[str] = []
        for line in block.strip().splitlines():
            if ITEM.match(line) and lines:
                yield lines
                lines = []
            lines.append(line)
        if lines and not lines[0].startswith("|"):
            yield lines


def test_guides_and_reference_stay_short() -> None:
    words = {str(page.relative_to(DOCS)): count_words(by_hand(page)) for page in PAGES}
    assert len(words) > 20
    assert sum(words.values()) <= MOST_WORDS, sorted(words.items(), key=lambda item: -item[1])


def test_the_readme_is_read_in_minutes() -> None:
    """The README is read in minutes, listings and table included."""
    text = README.read_text(encoding="utf-8")
    assert len(text.split()) <= README_WORDS
    assert len(text.splitlines()) <= README_LINES


@pytest.mark.parametrize("page", [*PAGES, DOCS / "index.md", README], ids=lambda page: page.name)
def test_no_paragraph_is_long(page: Path) -> None:
    long = [lines[0] for lines in paragraphs(by_hand(page)) if len(lines) > MOST_LINES]
    assert long == []
