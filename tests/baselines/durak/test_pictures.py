"""Pictures of results: what cannot be drawn is refused before the games, an ending's case does not matter."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from baselines.durak.cli import app
from cardkit.render.plots import INK, plot

COMMANDS = {
    "tournament": ["tournament", "greedy", "random"],
    "luck": ["examine", "luck", "greedy"],
    "exploitability": ["exploitability", "greedy"],
}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x.foo", "a picture's name ends in one of"),
        ("x.pgf", "a picture's name ends in one of"),
        ("none/x.png", "No such file or directory"),
    ],
)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_cannot_be_drawn_is_refused_at_once(command: str, name: str, said: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, [*COMMANDS[command], "--png", str(tmp_path / name)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.parametrize("name", ["x.svg", "x.SVG"])
def test_every_svg_takes_the_colours_of_the_page(name: str, tmp_path: Path) -> None:
    with plot(tmp_path / name, 2, 2) as figure:
        figure.subplots().set_title("</text>&")
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert "prefers-color-scheme:dark" in text
    assert text.count(INK) == 1


def test_a_picture_without_an_ending_is_a_png(tmp_path: Path) -> None:
    with plot(tmp_path / "x", 2, 2) as figure:
        figure.subplots()
    assert (tmp_path / "x").read_bytes().startswith(b"\x89PNG")
