"""Golden games are told at every door as recorded, to the letter."""

from __future__ import annotations

import pytest

from tests.support.told import FOLDER, GAMES, difference

QUICK = ("durak", "oh-hell", "durak-four")
"""The games whose records the quick suite compiles anyway."""


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in GAMES]
)
def test_a_golden_game_is_told_as_it_was(name: str) -> None:
    found = difference(name)
    assert not found, f"{found[:5000]}\nif the change is meant: python -m tests.support.told --write"


def test_each_file_is_a_golden_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.xz")} == set(GAMES)
