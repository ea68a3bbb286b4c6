"""The words of the page: each language has all of them, and the page asks for none that is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from baselines.bang.table.plugin import PLUGIN as BANG
from baselines.durak.table.plugin import PLUGIN as DURAK
from baselines.oh_hell.table.plugin import PLUGIN as OH_HELL
from cardkit.report.agent_list import agent_help
from cardtable.errors import REASONS
from cardtable.view import TablePlugin

ROOT = Path(__file__).parents[3]
FOLDERS = ("cardtable", "durak_env/table", "oh_hell_env/table", "bang_env/table")
PAGES = tuple(ROOT / folder / "page" for folder in FOLDERS)
LANGUAGES = ("en", "ru")
BRIEF = ("agent.", "option.", "deal.")
"""Keys of texts that are too short, or too free, for the words of a game."""
GAME_WORDS = [
    ("durak_env/table", "trump", "козыр"),
    ("durak_env/table", "deck", "колод"),
    ("durak_env/table", "throws? in|throwing in", "подки"),
    ("durak_env/table", "pass(es)? the attack on|passing on|passed on", "перев"),
    ("durak_env/table", "fool", "дура"),
    ("durak_env/table", "discard|out of play|beaten off|leave the game", "бито|отбо|выход"),
    ("durak_env/table", "beats? ", "б[ьеи]|отби"),
    ("durak_env/table", "takes?", "бер|бра|взя|заб"),
    ("oh_hell_env/table", "tricks?", "взят"),
    ("oh_hell_env/table", "bids?", "зака"),
    ("oh_hell_env/table", "trump", "козыр"),
    ("oh_hell_env/table", "suit", "маст"),
    ("oh_hell_env/table", "round", "раунд"),
    ("oh_hell_env/table", "points", "очк"),
    ("cardtable", "agents?", "бот"),
    ("bang_env/table", "sheriff", "шериф"),
    ("bang_env/table", "outlaws?", "бандит"),
    ("bang_env/table", "deput", "помощник"),
    ("bang_env/table", "renegade", "ренегат"),
    ("bang_env/table", "lives|life", "жизн"),
    ("bang_env/table", "distance", "расст"),
    ("bang_env/table", "discard", "сбр"),
]
"""A word of each game's English texts, and the Russian one in its place."""
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


@pytest.mark.parametrize(("folder", "english", "russian"), GAME_WORDS)
def test_russian_texts_use_the_words_of_the_game(folder: str, english: str, russian: str) -> None:
    both = [texts(ROOT / folder / "page", language) for language in LANGUAGES]
    told = {
        key: [GAP.sub("", " ".join(forms(one[key]))).lower() for one in both]
        for key in both[0]
        if not key.startswith(BRIEF)
    }
    found = {key: words for key, words in told.items() if re.search(rf"\b({english})", words[0])}
    assert found
    assert {key: words for key, words in found.items() if not re.search(russian, words[1])} == {}


@each_page
def test_russian_texts_call_an_agent_a_bot(page: Path) -> None:
    told = {key: " ".join(forms(text)).lower() for key, text in texts(page, "ru").items()}
    assert {key: words for key, words in told.items() if "агент" in words} == {}


@pytest.mark.parametrize("plugin", [DURAK, OH_HELL, BANG], ids=lambda plugin: plugin.view.name)
@each_language
def test_the_agents_that_the_page_offers_have_names_of_their_own_and_notes(plugin: TablePlugin, language: str) -> None:
    known = texts(ROOT / f"{plugin.view.name.replace('-', '_')}_env" / "table" / "page", language)
    helps = agent_help(plugin.view.agents)
    agents = [spec for spec in helps if spec != "exec"]
    names = [known[f"agent.{spec}"] for spec in agents]
    assert len(set(names)) == len(names)
    ready = {spec for spec in agents if all("=" in one for one in helps[spec][0].split(",") if one)}
    assert {spec for spec in ready if f"agent.{spec}.note" not in known} == set()


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
