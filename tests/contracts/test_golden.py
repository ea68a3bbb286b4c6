"""The transcripts of the golden games match the files."""

from __future__ import annotations

import difflib

import pytest

from tests.support.golden_games import FOLDER, GAMES, text

SEATS_OF_QUICK_TESTS = 2, 4  # those that are compiled there


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if rules.num_players in SEATS_OF_QUICK_TESTS else pytest.mark.slow)
        for name, (rules, _) in GAMES.items()
    ],
)
def test_golden_game(name: str) -> None:
    kept, told = (FOLDER / f"{name}.txt").read_text(), text(name)
    difference = "\n".join(difflib.unified_diff(kept.splitlines(), told.splitlines(), "kept", "told", lineterm="", n=1))
    assert not difference, f"{difference}\nif the change is meant: python -m tests.support.golden_games --write"


def test_each_file_is_a_golden_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
