"""Compiles on all processors: other processes work from the end of a list, and this one finds their code on disk.

README's tournament needs some 16 s of a processor for its compiled code, half of it for a single agent.
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
"""The wait for the others at the longest, as a multiple of the time that this process has worked."""

Task = Callable[[], object]


def side_by_side(
    tasks: Sequence[Task], later: Sequence[Task] = (), progress: Callable[[int, int], None] | None = None
) -> None:
    """Run tasks that compile functions, all of them in this process; raise what a task raises.

    Forks of this process run those at the end, where there are more processors and the system forks safely. What a fork
    fails at, or does not end in time, this process does itself: a lock that another thread held when it was made stops
    the fork alone.

    Args:
        tasks: to run.
        later: compile what may be needed later; the forks alone run them.
        progress: called with the number of tasks that this process has run, and that of all.
    """
    here = _Here(tasks, progress)
    if len(tasks) >= FEWEST and _can_fork():
        _share(here, later)
    for number in range(len(tasks)):
        here.run(number)


class _Here:
    """The tasks that this process has run."""

    def __init__(self, tasks: Sequence[Task], progress: Callable[[int, int], None] | None) -> None:
        self.tasks, self._progress, self._done = tasks, progress, set[int]()

    def run(self, number: int) -> None:
        """Run a task, unless this process has."""
        if number not in self._done:
            self.tasks[number]()
            self._done.add(number)
            if self._progress is not None:
                self._progress(len(self._done), len(self.tasks))


def _can_fork() -> bool:
    alone = multiprocessing.parent_process() is None and threading.current_thread() is threading.main_thread()
    return sys.platform == "linux" and alone and len(os.sched_getaffinity(0)) > 1


def _share(here: _Here, later: Sequence[Task]) -> None:
    """Run each task here or in a fork, if the system has room for any."""
    fork: Any = multiprocessing.get_context("fork")
    others: list[Any] = []
    taken: Any = None
    try:
        with suppress(OSError), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Python and of libraries, about threads that a fork lacks
            taken = multiprocessing.RawArray("b", len(here.tasks))
            for _ in range(max(1, min(len(os.sched_getaffinity(0)), len(here.tasks) // 2) - 1)):
                other = fork.Process(target=_from_the_end, args=(here.tasks, later, taken), daemon=True)
                other.start()
                others.append(other)
        if not others:
            return
        began = time.perf_counter()
        for number in range(len(here.tasks)):
            if not taken[number]:
                taken[number] = 1
                here.run(number)
        waits_until = time.perf_counter() + _PATIENCE * (time.perf_counter() - began)
        for other in others:
            other.join(max(0.0, waits_until - time.perf_counter()))
    finally:
        for other in others:
            other.kill()
            other.join()


def _from_the_end(tasks: Sequence[Task], later: Sequence[Task], taken: Any) -> None:
    """Run tasks that nobody has taken; their errors are those of the process that runs them again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    for number in reversed(range(len(tasks))):
        if not taken[number]:
            taken[number] = 1
            with suppress(Exception):
                tasks[number]()
    for task in later:
        with suppress(Exception):
            task()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
