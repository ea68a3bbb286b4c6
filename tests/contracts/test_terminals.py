"""Terminals that lack signs: every program says the same in the available signs, and files hold all of it."""

from __future__ import annotations

import io
import sys
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from baselines.bang.cli import app as bang
from baselines.durak.cli import app as durak
from baselines.oh_hell.cli import app as oh_hell
from cardkit.commands.app import Program
from cardkit.playing_cards import SUIT_SYMBOLS
from cardkit.report.signs import written_in

ENCODINGS = ["ascii", "cp866", "cp1252"]
PLUS_MINUS = {"ascii": "+-", "cp866": "+-", "cp1252": "±", "utf-8": "±"}


class Kind(NamedTuple):
    """A program, two quick agents, and options of its commands."""

    program: Program
    agents: tuple[str, str]
    options: tuple[str, ...] = ()


KINDS = {
    "durak": Kind(durak, ("greedy", "random")),
    "oh-hell": Kind(oh_hell, ("informed", "random"), ("--players", "3")),
    "bang": Kind(bang, ("rai", "random"), ("--players", "4")),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Says:
    return Says(monkeypatch)


class Says:
    """A runner of a program on a terminal of some encoding."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        monkeypatch.setenv("COLUMNS", "120")

    def __call__(self, encoding: str, kind: Kind, *arguments: str, typed: bytes = b"") -> str:
        """Return a program's output; nothing may go wrong."""
        told, wrong = io.BytesIO(), io.BytesIO()
        output, errors, asked = (io.TextIOWrapper(bytes_, encoding) for bytes_ in (told, wrong, io.BytesIO(typed)))
        with self._patch.context() as patch:
            for name, stream in (("stdin", asked), ("stdout", output), ("stderr", errors)):
                patch.setattr(sys, name, stream)
            with pytest.raises(SystemExit) as end:
                kind.program([*arguments, *(() if arguments[0] == "replay" else kind.options)])
        output.flush()
        errors.flush()
        assert end.value.code == 0, wrong.getvalue()
        return told.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_tournament_and_its_files(says: Says, kind: Kind, encoding: str, tmp_path: Path) -> None:
    files = {option: tmp_path / option for option in ("csv", "markdown", "html")}
    written = [text for option, file in files.items() for text in (f"--{option}", str(file))]
    said = says(encoding, kind, "tournament", *kind.agents, "--games", "12", "--seed", "1", *written)
    assert PLUS_MINUS[encoding] in said
    assert all(kind.agents[0] in file.read_text(encoding="utf-8") for file in files.values())
    assert all("±" in files[option].read_text(encoding="utf-8") for option in ("markdown", "html"))
    tables = [
        list(lines) for inside, lines in groupby(said.splitlines(), lambda line: line.endswith(("|", "+"))) if inside
    ]
    assert all(len({len(line) for line in lines}) == 1 for lines in tables)  # columns are straight


class Gone(io.StringIO):
    """A terminal that has been closed."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


@pytest.mark.parametrize(("command", "option"), [("tournament", "--markdown"), ("match", "--log")])
def test_files_are_there_though_nothing_can_be_printed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, option: str
) -> None:
    file = tmp_path / "file"
    monkeypatch.setattr("sys.stdout", Gone())
    with pytest.raises((BrokenPipeError, SystemExit)):
        durak([command, "greedy", "random", "--games", "2", option, str(file)])
    assert "greedy" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_match_its_log_and_its_replay(says: Says, kind: Kind, encoding: str, tmp_path: Path) -> None:
    log, other = tmp_path / "log.txt", tmp_path / "other.txt"
    asked = ("match", *kind.agents, "--games", "1", "--seed", "1", "--verbose")
    here, there = (says(code, kind, *asked, "--log", str(file)) for code, file in ((encoding, log), ("utf-8", other)))
    assert log.read_bytes() == other.read_bytes()
    replayed, whole = (says(code, kind, "replay", str(log), "--all") for code in (encoding, "utf-8"))
    assert kind.program is bang or any(suit in whole for suit in SUIT_SYMBOLS)
    assert replayed == written_in(encoding, whole)
    assert here.startswith(replayed)
    assert there.startswith(whole)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_person_plays(says: Says, kind: Kind, encoding: str) -> None:
    """A person plays, even one who types signs that the terminal lacks."""
    typed = "7♣\n\xff\n?\nq\n".encode()
    asked = ("play", "random", "--hint", "random", "--seed", "2")
    here, there = (says(code, kind, *asked, typed=typed) for code in (encoding, "utf-8"))
    assert "You have left the game." in here
    assert here.count("your ply:") == there.count("your ply:") == 4
    assert kind.program is bang or any(suit in there for suit in SUIT_SYMBOLS)
    assert not any(suit in here for suit in SUIT_SYMBOLS)
