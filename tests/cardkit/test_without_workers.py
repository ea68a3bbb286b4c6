"""The process of a call does the work meant for others where none can be started, and nothing ends it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Collection
from contextlib import closing
from multiprocessing import current_process
from pathlib import Path
from typing import Any

import pytest
from joblib import Parallel, delayed, parallel_config

from baselines import play_match
from baselines.durak.arena.tournament import play_tournament
from cardkit.processes.backends import LOCAL, in_backend
from cardkit.processes.workers import Span, Spans, end_with, processes_start
from cardtable.searches import Searches
from tests.baselines.durak.test_match import same
from tests.support.vandals import Dicing, LastLegal


class Where:
    """A task whose result is the process that has done it."""

    def __call__(self, first: int, count: int) -> int:
        return os.getpid()

    def describe(self, spans: Collection[Span]) -> str:
        return "tasks"


def places() -> set[int]:
    """Return the processes that do the work of two."""
    with closing(in_backend(Where(), Spans(20), LOCAL, 2)) as parts:
        return {process for _, process, _ in parts}


@pytest.fixture
def daemonic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this process count as daemonic."""
    monkeypatch.setitem(current_process()._config, "daemon", True)  # type: ignore[attr-defined]


@pytest.fixture(params=["daemonic", "joblib has no processes"])
def alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep this process from starting others."""
    if request.param == "daemonic":
        request.getfixturevalue("daemonic")
    else:
        monkeypatch.setattr("joblib._parallel_backends.mp", None)  # as JOBLIB_MULTIPROCESSING=0 leaves it


@pytest.mark.usefixtures("alone")
def test_this_process_does_the_work() -> None:
    assert not processes_start()
    assert places() == {os.getpid()}


@pytest.mark.usefixtures("alone")
def test_the_games_are_those_of_one_job() -> None:
    one, two = (play_match(Dicing(), "random", games=6, seed=1, jobs=jobs) for jobs in (1, 2))
    assert same(one, two)
    agents = [Dicing(), LastLegal(), "greedy"]
    tables = [play_tournament(agents, games=4, seed=1, jobs=jobs) for jobs in (1, 2)]
    assert all(same(*matches) for matches in zip(*(table.matches for table in tables), strict=True))


def test_so_it_is_below_threads_of_joblib() -> None:
    found = Parallel(2, backend="threading")(delayed(places)() for _ in range(2))
    assert list(found) == [{os.getpid()}] * 2


def test_what_joblib_is_told_elsewhere_sends_no_work_back() -> None:
    with parallel_config(require="sharedmem", prefer="threads"):
        assert processes_start()
        assert os.getpid() not in places()


def test_no_process_ends_with_itself() -> None:
    with pytest.raises(RuntimeError, match="use jobs=1"):
        end_with(os.getpid())


@pytest.mark.usefixtures("daemonic")
def test_the_table_says_that_it_needs_processes() -> None:
    with pytest.raises(ValueError, match="daemonic"):
        Searches()


AGENT = """
class Lowest:
    def act(self, info, rng):
        return info.legal_actions[0]
"""
OTHER_PROCESS = """
import multiprocessing, sys
from agent import Lowest
from baselines import play_match

def work():
    one, two = (play_match(Lowest(), "random", games=8, jobs=jobs) for jobs in (1, 2))
    assert (one.wins, one.losses) == (two.wins, two.losses)
    print("done", flush=True)

if __name__ == "__main__":
    if "after" in sys.argv:
        work()
    process = multiprocessing.get_context(sys.argv[1]).Process(target=work, daemon="daemonic" in sys.argv)
    process.start()
    process.join()
    sys.exit(process.exitcode)
"""
NO_SEMAPHORES = """
import _multiprocessing
class SemLock:
    def __init__(self, *arguments, **named):
        raise OSError(38, "Function not implemented")
_multiprocessing.SemLock = SemLock
"""
TOURNAMENT = [
    *("-c", "from baselines.durak.cli import app; app()", "tournament", "agent:Lowest", "random", "greedy"),
    *("--games", "4", "--seed", "1", "--jobs", "2"),
]


@pytest.fixture
def python(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs Python in a folder with an agent."""
    (tmp_path / "agent.py").write_text(AGENT, encoding="utf-8")

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        paths = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": paths} | environment,
            capture_output=True,
            text=True,
            timeout=100,
        )

    return run


@pytest.mark.slow
@pytest.mark.parametrize("how", ["fork daemonic", "spawn daemonic", "fork after"])
def test_another_process_plays_a_match_of_two_jobs(python: Any, tmp_path: Path, how: str) -> None:
    """A daemonic process plays a match of two jobs, and so does the fork of one that has played such a match."""
    (tmp_path / "other.py").write_text(OTHER_PROCESS, encoding="utf-8")
    ran = python("other.py", *how.split())
    assert (ran.returncode, ran.stdout) == (0, "done\n" * (1 + how.endswith("after"))), ran.stderr


@pytest.mark.slow
def test_a_tournament_of_two_jobs_has_its_table(python: Any, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "sitecustomize.py").write_text(NO_SEMAPHORES, encoding="utf-8")
    here = [str(tmp_path), str(Path(__file__).parents[2])]
    told = [
        python(*TOURNAMENT),
        python(*TOURNAMENT, JOBLIB_MULTIPROCESSING="0"),
        python(*TOURNAMENT, PYTHONPATH=os.pathsep.join([str(tmp_path / "none"), *here])),
    ]
    assert [ran.returncode for ran in told] == [0, 0, 0], told
    assert told[0].stdout == told[1].stdout == told[2].stdout
    assert "agent:Lowest" in told[0].stdout


SPAWNED = """
import multiprocessing
from baselines import play_match
class First:
    def act(self, info, rng):
        return info.legal_actions[0]
def play():
    print(play_match(First(), "random", games=8, seed=1, jobs=2).score)
if __name__ == "__main__":
    process = multiprocessing.get_context("spawn").Process(target=play)
    process.start()
    process.join()
    play()
"""


@pytest.mark.slow
def test_a_spawned_process_sends_on_what_its_script_defines(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SPAWNED)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, timeout=120)
    one, other = done.stdout.split()
    assert one == other
