"""Numbered tasks, done in spans by this thread, by other threads or by other processes.

Spans start small and grow to about `SPAN_SECONDS` each, so that progress is seen whether a task takes a microsecond or
a minute. How tasks are cut into spans and who does them changes nothing but the time.
"""

from __future__ import annotations

import multiprocessing
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

SPAN_SECONDS = 0.25
GROWTH = 8
QUEUED = 2  # spans a worker, so that none waits for the next

Done = tuple[int, Any, float]
"""A span that is done: its first task, what came of it, and how long it took."""


class Spans:
    """Cuts ``tasks`` into spans of an even number of tasks each, but for the last.

    Attributes:
        left: whether there are tasks that no span has had yet.
    """

    def __init__(self, tasks: int) -> None:
        self._tasks, self._next, self._size = tasks, 0, 2

    @property
    def left(self) -> bool:
        return self._next < self._tasks

    def take(self) -> tuple[int, int]:
        """The next span: its first task and their number."""
        first = self._next
        self._next = min(self._tasks, first + self._size)
        return first, self._next - first

    def learn(self, count: int, seconds: float) -> None:
        """Choose the size of the spans to come by the time that one of ``count`` tasks took."""
        fitting = int(SPAN_SECONDS / seconds * count) if seconds > 0 else GROWTH * count
        self._size = max(2, min(GROWTH * count, fitting) // 2 * 2)


def timed_span(do: Callable[[int, int], Any], first: int, count: int) -> Done:
    """Do a span, and say how long it took."""
    began = time.perf_counter()
    outcome = do(first, count)
    return first, outcome, time.perf_counter() - began


def in_this_thread(do: Callable[[int, int], Any], tasks: int) -> Iterator[Done]:
    """Do all spans one after the other with ``do(first, count)``."""
    spans = Spans(tasks)
    while spans.left:
        first, count = spans.take()
        done = timed_span(do, first, count)
        spans.learn(count, done[2])
        yield done


def in_threads(do: Callable[[int, int], Any], tasks: int, jobs: int) -> Iterator[Done]:
    """Do spans in ``jobs`` threads; for work that lets go of the interpreter lock."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from _keep_busy(pool, lambda first, count: pool.submit(timed_span, do, first, count), tasks, jobs)


def in_processes(do: Callable[[int, int], Any], tasks: int, jobs: int) -> Iterator[Done]:
    """Do spans in ``jobs`` processes, each of which gets a copy of ``do`` at its start.

    Raises:
        ValueError: ``do`` cannot be sent to a process, or a process died.
    """
    try:
        pickle.dumps(do)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        raise ValueError(f"this cannot be sent to other processes, use jobs=1: {error}") from error
    try:
        with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _remember, (do,)) as pool:
            yield from _keep_busy(pool, lambda first, count: pool.submit(_do_remembered, first, count), tasks, jobs)
    except BrokenProcessPool as error:
        raise ValueError("a process died at its start or later; use jobs=1 for what is defined in no module") from error


def _keep_busy(pool: Executor, submit: Callable[[int, int], Future[Done]], tasks: int, jobs: int) -> Iterator[Done]:
    spans, counts = Spans(tasks), dict[Future[Done], int]()
    try:
        while spans.left or counts:
            while spans.left and len(counts) < QUEUED * jobs:
                first, count = spans.take()
                counts[submit(first, count)] = count
            for future in wait(counts, return_when=FIRST_COMPLETED).done:
                done = future.result()
                spans.learn(counts.pop(future), done[2])
                yield done
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_work: list[Callable[[int, int], Any]] = []
"""What this process does, where it is one that `in_processes` started."""


def _remember(do: Callable[[int, int], Any]) -> None:
    _work[:] = [do]


def _do_remembered(first: int, count: int) -> Done:
    return timed_span(_work[0], first, count)
