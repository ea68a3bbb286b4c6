"""Work that comes in spans of numbered tasks, done by this thread, by other threads or by other processes.

Spans start small and grow to about `SPAN_SECONDS` each, so that progress is seen whether a task takes a microsecond or
a minute. How tasks are cut into spans and who does them changes nothing but the time.
"""

from __future__ import annotations

import multiprocessing
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol

SPAN_SECONDS = 0.25
GROWTH = 8
QUEUED = 2  # spans a worker, so that none waits for the next

Span = tuple[int, ...]
"""The arguments of a call that does a span; the last is the number of its tasks."""

Done = tuple[Span, Any, float]
"""A span that is done, what came of it, and how long it took."""


class Work(Protocol):
    """What is to be done, span by span."""

    @property
    def left(self) -> bool:
        """Whether there are tasks that no span has had yet."""
        ...

    def take(self) -> Span:
        """The next span."""
        ...

    def learn(self, span: Span, seconds: float) -> None:
        """Choose the size of the spans to come by the time that one took."""
        ...


class Pace:
    """The size of spans that take about `SPAN_SECONDS`, an even number of tasks."""

    def __init__(self) -> None:
        self.size = 2

    def learn(self, count: int, seconds: float) -> None:
        """Choose the size by the time that a span of ``count`` tasks took."""
        fitting = int(SPAN_SECONDS / seconds * count) if seconds > 0 else GROWTH * count
        self.size = max(2, min(GROWTH * count, fitting) // 2 * 2)


class Spans:
    """The tasks 0..``tasks`` - 1, in order; spans are ``(first, count)``, of even ``count`` but for the last."""

    def __init__(self, tasks: int) -> None:
        self._tasks, self._next, self._pace = tasks, 0, Pace()

    @property
    def left(self) -> bool:
        return self._next < self._tasks

    def take(self) -> tuple[int, int]:
        first = self._next
        self._next = min(self._tasks, first + self._pace.size)
        return first, self._next - first

    def learn(self, span: Span, seconds: float) -> None:
        self._pace.learn(span[-1], seconds)


def timed_span(do: Callable[..., Any], span: Span) -> Done:
    """Do a span with ``do(*span)``, and say how long it took."""
    began = time.perf_counter()
    outcome = do(*span)
    return span, outcome, time.perf_counter() - began


def in_this_thread(do: Callable[..., Any], work: Work) -> Iterator[Done]:
    """Do all spans one after the other."""
    while work.left:
        done = timed_span(do, work.take())
        work.learn(done[0], done[2])
        yield done


def in_threads(do: Callable[..., Any], work: Work, jobs: int) -> Iterator[Done]:
    """Do spans in ``jobs`` threads; for work that lets go of the interpreter lock."""
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from keep_busy(lambda span: pool.submit(timed_span, do, span), work, jobs)
        finally:
            pool.shutdown(cancel_futures=True)


def in_processes(do: Callable[..., Any], work: Work, jobs: int) -> Iterator[Done]:
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
            try:
                yield from keep_busy(lambda span: pool.submit(_do_remembered, span), work, jobs)
            finally:
                pool.shutdown(cancel_futures=True)
    except BrokenProcessPool as error:
        raise ValueError("a process died at its start or later; use jobs=1 for what is defined in no module") from error


def keep_busy(submit: Callable[[Span], Future[Done]], work: Work, jobs: int) -> Iterator[Done]:
    """Hand out spans so that each of ``jobs`` workers has one and the next; yields them as they are done."""
    running = set[Future[Done]]()
    while work.left or running:
        while work.left and len(running) < QUEUED * jobs:
            running.add(submit(work.take()))
        finished = wait(running, return_when=FIRST_COMPLETED).done
        running -= finished
        for future in finished:
            done = future.result()
            work.learn(done[0], done[2])
            yield done


_work: list[Callable[..., Any]] = []
"""What this process does, where it is one that `in_processes` started."""


def _remember(do: Callable[..., Any]) -> None:
    _work[:] = [do]


def _do_remembered(span: Span) -> Done:
    return timed_span(_work[0], span)
