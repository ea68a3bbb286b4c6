"""Names at a table: their display, and pairs that look alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.rooms.names import LONGEST_NAME, is_label, look_alike, shown_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
EMOJI = (
    FAMILY,
    ENGLAND,
    "\u2764\ufe0f",
    "\u2764\ufe0f\u200d\U0001f525",
    "\U0001f469\U0001f3fd\u200d\U0001f680",
    "\U0001f642\u200d\u2194\ufe0f",
    "\U0001f1e9\U0001f1ea",
    "1\ufe0f\u20e3",
    "\U0001faea",  # newer than some Pythons
)
NOTHING = (
    *("", " ", "\n", "\u00a0", "\u3000", "\u200b", "\u200d\u200c", "\u2060", "\u00ad", "\ufeff", "\u202e\u202c"),
    *("\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\u17b4", "\u180e", "\u034f", "\ufe0f", "\U000e0041"),
    *("\u0301", " \u0301 \u20dd", "\U000e0100", "\U0001d159", "\u3164\ufe0f", "\u2800\ufe0f\u200d\u2800", "\ue000"),
)
ALIKE = (
    *(("Anna", "anna"), ("Anna", "ＡＮＮＡ"), ("Anna", "𝐀nna"), ("Anna", "Аnna"), ("Anna", "аnnа"), ("coco", "сосо")),
    *(("BEPA", "вера"), ("ANNA", "ΑΝΝΑ"), ("Ivan", "lvan"), ("Ivan", "Ιvan"), ("Bill", "BiII"), ("BOB", "B0B")),
    *(("Bern", "Bem"), ("Anna", "Ạnna"), ("Ёж", "Еж"), ("Anna.", "Annaꓸ"), ("A-B", "A–B"), ("O'Neil", "O’Neil")),
    *(("Ann", "Ann."), ("Ann", "«Ann»"), ("Ann 1", "Ann1"), ("A—B", "A-B"), ("\U0001f44d", "\U0001f44d\U0001f3fb")),
    *(("straße", "STRASSE"), ("Τ", "T"), ("\u2764\ufe0f", "\u2764"), ("é", "e\u0301"), ("KATE", "ᏦATE")),
)
DIFFERENT = (
    *(("Anna", "Anne"), ("Bob", "Rob"), ("Анна", "Инна"), ("Ян", "Як"), ("Bob", "Coc"), ("Tim", "Tom")),
    *(("Олег", "Ольга"), ("小明", "小红"), ("محمد", "أحمد"), (FAMILY, "\U0001f468"), ("A1", "A2"), ("Anna", "")),
)


@pytest.mark.parametrize("name", NOTHING, ids=ascii)
def test_what_shows_nothing_is_no_name(name: str) -> None:
    assert shown_name(name) == ""
    assert unicodedata.normalize("NFD", shown_name(f"{name}A{name}"))[0] == "A"


@pytest.mark.parametrize("name", EMOJI, ids=ascii)
def test_joined_emoji_stay(name: str) -> None:
    assert shown_name(name) == name
    assert shown_name(f"A{name} {name}") == f"A{name} {name}"


@pytest.mark.parametrize("name", ["Anna", "Ольга", "Ёжик", "אבי", "สวัสดี", "हिन्दी", "小明", "Zoë O’Neil", "F1"])
def test_names_of_many_scripts_stay(name: str) -> None:
    assert shown_name(f"  {name}\n") == name
    assert not is_label(name)


@pytest.mark.parametrize("pair", ALIKE, ids=str)
def test_names_that_look_alike_are_one(pair: tuple[str, str]) -> None:
    assert look_alike(*pair)
    assert look_alike(*pair[::-1])


@pytest.mark.parametrize("pair", DIFFERENT, ids=str)
def test_names_that_differ_are_two(pair: tuple[str, str]) -> None:
    assert not look_alike(*pair)


@pytest.mark.parametrize("name", ["Player 2", "Рlаyer 2", "игрок 3", "You", "Вы", "Newcomer 1", "Опытный"])
def test_nobody_is_called_as_the_page_calls_others(name: str) -> None:
    assert is_label(name)


@given(st.text(max_size=80))
def test_a_name_that_is_shown_is_shown_so_again(text: str) -> None:
    name = shown_name(text)
    assert shown_name(name) == name
    assert len(name) <= LONGEST_NAME
    assert name == " ".join(name.split(" "))
    if name:
        assert unicodedata.category(name[0])[0] not in "MZC" or "\U0001f000" <= name[0] <= "\U0001faff"
        assert look_alike(name, name.casefold())


@pytest.mark.parametrize("cut", range(26, 31))
def test_a_long_name_ends_between_signs(cut: int) -> None:
    name = shown_name("A" * cut + FAMILY)
    assert not name.endswith("\u200d")
    assert name.startswith("A" * min(cut, LONGEST_NAME))
