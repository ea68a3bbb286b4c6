"""The command ``table`` opens a file that holds a game of its own, and refuses any other before it serves a page."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from baselines.bang.cli import app as bang
from baselines.durak.cli import app as durak
from baselines.oh_hell.cli import app as oh_hell
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import deal
from cardtable.records import check_file
from tests.support.command_line import run_command
from tests.support.herding_game import Herding
from tests.support.herding_table import HERDING

PROGRAMS = {"durak": durak, "oh-hell": oh_hell, "bang": bang}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello world\nnothing\n", "line 1: a game must begin with '{name}-game 1', got 'hello world'"),
        ("# no game\n\n", "the text holds no games"),
        ("{name}-game 1\n", "the text ends before the line 'result'"),
    ],
)
def test_a_file_without_a_game_is_refused_in_a_line(name: str, text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(text.format(name=name))
    refused = run_command(PROGRAMS[name], "table", str(file), "--no-browser", status=2)
    assert refused.stderr.count("\n") == 1
    assert refused.stderr.startswith(f"{name}: {file}: ")
    assert why.format(name=name) in refused.stderr


def test_a_database_that_is_no_store_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE other (number)")
    refused = run_command(bang, "table", str(file), "--no-browser", status=2)
    assert "is not a tournament store" in refused.stderr


def record() -> str:
    """Write the record of a game that has not begun."""
    game: Any = Herding()
    (stream,), (state,) = streams_from_seed(1, 0), game.new_states()
    deal(state, stream)
    return game.tell.record_text(state, [], ["a", "b", "c"])


def test_the_first_game_decides(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f"{record()}\n{record()}\nand what is no game\n")
    check_file(HERDING.view, file, is_store=False)
    file.write_text(f"and what is no game\n{record()}\n")
    with pytest.raises(ValueError, match=r"games\.txt: "):
        check_file(HERDING.view, file, is_store=False)
