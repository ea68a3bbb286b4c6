"""One store, one agent a name: what a spec loads may not change between runs, and a spec has one spelling."""

from __future__ import annotations

import importlib
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from baselines.durak.arena.tournament import play_tournament
from baselines.durak.networks.champions import CHAMPION
from cardkit.specs.loading import spelling
from cardkit.storage.sources import sources_of
from durak_env.durak import Durak

MINE = """
from durak_env.agents.heuristic import greedy, smart
from my_choice import pick

def agent(kind: str = "greedy"):
    return pick()
"""
HELPER = "from durak_env.agents.heuristic import {0}\n\ndef pick():\n    return {0}()\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Enter a working directory with a module of the user's that imports another."""
    (tmp_path / "my_agents.py").write_text(MINE)
    (tmp_path / "my_choice.py").write_text(HELPER.format("greedy"))
    shutil.copy(CHAMPION, tmp_path / "best.safetensors")
    (tmp_path / "player").write_text("#!/bin/sh\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    forget()


def sources(spec: str) -> list[str]:
    return sorted(sources_of(spec, Durak.AGENTS))


def test_what_a_spec_loads(folder: Path) -> None:
    assert sources("my_agents:agent") == ["my_agents", "my_choice"]
    assert sources("policy:best.safetensors") == sources("policy:path=best.safetensors") == ["best.safetensors"]
    assert sources("exec:./player -d best.safetensors --quick") == ["best.safetensors", "player"]
    assert sources(f"policy:{folder}/best.safetensors") == [f"{folder}/best.safetensors"]
    assert sources("champion-search:opponent=policy:path=best.safetensors") == ["best.safetensors"]
    (folder / "model.zip").write_bytes(b"")
    assert sources("sb3:model") == sources("sb3:model.zip") == ["model.zip"]
    (folder / "30").write_bytes(b"")
    assert sources("mcts:limit=30") == sources("greedy") == sources("champion") == []


def test_a_file_that_an_agent_loads_by_default_counts(folder: Path) -> None:
    (folder / "my_agents.py").write_text(MINE.replace('"greedy"', '"best.safetensors"'))
    assert sources("my_agents:agent") == ["best.safetensors", "my_agents", "my_choice"]
    assert sources("my_agents:agent:kind=other") == ["my_agents", "my_choice"]
    (folder / "greedy").write_text("")
    assert sources("my_agents:agent:kind=greedy") == ["greedy", "my_agents", "my_choice"]


STATEMENTS = {
    "from": "from my_numbers import HIGH",
    "star": "from my_numbers import *",
    "branch": "try:\n    from my_numbers import HIGH\nexcept ImportError:\n    HIGH = 0",
    "late": "def pick():\n    from my_numbers import HIGH\n    return HIGH",
    "package": "from my_package.deep import HIGH",
    "relative": "import my_package",
    "dynamic": "import importlib\nnumbers = importlib.import_module('my_numbers')",
}
"""Ways to import a number, of which no member tells where it was made."""


@pytest.mark.parametrize("way", STATEMENTS)
def test_a_module_of_numbers_alone_counts(folder: Path, way: str) -> None:
    (folder / "my_numbers.py").write_text("HIGH = 1\n")
    (folder / "my_package").mkdir()
    (folder / "my_package" / "__init__.py").write_text("from .deep import HIGH as HIGH\n")
    (folder / "my_package" / "deep.py").write_text("from my_numbers import HIGH as HIGH\n")
    (folder / "my_broken.py").write_text("no python\n")
    (folder / "my_agents.py").write_text(
        f"{MINE}\n{STATEMENTS[way]}\n\ndef never():\n    import my_broken, my_lacking, my_package.lacking\n"
    )
    found = sources("my_agents:agent")
    assert "my_numbers" in found
    assert {"my_agents", "my_choice", "my_broken"} <= set(found)
    forget()
    before = sources_of("my_agents:agent", Durak.AGENTS)
    forget()
    (folder / "my_numbers.py").write_text("HIGH = 22\n")
    after = sources_of("my_agents:agent", Durak.AGENTS)
    assert [part for part in before | after if before.get(part) != after.get(part)] == ["my_numbers"]


@pytest.mark.parametrize("recorded", [True, False], ids=["target", "another environment"])
def test_an_installed_package_is_not_the_users_wherever_it_lies(
    folder: Path, recorded: bool, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package that pip's ``--target`` or an environment on the path has installed is not the user's."""
    packages = tmp_path_factory.mktemp("other") / ("target" if recorded else "site-packages")
    (packages / "foreign").mkdir(parents=True)
    (packages / "foreign" / "__init__.py").write_text("")
    if recorded:
        (packages / "foreign-1.dist-info").mkdir()
        (packages / "foreign-1.dist-info" / "RECORD").write_text("foreign/__init__.py,,\n")
    monkeypatch.syspath_prepend(packages)
    (folder / "my_agents.py").write_text(f"import foreign\n{MINE}")
    assert sources("my_agents:agent") == ["my_agents", "my_choice"]
    sys.modules.pop("foreign")


def test_a_module_in_an_archive_counts_by_the_archive(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.make_archive("zipped", "zip", folder, "my_choice.py")
    (folder / "my_choice.py").unlink()
    monkeypatch.syspath_prepend(folder / "zipped.zip")
    forget()
    before = sources_of("my_agents:agent", Durak.AGENTS)
    assert sorted(before) == ["my_agents", "my_choice"]
    (folder / "my_choice.py").write_text(HELPER.format("smart"))
    shutil.make_archive("zipped", "zip", folder, "my_choice.py")
    (folder / "my_choice.py").unlink()
    assert sources_of("my_agents:agent", Durak.AGENTS)["my_choice"] != before["my_choice"]


def test_what_others_load_of_a_package_does_not_count(folder: Path) -> None:
    (folder / "my_package").mkdir()
    for name in ("__init__", "agents", "plots"):
        (folder / "my_package" / f"{name}.py").write_text(MINE if name == "agents" else "")
    loads = ["my_choice", "my_package", "my_package.agents"]
    assert sources("my_package.agents:agent") == loads
    importlib.import_module("my_package.plots")
    assert sources("my_package.agents:agent") == loads


def forget() -> None:
    """Forget the modules, as another process does that has not imported them."""
    for name in [name for name in sys.modules if name.startswith("my_")]:
        del sys.modules[name]


def better_helper(folder: Path) -> str:
    (folder / "my_choice.py").write_text(HELPER.format("smart") + "# another length\n")
    return "my_choice"


def edited_module(folder: Path) -> str:
    (folder / "my_agents.py").write_text(MINE + "# better\n")
    return "my_agents"


def edited_policy(folder: Path) -> str:
    shutil.copy(CHAMPION, folder / "best.safetensors")
    with (folder / "best.safetensors").open("ab") as file:
        file.write(b" ")
    return "best.safetensors"


@pytest.mark.parametrize("edit", [better_helper, edited_module], ids=lambda edit: edit.__name__)
def test_an_agent_that_has_changed_is_named_and_refused(folder: Path, edit: Callable[[Path], str]) -> None:
    agents = ["my_agents:agent", "random"]
    before = play_tournament(agents, games=20, store="s.db").matches[0].results.tobytes()
    forget()
    assert play_tournament(agents, games=20, store="s.db").matches[0].results.tobytes() == before
    forget()
    content, changed = (folder / "s.db").read_bytes(), edit(folder)
    said = f"store s.db holds games of 'my_agents:agent' from before {changed} changed: name another store"
    with pytest.raises(ValueError, match=re.escape(said)):
        play_tournament(agents, games=40, store="s.db")
    assert (folder / "s.db").read_bytes() == content
    play_tournament(["greedy", "random"], games=40, store="s.db")
    play_tournament(agents, games=40, store="another.db")


def test_a_store_that_knew_no_modules_of_numbers_goes_on(folder: Path) -> None:
    (folder / "my_numbers.py").write_text("HIGH = 1\n")
    (folder / "my_agents.py").write_text(f"{MINE}\nfrom my_numbers import HIGH\n")
    agents = ["my_agents:agent", "random"]
    play_tournament(agents, games=20, store="s.db")
    with closing(sqlite3.connect("s.db")) as database, database:
        assert database.execute("DELETE FROM sources WHERE part = 'my_numbers'").rowcount == 1
    play_tournament(agents, games=20, store="s.db")
    forget()
    (folder / "my_numbers.py").write_text("HIGH = 22\n")
    with pytest.raises(ValueError, match="from before my_numbers changed"):
        play_tournament(agents, games=40, store="s.db")


@pytest.mark.usefixtures("folder")
def test_a_store_from_before_goes_on_and_notices_from_then_on(folder: Path) -> None:
    agents = ["my_agents:agent", "random"]
    play_tournament(agents, games=20, store="s.db")
    with closing(sqlite3.connect("s.db")) as database:
        database.execute("DROP TABLE sources")
        database.commit()
    play_tournament(agents, games=40, store="s.db")
    forget()
    better_helper(folder)
    with pytest.raises(ValueError, match="from before my_choice changed"):
        play_tournament(agents, games=40, store="s.db")


def test_a_damaged_source_is_found(folder: Path) -> None:
    play_tournament(["my_agents:agent", "random"], games=20, store="s.db")
    content = (folder / "s.db").read_bytes()
    for place in (found.start() for found in re.finditer(b"my_choice", content)):
        (folder / "s.db").write_bytes(content[:place] + b"n" + content[place + 1 :])
        with pytest.raises(ValueError, match="is damaged: "):
            play_tournament(["my_agents:agent", "random"], games=20, store="s.db")


@pytest.mark.parametrize(
    ("spec", "plain"),
    [
        ("greedy:", "greedy"),
        (" greedy : ", "greedy"),
        ("mcts: limit = 30 ,, c=1.4,", "mcts:limit=30,c=1.4"),
        ("policy: best.safetensors , endgame=exact", "policy:best.safetensors,endgame=exact"),
        ("mcts:limit = ( 30 )", "mcts:limit=30"),
        ("my_agents:agent:kind=( a,b )", "my_agents:agent:kind=( a,b )"),
        ("my_agents:agent:kind=((a))", "my_agents:agent:kind=((a))"),
        ("exec: ./player -d 3, 4 ", "exec:./player -d 3, 4"),
        ("my_agents : agent:", "my_agents:agent"),
        ("my_agents:agent: kind=a", "my_agents:agent:kind=a"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_spec_has_one_spelling(spec: str, plain: str) -> None:
    assert spelling(spec, Durak.AGENTS) == spelling(plain, Durak.AGENTS) == plain


def test_two_spellings_are_one_agent(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="agent 'greedy' is named twice"):
        play_tournament(["greedy", "greedy:"], games=2)
    play_tournament(["greedy:", "random"], games=2, store=tmp_path / "s.db", gauntlet="greedy:")
    assert play_tournament(["greedy", "random:"], games=2, store=tmp_path / "s.db").names == ("greedy", "random")
    with closing(sqlite3.connect(tmp_path / "s.db")) as database:
        assert database.execute("SELECT count(*) FROM matches").fetchone() == (1,)
