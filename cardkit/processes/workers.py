"""Does spans of numbered tasks in this thread, in other threads or in other processes.

Spans start small and grow to about `SPAN_SECONDS` each, so that progress shows whether a task takes a microsecond or a
minute. How tasks are divided into spans and which workers do them affects only the time.

Processes come from joblib. Threads do not: joblib polls for outcomes every 10 ms, which slows short matches; and an
executor waits for its threads, which do not notice Ctrl-C in compiled code. Here the waiting thread can leave.
"""

from __future__ import annotations

import contextlib
import functools
import os
import pickle
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Collection, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from queue import Empty, SimpleQueue
from typing import Any, Protocol
from uuid import uuid4

from cardkit.processes.interrupts import watching_for_interrupts
from cardkit.processes.stopping import Stop

SPAN_SECONDS = 0.25
GROWTH = 8
QUEUED = 2  # spans for each worker, so that none waits for its next one
LOOK_SECONDS = 0.2  # how often a waiting thread checks for Ctrl-C, on systems that do not wake it
ORPHAN_SECONDS = 1  # how often processes check that their parent lives
_QUIET_TRACKERS = "ignore:resource_tracker:UserWarning"

Span = tuple[int, ...]
"""The arguments of a call that does a span; the last is the number of its tasks."""

Done = tuple[Span, Any, float]
"""A finished span, its result, and the time it took."""


class Work(Protocol):
    """Work to do, span by span."""

    @property
    def left(self) -> bool:
        """True if some tasks have not been handed out."""
        ...

    def take(self) -> Span:
        """Take the next span."""
        ...

    def learn(self, span: Span, seconds: float) -> None:
        """Adapt the size of later spans to the time that one took."""
        ...


