"""Specs with signs that a terminal obeys, with line breaks, and with marks of pages: shown as text wherever they go."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from baselines.durak.cli import app
from baselines.oh_hell.cli import app as oh_hell
from cardkit.agents import name_of
from cardkit.report.text_table import TextTable
from durak_env.notation.reader import parse_records
from tests.support.command_line import run_command

AGENT = """
class First:
    def __init__(self, word=""):
        pass

    def act(self, info, rng):
        return info.legal_actions[0]
"""
ODD = "odd_agent:First:word=\x1b[31mr\u202ed\n| x | <b> $y$ [red] [/] \udcff\\"
SHOWN = r"odd_agent:First:word=\x1b[31mr\u202ed\n| x | <b> $y$ [red] [/] \udcff" + "\\"


@pytest.fixture(autouse=True)
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_agent.py").write_text(AGENT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("COLUMNS", "250")


def said(*arguments: str, program: object = app, typed: str = "") -> str:
    ran = run_command(program, *arguments, input=typed)
    assert all(sign == "\n" or sign.isprintable() for sign in ran.stdout)
    return ran.stdout


def test_a_name_is_what_can_be_printed() -> None:
    assert name_of(f"  {ODD}\n") == SHOWN
    assert name_of("exec:./program --its arguments") == "exec:./program --its arguments"


def test_a_match_its_log_and_its_replay(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    shown = said("match", ODD, "random", "--games", "2", "--verbose", "--log", str(log))
    assert shown.count(SHOWN) >= 4
    assert {record.players for record in parse_records(log.read_text())} == {(SHOWN, "random"), ("random", SHOWN)}
    assert SHOWN in said("replay", str(log))
    figures = json.loads(said("match", ODD, "random", "--games", "2", "--json"))
    assert figures["agents"] == [SHOWN, "random"]


@pytest.mark.parametrize(("program", "more"), [(app, ()), (oh_hell, ("--players", "3"))])
def test_a_tournament_its_files_and_its_store(tmp_path: Path, program: object, more: tuple[str, ...]) -> None:
    files = {name: tmp_path / name for name in ("csv", "markdown", "html", "write", "records")}
    asked = [text for name, file in files.items() for text in (f"--{name}", str(file))]
    asked += ["--png", str(tmp_path / "map.png"), "--store", str(tmp_path / "games.db")]
    shown = said("tournament", ODD, "random", "--games", "6", *more, *asked, program=program)
    assert SHOWN in shown
    texts = {name: file.read_text(encoding="utf-8") for name, file in files.items()}
    assert all(sign == "\n" or sign.isprintable() for text in texts.values() for sign in text)
    assert SHOWN in {cell for row in csv.reader(texts["csv"].splitlines()) for cell in row}
    assert "<b>" not in texts["markdown"] + texts["html"] + texts["write"]
    assert SHOWN in texts["records"]
    assert "6 games" in said("tournament", ODD, "random", "--games", "6", *more, *asked[-2:], program=program)


@pytest.mark.parametrize(
    "asked",
    [  # with seeds, as a table that turns out narrow breaks the name in its title
        ("examine", "luck", ODD, "--against", "random", "--games", "20", "--seed", "1"),
        ("examine", "luck", "random", "--against", ODD, "--games", "20", "--seed", "1"),
        pytest.param(("exploitability", ODD, "--answers", "2"), marks=pytest.mark.slow),
        ("tournament", ODD, "random", "--games", "2"),
    ],
    ids=["luck", "luck against it", "exploitability", "tournament"],
)
def test_a_picture_of_figures(asked: tuple[str, ...], tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    assert SHOWN in said(*asked, "--png", str(picture))
    assert SHOWN in "".join(ElementTree.parse(picture).getroot().itertext())


@pytest.mark.parametrize("command", ["regret", "worst"])
def test_an_examined_agent(command: str) -> None:
    shown = said("examine", command, ODD, "--against", ODD, "--games", "2", "--seed", "1")
    assert SHOWN in shown
    assert "odd_agent:First:word=\\x1b[31mr\\u202ed\\n" in shown.splitlines()[0]


def test_names_are_no_markdown() -> None:
    table = TextTable("t", ("agent", "won"), [(r"a\|b <i> *c* `d` [e](f) g_h", "-1.0")], names=1)
    assert table.markdown().splitlines()[4] == r"| a\\\|b &lt;i&gt; \*c\* \`d\` \[e\](f) g_h | -1.0 |"


def test_a_person_plays() -> None:
    assert f"You against {SHOWN}" in said("play", ODD, "--hint", "random", typed="q\n")
