"""The transcripts of the golden games match the files."""

from __future__ import annotations

import difflib
from types import ModuleType

import pytest

from tests.support.golden import KINDS, text

SEATS_OF_QUICK_TESTS = 2, 4  # those that are compiled there


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        pytest.param(
            kind,
            name,
            id=f"{kind.FOLDER.name}-{name}",
            marks=[] if rules.num_players in SEATS_OF_QUICK_TESTS else pytest.mark.slow,
        )
        for kind in KINDS
        for name, (rules, *_) in kind.GAMES.items()
    ],
)
def test_golden_game(kind: ModuleType, name: str) -> None:
    kept, told = (kind.FOLDER / f"{name}.txt").read_text(), text(kind, name)
    difference = "\n".join(difflib.unified_diff(kept.splitlines(), told.splitlines(), "kept", "told", lineterm="", n=1))
    assert not difference, f"{difference}\nif the change is meant: python -m tests.support.golden"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.FOLDER.name)
def test_each_file_is_a_golden_game(kind: ModuleType) -> None:
    assert {path.stem for path in kind.FOLDER.glob("*.txt")} == set(kind.GAMES)