class Pace:
    """The size of spans that take about `SPAN_SECONDS`, a multiple of ``together`` tasks."""

    def __init__(self, together: int) -> None:
        self._together = together
        self.size = together

    def learn(self, count: int, seconds: float) -> None:
        """Adapt the size to the time that a span of ``count`` tasks took."""
        fitting = int(SPAN_SECONDS / seconds * count) if seconds > 0 else GROWTH * count
        together = self._together
        self.size = max(together, min(GROWTH * count, fitting) // together * together)


class Spans:
    """The tasks numbered from ``begin``, ``tasks`` of them, in order.

    Spans ``(first, count)`` are multiples of ``together``, except the last.
    """

    def __init__(self, tasks: int, together: int = 2, begin: int = 0) -> None:
        self._tasks, self._next, self._pace = begin + tasks, begin, Pace(together)

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
    """Do a span with ``do(*span)``, and measure its time."""
    began = time.perf_counter()
    with watching_for_interrupts():
        outcome = do(*span)
    return span, outcome, time.perf_counter() - began


def in_this_thread(do: Callable[..., Any], work: Work) -> Generator[Done]:
    """Do all spans one after another."""
    while work.left:
        done = timed_span(do, work.take())
        work.learn(done[0], done[2])
        yield done


def in_threads(do: Callable[..., Any], work: Work, jobs: int, stop: Stop | None = None) -> Generator[Done]:
    """Do spans in ``jobs`` threads; for work that releases the interpreter lock.

    A caller that stops early, as after Ctrl-C, continues at once: spans not yet begun are dropped, and ``stop`` ends
    those in progress.
    """
    threads = Threads(jobs)
    try:
        yield from keep_busy(lambda span: threads.submit(timed_span, do, span), work, jobs)
    finally:
        if stop is not None:
            stop.set()
        threads.dismiss()


class Threads:
    """Threads that run calls in order. Nothing waits for them: they end when dismissed, or with the process."""

    def __init__(self, count: int) -> None:
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._count = count
        for _ in range(count):
            threading.Thread(target=_do_calls, args=(self._calls,), daemon=True).start()

    def submit(self, do: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Run a call in the next free thread."""
        future: Future[Any] = Future()
        self._calls.put(functools.partial(_fulfil, future, do, arguments))
        return future

    def dismiss(self) -> None:
        """Drop the calls not yet begun, and let the threads end."""
        with contextlib.suppress(Empty):
            while True:
                self._calls.get_nowait()
        for _ in range(self._count):
            self._calls.put(None)


def _do_calls(calls: SimpleQueue[Callable[[], None] | None]) -> None:
    while (call := calls.get()) is not None:
        call()


def _fulfil(future: Future[Any], do: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(do(*arguments))
    except BaseException as error:
        future.set_exception(error)


def processes_start() -> bool:
    """Return whether joblib starts processes for this thread.

    In a daemonic process, below threads of joblib's own, with JOBLIB_MULTIPROCESSING=0 or without semaphores it makes
    all calls in the calling process instead. In the fork of a process that has workers it would wait for them forever.
    """
    from joblib import effective_n_jobs, parallel_config

    with warnings.catch_warnings(action="ignore"), parallel_config("loky", prefer=None, require=None):
        return effective_n_jobs(2) > 1 and _with_workers() == os.getpid()


@functools.cache
def _with_workers() -> int:
    """Return the process that had workers first: this one, or the one that it is a fork of."""
    return os.getpid()


def in_processes(
    do: Callable[..., Any], work: Work, jobs: int, describe: Callable[[Collection[Span]], str]
) -> Generator[Done]:
    """Do spans in ``jobs`` joblib processes, which stay for some minutes and may serve the next call too.

    For threads for which `processes_start`. If a process dies, the error describes the unfinished spans with
    ``describe``.

    Raises:
        ValueError: ``do`` cannot be sent to a process, or a process died.
    """
    from joblib import Parallel, delayed

    packed, lock, running = pack(do), threading.Lock(), set[Span]()

    def calls() -> Iterator[Any]:
        while True:
            with lock:
                if not work.left:
                    return
                span = work.take()
                running.add(span)
            yield delayed(_do_watched)(os.getpid(), packed, span)

    _dismiss_at_exit()
    one: Any = 1  # joblib's stub does not allow a number here
    pool = Parallel(
        jobs, backend="loky", prefer=None, require=None, batch_size=one, return_as="generator_unordered"
    )  # whatever a `parallel_config` of the caller's says
    while work.left:
        with deaf_to_interrupts():
            outcomes: Any = pool(calls())
        try:
            for done in outcomes:
                with lock:  # joblib fetches the next call from another thread, while outcomes change what is left
                    running.remove(done[0])
                    work.learn(done[0], done[2])
                    yield done
        except BrokenProcessPool as error:
            raise ValueError(
                f"a worker process was killed or ran out of memory, or an agent ended it, in {describe(running)}; "
                "jobs=1 plays one game after another in this process, and needs less memory"
            ) from error
        finally:
            with warnings.catch_warnings(action="ignore"):  # about unfinished calls, which nobody waits for
                outcomes.close()


@functools.cache
def _dismiss_at_exit() -> None:
    """Make a process of multiprocessing dismiss its workers as it ends: else it waits minutes for them to leave."""
    from multiprocessing import parent_process, util

    from joblib.externals.loky import get_reusable_executor

    there: Any = True  # its annotation has only "auto"; True takes those that there are
    if parent_process() is not None:
        util.Finalize(None, lambda: get_reusable_executor(reuse=there).shutdown(kill_workers=True), exitpriority=0)


@contextlib.contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Make processes that start in this block ignore Ctrl-C, which a terminal sends to all processes of a program.

    A process interrupted while it starts would print a traceback. This thread receives the signal after the block; the
    processes end with their parent.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    _start_trackers()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_trackers() -> None:
    """Start the helper processes of Python and joblib now, since starting one of them unblocks the signal.

    They clean up after a process that Ctrl-C ends at once, and would warn that it left something to clean up.
    """
    from multiprocessing import resource_tracker

    sys.warnoptions.append(_QUIET_TRACKERS)
    try:
        resource_tracker.ensure_running()
        with contextlib.suppress(ImportError):
            from joblib.externals.loky.backend import resource_tracker as joblib_tracker

            joblib_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(_QUIET_TRACKERS)


def pack(do: Callable[..., Any]) -> bytes:
    """Pickle ``do`` for a worker that shares no memory, even if it is defined in a notebook or a script.

    No two pickles are equal, so a worker that stays for a later call makes new agents for it.

    Raises:
        ValueError: it cannot be pickled.
    """
    import cloudpickle

    script = sys.modules.get("__mp_main__")  # the caller's in a process that multiprocessing has spawned
    if script is not None:
        cloudpickle.register_pickle_by_value(script)
    try:
        return cloudpickle.dumps((uuid4().hex, do))
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        raise ValueError(f"this cannot be sent to other processes, use jobs=1: {error}") from error


def _do_watched(parent: int, packed: bytes, span: Span) -> Done:
    end_with(parent)
    return do_packed(packed, span)


def do_packed(packed: bytes, span: Span) -> Done:
    """Do a span in a worker; see `timed_span`."""
    return timed_span(_unpacked(packed), span)


@functools.lru_cache(maxsize=1)
def _unpacked(packed: bytes) -> Callable[..., Any]:
    """Unpickle ``do`` once in each worker, since this makes the agents."""
    return pickle.loads(packed)[1]


@functools.cache
def end_with(parent: int, end: Callable[[], object] | None = None) -> None:
    """Make this process end soon after its parent, which cannot announce its end if it is killed.

    Args:
        parent: its process id.
        end: ends this process, if there is more to do about it.

    Raises:
        RuntimeError: this is the parent itself, which nothing here may end.
    """
    if os.getpid() == parent:
        raise RuntimeError("work for other processes came to the process that hands it out; use jobs=1")

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(ORPHAN_SECONDS)
        if end is not None:
            end()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def keep_busy(submit: Callable[[Span], Future[Done]], work: Work, jobs: int) -> Generator[Done]:
    """Hand out spans so that each of ``jobs`` workers has one in progress and one waiting; yield them when done."""
    running = set[Future[Done]]()
    while work.left or running:
        while work.left and len(running) < QUEUED * jobs:
            running.add(submit(work.take()))
        finished = wait(running, LOOK_SECONDS, FIRST_COMPLETED).done
        running -= finished
        for future in finished:
            done = future.result()
            work.learn(done[0], done[2])
            yield done
