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
