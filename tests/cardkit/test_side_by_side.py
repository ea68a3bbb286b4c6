"""Tasks that compile are shared with a fork of the process, and all of them run here whatever becomes of it."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from cardkit.processes import side_by_side as module
from cardkit.processes.side_by_side import side_by_side

PROGRAM = """
import os, sys, time
from pathlib import Path
from cardkit.processes import side_by_side as module

folder, here = Path(sys.argv[1]), os.getpid()

def task(number):
    (folder / f"{number}-{'here' if os.getpid() == here else 'there'}").touch()
    if os.getpid() != here and number == 6:
        %s
    time.sleep(0.05)

module.side_by_side([lambda number=number: task(number) for number in range(8)])
"""
ENDS = {"works": "pass", "raises": "raise ValueError", "dies": "os._exit(1)", "hangs": "time.sleep(60)"}


@pytest.mark.parametrize("end", ENDS)
def test_another_process_works_from_the_end_and_all_is_done_here(end: str, tmp_path: Path) -> None:
    program = PROGRAM % ENDS[end]
    ran = subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True, capture_output=True, text=True)
    assert not ran.stderr  # what fails there is told of here
    done = {file.name for file in tmp_path.iterdir()}
    assert {f"{number}-here" for number in range(8)} <= done
    if len(os.sched_getaffinity(0)) > 1:
        assert "7-there" in done


SEVERAL = """
import os, sys, time
from pathlib import Path
from cardkit.processes import side_by_side as module

folder = Path(sys.argv[1])
os.sched_getaffinity = lambda process: range(4)

def task():
    (folder / str(os.getpid())).touch()
    while len(list(folder.iterdir())) < 4:
        time.sleep(0.01)

module._can_fork = lambda: True
module.side_by_side([task] * 8)
"""
"""Each task waits until four processes have begun one."""


@pytest.mark.skipif(sys.platform != "linux", reason="no other system forks safely")
def test_as_many_processes_work_as_there_are_processors(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", SEVERAL, str(tmp_path)], check=True, timeout=60)
    assert len(list(tmp_path.iterdir())) == 4


ENDS_EARLY = """
import os, sys, time
from pathlib import Path
from cardkit.processes import side_by_side as module

begun, here = Path(sys.argv[1], "begun"), os.getpid()

def task():
    if os.getpid() != here:
        begun.touch()
        time.sleep(600)
    while not begun.exists():
        time.sleep(0.01)
    os._exit(130)  # as Ctrl-C ends a command

module._can_fork = lambda: True
module.side_by_side([task] * 8)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="no other system forks safely")
def test_no_process_outlives_one_that_ends_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ENDS_EARLY, str(tmp_path)]
    ended = subprocess.run(command, check=False, stdout=subprocess.PIPE, timeout=60)  # waits for all who can write
    assert ended.returncode == 130


def test_progress_counts_the_tasks_that_ran_here() -> None:
    told: list[tuple[int, int]] = []
    side_by_side([lambda: None] * 2, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]


def test_tasks_run_alone_where_there_is_no_room_for_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room() -> int:
        raise BlockingIOError("too many processes")

    monkeypatch.setattr(os, "fork", no_room)
    monkeypatch.setattr(module, "_can_fork", lambda: True)
    done: list[int] = []
    side_by_side([partial(done.append, number) for number in range(4)])
    assert done == [0, 1, 2, 3]


def test_few_tasks_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> bool:
        raise AssertionError("two tasks are not shared")

    monkeypatch.setattr(module, "_can_fork", refuse)
    done: list[int] = []
    side_by_side([partial(done.append, number) for number in range(2)])
    assert done == [0, 1]


def test_an_error_of_a_task_is_raised_here() -> None:
    def fail() -> None:
        raise ValueError("it cannot be compiled")

    with pytest.raises(ValueError, match="it cannot be compiled"):
        side_by_side([fail])
