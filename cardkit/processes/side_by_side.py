"""Compiles on two processors: another process works from the end of a list, and this one finds its code kept on disk.

README's tournament waits 16 s of a processor for compiled code, half of it for a single agent.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

LONG = 0.2
"""Seconds after which a task has compiled; to load kept code takes some hundredths."""
_PATIENCE = 3
"""The wait for the other process at the longest, as a multiple of the time that this one has worked."""

Task = Callable[[], object]


def side_by_side(tasks: Sequence[Task]) -> None:
    """Run tasks that compile functions, all of them in this process; raise what a task raises.

    Once a task has taken long, a fork of this process runs those at the end. It shares the work where another processor
    is there, nothing but this thread runs, and the system forks safely; what it fails at this process does itself.
    """
    for number, task in enumerate(tasks, 1):
        began = time.perf_counter()
        task()
        if time.perf_counter() - began > LONG and number + 1 < len(tasks) and _can_fork():
            return _shared(tasks[number:])
    return None


def _can_fork() -> bool:
    return sys.platform == "linux" and threading.active_count() == 1 and len(os.sched_getaffinity(0)) > 1


def _shared(tasks: Sequence[Task]) -> None:
    taken: Any = multiprocessing.RawArray("b", len(tasks))
    other = multiprocessing.get_context("fork").Process(target=_from_the_end, args=(tasks, taken), daemon=True)
    other.start()
    try:
        began, left = time.perf_counter(), []
        for number, task in enumerate(tasks):
            if taken[number]:
                left.append(task)
            else:
                taken[number] = 1
                task()
        other.join(_PATIENCE * (time.perf_counter() - began))
        for task in left:
            task()
    finally:
        other.kill()
        other.join()


def _from_the_end(tasks: Sequence[Task], taken: Any) -> None:
    """Run tasks that nobody has taken; their errors are those of the process that runs them again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in reversed(range(len(tasks))):
        if not taken[number]:
            taken[number] = 1
            tasks[number]()
