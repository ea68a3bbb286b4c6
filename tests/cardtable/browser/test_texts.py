"""The words of the page: each language has all of them, and the page asks for none that is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardtable.errors import REASONS

ROOT = Path(__file__).parents[3]
FOLDERS = ("cardtable", "durak_env/table", "oh_hell_env/table", "bang_env/table")
PAGES = tuple(ROOT / folder / "page" for folder in FOLDERS)
LANGUAGES = ("en", "ru")
FORMS = {"en": {"one", "other"}, "ru": {"one", "few", "many", "other"}}
WORD = re.compile(r"\{(\w+)[^}]*\}")
GAP = re.compile(r"\{(\w+)\}")

each_page = pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).parts[0] for page in PAGES])
each_language = pytest.mark.parametrize("language", LANGUAGES)


def texts(page: Path, language: str) -> dict[str, Any]:
    return json.loads((page / "texts" / f"{language}.json").read_text(encoding="utf-8"))


def forms(text: str | Mapping[str, str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


@each_page
def test_all_languages_have_the_same_texts(page: Path) -> None:
    english, russian = (texts(page, language) for language in LANGUAGES)
    assert english.keys() == russian.keys()
    assert english != russian


@each_page
@each_language
def test_texts_that_depend_on_a_number_have_all_forms_of_the_language(page: Path, language: str) -> None:
    for key, text in texts(page, language).items():
        assert isinstance(text, str) or set(text) == FORMS[language], key


@each_page
def test_a_translation_has_no_gap_that_the_english_text_lacks(page: Path) -> None:
    english, russian = (texts(page, language) for language in LANGUAGES)
    for key in english:
        wanted, found = ({gap for form in forms(text[key]) for gap in GAP.findall(form)} for text in (english, russian))
        assert found <= wanted, key


@each_page
def test_the_page_asks_for_texts_that_there_are(page: Path) -> None:
    known = {key for folder in PAGES for key in texts(folder, "en")}
    asked = {key for module in page.glob("*.js") for key in re.findall(r'text\("([^"]+)"', module.read_text("utf-8"))}
    assert asked
    assert asked <= known


@each_language
def test_each_reason_of_an_error_has_a_text(language: str) -> None:
    known = texts(PAGES[0], language)
    assert {key for key in known if key.startswith("error.")} == {f"error.{reason}" for reason in REASONS}
    for reason, english in REASONS.items():
        assert set(GAP.findall(known[f"error.{reason}"])) <= set(WORD.findall(english)), reason
