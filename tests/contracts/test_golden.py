"""The golden games are told as they are written down."""

from __future__ import annotations

import difflib

import pytest

from tests.support.golden_games import FOLDER, GAMES, text


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str) -> None:
    kept, told = (FOLDER / f"{name}.txt").read_text(), text(name)
    difference = "\n".join(difflib.unified_diff(kept.splitlines(), told.splitlines(), "kept", "told", lineterm="", n=1))
    assert not difference, f"{difference}\nif the change is meant: python -m tests.support.golden_games --write"


def test_each_file_is_a_golden_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
