"""The demands of Python, Gymnasium and shells on an installed package, for each of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.support.game_kinds import GAMES, GameKind, each_game

PACKAGES = ("cardkit", "cardtable", "durak_env", "oh_hell_env", "bang_env", "baselines")
PROGRAMS = {"durak_env": "durak", "oh_hell_env": "oh-hell", "bang_env": "bang"}


def package_of(game: GameKind) -> str:
    return game.env_id.partition("/")[0]


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_shows_its_names_and_its_version(name: str) -> None:
    package = import_module(name)
    shown = dir(package)
    assert set(getattr(package, "__all__", ())) <= set(shown)
    assert {"__version__", "__doc__", "__name__"} <= set(shown)
    assert shown == sorted(set(shown))
    assert package.__version__ == version("durak-env")


@pytest.mark.parametrize("name", PACKAGES)
def test_what_a_package_shows_is_there(name: str) -> None:
    package = import_module(name)
    assert [one for one in dir(package) if not hasattr(package, one)] == []
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'nothing'"):
        package.nothing  # noqa: B018 - to ask is what is tested


@each_game
def test_python_runs_a_game_s_package(game: GameKind, tmp_path: Path) -> None:
    package = package_of(game)
    command = [sys.executable, "-m", package, "--version"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{PROGRAMS[package]} {version('durak-env')}\n"), done.stderr
    (tmp_path / "baselines.py").write_text('"""Of the user."""\n')
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{PROGRAMS[package]}: baselines.")
    assert f"'baselines' is {tmp_path}/baselines.py here: rename that" in done.stderr
    assert done.stderr.count("\n") == 1


def test_gymnasium_imports_the_package_that_an_id_names() -> None:
    ids = [f"{package_of(game)}:{game.env_id}" for game in GAMES]
    script = f"import gymnasium\nfor one in {ids}: print(gymnasium.make(one, opponent=lambda seen, mask: 0).spec.id)"
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=plain, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [game.env_id for game in GAMES]


@pytest.mark.parametrize(
    ("line", "offered"),
    [("durak ma", {"match"}), ("durak match --ga", {"--games"}), ("oh-hell tournament --sto", {"--store"})],
)
def test_a_shell_completes_commands_and_options(line: str, offered: set[str]) -> None:
    program = line.partition(" ")[0]
    asked = {f"_{program}_COMPLETE".replace("-", "_").upper(): "complete_bash", "COMP_WORDS": line}
    asked["COMP_CWORD"] = str(line.count(" "))
    run = f"import sys; sys.argv = ['{program}']; from baselines.{program.replace('-', '_')}.cli import app; app()"
    done = subprocess.run([sys.executable, "-c", run], env=os.environ | asked, capture_output=True, text=True)
    assert set(done.stdout.split()) == offered, done.stderr
