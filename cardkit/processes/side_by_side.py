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
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

FEWEST = 3
"""Tasks that are shared; to make another process takes a hundredth of a second."""
_PATIENCE = 3
"""The wait for the other process at the longest, as a multiple of the time that this one has worked."""

Task = Callable[[], object]


def side_by_side(tasks: Sequence[Task], later: Sequence[Task] = ()) -> None:
    """Run tasks that compile functions, all of them in this process; raise what a task raises.

    A fork of this process runs those at the end, where there is another processor and the system forks safely. What the
    fork fails at, or does not end in time, this process does itself: a lock that another thread held when it was made
    stops the fork alone.

    Args:
        tasks: to run.
        later: compile what may be needed later; the fork alone runs them.
    """
    if len(tasks) >= FEWEST and _can_fork():
        _share(tasks, later)
    for task in tasks:
        task()


def _can_fork() -> bool:
    alone = multiprocessing.parent_process() is None and threading.current_thread() is threading.main_thread()
    return sys.platform == "linux" and alone and len(os.sched_getaffinity(0)) > 1


def _share(tasks: Sequence[Task], later: Sequence[Task]) -> None:
    """Run each task here or in a fork, if the system has room for one."""
    fork: Any = multiprocessing.get_context("fork")
    try:
        taken: Any = multiprocessing.RawArray("b", len(tasks))
        other = fork.Process(target=_from_the_end, args=(tasks, later, taken), daemon=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of the other threads
            other.start()
    except OSError:
        return
    try:
        began = time.perf_counter()
        for number, task in enumerate(tasks):
            if not taken[number]:
                taken[number] = 1
                task()
        other.join(_PATIENCE * (time.perf_counter() - began))
    finally:
        other.kill()
        other.join()


def _from_the_end(tasks: Sequence[Task], later: Sequence[Task], taken: Any) -> None:
    """Run tasks that nobody has taken; their errors are those of the process that runs them again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    for number in reversed(range(len(tasks))):
        if not taken[number] and parent is not None and parent.is_alive():
            taken[number] = 1
            with suppress(Exception):
                tasks[number]()
    for task in later:
        with suppress(Exception):
            task()
