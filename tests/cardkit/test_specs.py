"""Specs: what a string names, and what is said of one that names nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from baselines import make_agent, play_match
from baselines.arena.roster import agent_help
from baselines.cli.match_table import match_statistics
from cardkit.specs import GROUP, load_agent

MODULE = '''
"""Agents of somebody else."""

class Fixed:
    def __init__(self, place=0, *more):
        self.place, self.more = place, more

    def act(self, info, rng):
        return info.legal_actions[self.place]

class Holder:
    last = lambda place=-1: Fixed(place)

def from_file(path, place=0):
    return Fixed(place, path)

def verbatim(text, /):
    return Fixed(0, text)

def anything(**settings):
    return Fixed(0, settings)

def no_agent():
    return 7

def failing():
    raise OSError("no such thing")

number = 7
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a module of agents in it."""
    package = tmp_path / "somebodys"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "agents.py").write_text(MODULE)
    (package / "broken.py").write_text("import no_such_package")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "place", "more"),
    [
        ("somebodys.agents:Fixed", 0, ()),
        (" somebodys.agents : Fixed : place=-1 ", -1, ()),
        ("somebodys.agents:Holder.last", -1, ()),
        ("somebodys.agents:from_file:a/lr=0.1/model.zip,place=1", 1, ("a/lr=0.1/model.zip",)),
        ("somebodys.agents:from_file:path=model.zip", 0, ("model.zip",)),
        ("somebodys.agents:from_file:17", 0, ("17",)),
        ("somebodys.agents:verbatim:./program --depth=3,4 : x", 0, ("./program --depth=3,4 : x",)),
        ("somebodys.agents:anything:a=1,b=two", 0, ({"a": 1, "b": "two"},)),
    ],
)
def test_what_can_be_imported_is_an_agent(folder: Path, spec: str, place: int, more: tuple[Any, ...]) -> None:
    agent: Any = make_agent(spec)
    assert (agent.place, agent.more) == (place, more)


def test_another_package_names_its_agents(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As installed from the lines that docs/agents.md shows for a pyproject.toml."""
    page = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
    shown = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert shown is not None
    ((name, target),) = tomllib.loads(shown.group(1))["project"]["entry-points"][GROUP].items()
    module, function = target.split(":")
    source = folder.joinpath(*module.split(".")).with_suffix(".py")
    source.parent.mkdir()
    source.write_text(f'{MODULE}\ndef {function}(place=0):\n    """Of another package."""\n    return Fixed(place)\n')
    (folder / "theirs-1.0.dist-info").mkdir()
    (folder / "theirs-1.0.dist-info" / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {target}\n")
    monkeypatch.syspath_prepend(folder)
    agent: Any = make_agent(f"{name}:place=-1")
    assert agent.place == -1
    assert agent_help()[name] == ("place=0", "Of another package.")
    assert play_match(name, "random", games=4).games == 4
    gymnasium.make("durak_env/Durak-v0", opponent=name).reset(seed=1)


def test_a_name_wins_over_a_module(folder: Path) -> None:
    (folder / "greedy.py").write_text("def act(): return None")
    with pytest.raises(ValueError, match="'act' in 'greedy:act' is no parameter"):
        load_agent("greedy:act")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("gredy", r"unknown agent 'gredy'; known agents: .*greedy.*; others are given as module:function"),
        ("gredy:depth=3", r"names no agent: known agents are .*greedy"),
        ("gredy:depth", r"no agent 'gredy' is known \(.*greedy.*\), nor gredy:depth: No module named 'gredy'"),
        ("somebodys.agents:nothing", "nor somebodys.agents:nothing: .*no attribute 'nothing'"),
        ("somebodys.broken:anything", "No module named 'no_such_package'"),
        ("somebodys.agents:number", "no callable"),
        ("somebodys.agents:no_agent", r"has no act\(info, rng\)"),
        ("somebodys.agents:failing", "cannot be made: no such thing"),
        ("somebodys.agents:from_file", "lacks a parameter .* needs: somebodys.agents:from_file:path=..."),
        ("somebodys.agents:from_file:a,b", "'b' in .* is no parameter: write name=value"),
        ("somebodys.agents:Fixed:plaice=1", "unknown parameter 'plaice'"),
        ("somebodys.agents:verbatim", "lacks what comes after the colon"),
        ("some body:x", "unknown agent 'some body'"),
        (":x", "unknown agent ''"),
    ],
)
def test_what_names_nothing(folder: Path, spec: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        load_agent(spec)


def test_the_command_line_and_its_workers_find_it(folder: Path) -> None:
    command = "from baselines.cli import app; app()"
    arguments = ["match", "somebodys.agents:Fixed", "random", "--games", "8", "--jobs", "2", "--json"]
    done = subprocess.run([sys.executable, "-P", "-c", command, *arguments], capture_output=True, text=True, check=True)
    here = play_match("somebodys.agents:Fixed", "random", games=8)
    assert json.loads(done.stdout)["wins"] == match_statistics(here, 0.98)["wins"]
