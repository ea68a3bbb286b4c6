"""``durak table``: starts, follows a tournament that is killed and resumed, and ends at once with Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from baselines.durak.table.plugin import PLUGIN
from cardkit.arena.tournament import play_tournament
from durak_env.durak import Durak
from tests.baselines.durak.test_cli import durak
from tests.support.table_program import PROGRAM, ROOT, running
from tests.support.table_server import Page, serving

SOON = 3.0
OWN = """
class Own:
    def act(self, info, rng):
        return info.legal_actions[0]
class Broken(Own):
    def act(self, info, rng):
        raise RuntimeError("out of luck")
"""


@pytest.mark.skipif(os.name != "posix", reason="sends signals as POSIX systems know them")
@pytest.mark.slow
def test_ctrl_c_ends_it_at_once_whatever_goes_on() -> None:
    with running() as (program, address, _), Page(address) as page:
        page.send("pace", seconds=0)
        page.settled(page.ask("new", seats=["human", "greedy"], seed=1))
        page.until("analysis", page.send("analyse", agent="ismcts:simulations=100000000"))
        children = _children(program.pid)
        assert children
        began = time.monotonic()
        program.send_signal(signal.SIGINT)
        assert program.wait(10) == 130
        assert time.monotonic() - began < SOON
        while any(_is_alive(child) for child in children):
            assert time.monotonic() - began < 10 * SOON
            time.sleep(0.05)


@pytest.mark.skipif(os.name != "posix", reason="sends signals as POSIX systems know them")
@pytest.mark.slow
@pytest.mark.parametrize("pause", [0.0, 0.02, 0.1])
def test_ctrl_c_pressed_twice_shows_no_traceback(pause: float) -> None:
    with running() as (program, _, _):
        for _ in range(2):
            program.send_signal(signal.SIGINT)
            time.sleep(pause)
        assert program.communicate(timeout=20)[1] == "durak: interrupted\n"


def _children(process: int) -> list[int]:
    task = Path(f"/proc/{process}/task")
    if not task.exists():
        pytest.skip("the system does not list processes in /proc")
    return [int(child) for each in task.iterdir() for child in (each / "children").read_text().split()]


def _is_alive(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


@pytest.mark.slow
def test_agents_of_ones_own_play_and_fail(tmp_path: Path) -> None:
    (tmp_path / "my_agents.py").write_text(OWN)
    own = ("my_agents:Own", "my_agents:Broken")
    with (
        running("--agent", own[0], "--agent", own[1], folder=tmp_path) as (_, address, _),
        Page(address) as page,
    ):
        assert page.welcome["own"] == list(own)
        page.send("pace", seconds=0)
        state = page.ask("new", seats=list(own), seed=2)
        while not any(player["error"] for player in state["players"]):
            state = page.until("state")
        assert "out of luck" in state["players"][1]["error"]
        state = page.ask("seat", seat=1, agent=own[0])
        while state["returns"] is None:
            state = page.until("state")


def test_a_host_that_others_reach_is_told_plainly() -> None:
    with running("--host", "0.0.0.0") as (program, _, printed):
        assert program.stdout is not None
        assert "by the links that the page gives out" in program.stdout.readline()
        assert "Whoever knows the first address can play here" in (told := program.stdout.readline())
        assert "Nothing is encrypted." in told
        assert "127.0.0.1" in printed


def test_an_agent_of_a_broken_package_is_named_and_the_table_serves(tmp_path: Path) -> None:
    package = tmp_path / "theirs-1.0.dist-info"
    package.mkdir()
    (package / "entry_points.txt").write_text("[durak_env.agents]\ngone = no_such_package:make\n")
    with running(folder=tmp_path) as (program, address, _), Page(address) as page:
        assert program.stdout is not None
        assert program.stdout.readline().startswith("left out: agent 'gone' is broken: no_such_package:make")
        offered = [agent["spec"] for agent in page.welcome["agents"]]
        assert "gone" not in offered
        assert "greedy" in offered


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(["missing.txt"], "missing.txt"), (["--port", "70000"], "70000"), (["--host", "no.such.host."], "no.such.host")],
)
def test_what_cannot_be_served_is_told_in_a_line(
    arguments: list[str], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.commands.table.FILE_SECONDS", 0.1)
    result = durak("table", *arguments)
    assert result.exit_code == 2
    assert named in result.stderr


@pytest.mark.slow
def test_a_store_that_a_tournament_is_about_to_write_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "tournament.db"
    later = threading.Timer(2, play_tournament, (Durak(), ["greedy", "random"], 8), {"seed": 3, "store": file})
    later.start()
    with running(str(file), folder=tmp_path) as (_, address, _), Page(address) as page:
        assert page.until("tournament", page.send("tournament"))["agents"]
    later.join()


@pytest.mark.slow
def test_a_tournament_is_followed_while_it_is_played(tmp_path: Path) -> None:
    file, agents = tmp_path / "tournament.db", ["greedy", "low", "random"]
    play_tournament(Durak(), agents, 8, seed=3, store=file)
    with serving(PLUGIN, file=file, holds_tournament=True) as address, Page(address) as page:
        page.send("pace", seconds=0)
        asked = page.send("tournament")
        told = page.until("tournament", asked)
        assert games_of(told) == 24
        result = play_tournament(Durak(), agents, 100, seed=3, store=file)
        while games_of(told) < 300:
            told = page.until("tournament", asked)
        elo = dict(zip(result.names, result.ratings().elo, strict=True))
        assert {one["agent"]: one["elo"] for one in told["ratings"]} == pytest.approx(elo)
        assert [one["agent"] for one in told["ratings"]] == told["agents"]
        assert told["crosstable"][0][1]["score"] == pytest.approx(1 - told["crosstable"][1][0]["score"])
        match = told["matches"][0]
        games = page.ask("tournament_game", "games", match=match["match"], game=3)
        page.until("state")
        assert games["games"][0]["players"] == [match["agents"][1], match["agents"][0]]
        state = page.ask("goto", ply=games["games"][0]["plies"])
        number = [one.names for one in result.matches].index(tuple(match["agents"]))
        row = result.matches[number].results[3]
        assert state["returns"] == [float(row["returns"][1]), float(row["returns"][0])]
        assert page.refused("tournament_game", match=99, game=0)["code"] == "record"


@pytest.mark.slow
def test_a_tournament_that_is_killed_and_resumed_goes_on_in_the_page(tmp_path: Path) -> None:
    file = tmp_path / "tournament.db"
    arguments = ["tournament", "greedy", "smart", "mcts:limit=200,samples=10", "--games", "200", "--seed", "3"]
    command = [*PROGRAM[:3], *arguments, "--store", str(file)]
    play_tournament(Durak(), ["greedy", "smart"], 2, seed=3, store=file)
    with serving(PLUGIN, file=file, holds_tournament=True) as address, Page(address) as page:
        asked = page.send("tournament")
        first = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not 2 < games_of(page.until("tournament", asked)) < 600:
            assert first.poll() is None
        first.kill()
        first.wait()
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        while games_of(page.until("tournament", asked)) < 600:
            pass


def games_of(told: dict[str, Any]) -> int:
    """Return the games that a page knows of."""
    return sum(match["games"] for match in told["matches"])
