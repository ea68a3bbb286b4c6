"""One pool of worker processes for all tables, bounded and fair.

Agents run in processes of their own: they cannot slow the page down, one that never answers is killed, and one that
crashes harms nobody. Each table has few questions waiting; the table with the fewest running questions comes first.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cardkit.processes.workers import Threads, deaf_to_interrupts, end_with
from cardkit.table.questions import AgentError

MOST_WAITING = 16
"""Questions of one table that may wait."""
NICENESS = 10
GRACE_SECONDS = 1.0
"""For which a search goes on that nobody waits for any more; a worker that is killed takes longer to replace."""


class BusyError(Exception):
    """A table has too many questions waiting."""


class WorkerError(Exception):
    """A worker process has ended, or was stopped because it took too long."""


class Searches:
    """Runs calls in worker processes.

    Args:
        workers: how many processes.
    """

    def __init__(self, workers: int | None = None) -> None:
        count = max(1, os.cpu_count() or 1) if workers is None else workers
        self._idle = [_Worker() for _ in range(count)]
        self._all = list(self._idle)
        self._waiting: dict[object, deque[_Question]] = {}
        self._running: dict[object, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, owner: object, limit: float, do: Callable[..., Any], *arguments: Any) -> Any:
        """The result of ``do(*arguments)`` in a worker; both must be picklable. Cancelling this ends the call.

        Args:
            owner: who asks; questions of one owner are asked in order.
            limit: seconds that the call may take, once it runs.

        Raises:
            BusyError: the owner has too many questions waiting.
            WorkerError: the call took too long, or its process has ended.
            Exception: what the call raises.
        """
        queue = self._waiting.setdefault(owner, deque())
        if len(queue) >= MOST_WAITING:
            raise BusyError(f"there are {MOST_WAITING} searches waiting already")
        question = _Question(owner, limit, do, arguments, asyncio.get_running_loop().create_future())
        queue.append(question)
        self._hand_out()
        return await question.answer

    def close(self) -> None:
        """End all workers."""
        for worker in self._all:
            worker.kill()

    def _hand_out(self) -> None:
        while self._idle and (question := self._next()) is not None:
            worker = self._idle.pop()
            self._running[question.owner] = self._running.get(question.owner, 0) + 1
            task = asyncio.get_running_loop().create_task(self._run(worker, question))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _next(self) -> _Question | None:
        """The first question of the owner with the fewest running ones; that owner then goes to the end."""
        for owner, queue in list(self._waiting.items()):
            while queue and queue[0].answer.done():
                queue.popleft()
            if not queue:
                del self._waiting[owner]
        if not self._waiting:
            return None
        owner = min(self._waiting, key=lambda one: self._running.get(one, 0))
        queue = self._waiting.pop(owner)
        question = queue.popleft()
        if queue:
            self._waiting[owner] = queue
        return question

    async def _run(self, worker: _Worker, question: _Question) -> None:
        call = asyncio.ensure_future(worker.call(question.do, question.arguments))
        await asyncio.wait({call, question.answer}, timeout=question.limit, return_when=asyncio.FIRST_COMPLETED)
        if not call.done() and question.answer.done():
            await asyncio.wait({call}, timeout=GRACE_SECONDS)
        if not call.done():
            worker.kill()
            await asyncio.wait({call})
            _fail(question.answer, WorkerError(f"stopped after {question.limit:g} seconds without an answer"))
        if (error := call.exception()) is not None:
            _fail(question.answer, error)
        elif not question.answer.done():
            question.answer.set_result(call.result())
        self._running[question.owner] -= 1
        if not self._running[question.owner]:
            del self._running[question.owner]
        self._idle.append(worker)
        self._hand_out()


def _fail(answer: asyncio.Future[Any], error: BaseException) -> None:
    if not answer.done():
        answer.set_exception(error)


class _Question:
    """A call to make."""

    def __init__(
        self, owner: object, limit: float, do: Callable[..., Any], arguments: tuple[Any, ...], answer: Any
    ) -> None:
        self.owner, self.limit, self.do, self.arguments = owner, limit, do, arguments
        self.answer: asyncio.Future[Any] = answer


class _Worker:
    """A process that makes one call at a time; started when it is needed, and again after it has ended."""

    def __init__(self) -> None:
        self._process: Any = None
        self._line: Any = None
        self._threads = Threads(1)

    async def call(self, do: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """The result of a call; raises what it raises."""
        if self._process is None or not self._process.is_alive():
            self._start()
        return await asyncio.wrap_future(self._threads.submit(self._exchange, self._line, do, arguments))

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._line, far = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(far, os.getpid()), daemon=True)
        with deaf_to_interrupts():
            self._process.start()
        far.close()

    @staticmethod
    def _exchange(line: Any, do: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        try:
            line.send((do, arguments))
            result, error = line.recv()
        except (EOFError, OSError):
            raise WorkerError("the process of the search has ended") from None
        if error is not None:
            raise error
        return result


def _serve(line: Any, parent: int) -> None:
    """Make calls until the other end closes."""
    end_with(parent)
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(EOFError, OSError):
        while True:
            do, arguments = line.recv()
            line.send_bytes(_answered(do, arguments))


def _answered(do: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """The result and the error of a call, pickled; errors that others may be unable to unpickle become plain ones."""
    try:
        return pickle.dumps((do(*arguments), None))
    except AgentError as error:
        return pickle.dumps((None, error))
    except ValueError as error:
        return pickle.dumps((None, ValueError(str(error))))
    except Exception as error:
        return pickle.dumps((None, WorkerError(f"{type(error).__name__}: {error}")))
