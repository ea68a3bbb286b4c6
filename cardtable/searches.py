"""One pool of worker processes for all tables, bounded and fair.

Agents run in processes of their own: they cannot slow the page down, one that never answers is killed with all
processes that it has started, and one that crashes harms nobody. Each table has few questions waiting, and tables take
turns. Players' moves come before analyses, which leave some workers free.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cardkit.processes.keeper import adopt_orphans, descendants, end_all
from cardkit.processes.workers import Threads, deaf_to_interrupts, end_with
from cardtable.questions import AgentError

MOST_WAITING = 16
"""Questions of one table that may wait."""
NICENESS = 10
RESERVED = 2
"""Workers kept free of analyses, so that moves need not wait for them; a smaller pool keeps all but one free."""
GRACE_SECONDS = 1.0
"""The seconds that a search may go on when nobody waits for it any more: to replace a killed worker takes longer."""
LOOK_SECONDS = 0.2
"""The seconds between checks that a worker lives: a process that it has forked may keep its line open."""


class BusyError(Exception):
    """A table has too many questions waiting."""


class PutOffError(Exception):
    """A spare call has given its worker to another question."""


class WorkerError(Exception):
    """A worker process has failed, has ended, or was stopped because it took too long.

    Attributes:
        reason: which of these, as a key of `cardtable.errors.REASONS`.
    """

    def __init__(self, text: str, reason: str = "worker_failed") -> None:
        super().__init__(text)
        self.reason = reason


class Searches:
    """A pool that runs calls in worker processes.

    Args:
        workers: how many processes; None for one more than there are processors, at least three.

    Raises:
        ValueError: this process may start no others.
    """

    def __init__(self, workers: int | None = None) -> None:
        if multiprocessing.current_process().daemon:
            raise ValueError("a daemonic process may start no others, and the table's agents need some: use another")
        count = max(3, 1 + (os.cpu_count() or 1)) if workers is None else workers
        self._idle = [_Worker() for _ in range(count)]
        self._all = list(self._idle)
        self._moves, self._studies = _Turns(count), _Turns(max(1, count - RESERVED))
        self._spare = _Turns(1)
        self._put_off: _Question | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, owner: object, limit: float, do: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of ``do(*arguments)`` in a worker; both must be picklable. Cancelling this ends the call.

        Args:
            owner: who asks; questions of one owner are asked in order.
            limit: seconds that the call may take, once it runs.

        Raises:
            BusyError: the owner has too many questions waiting.
            WorkerError: the call took too long, or its process has ended.
            Exception: what the call raises.
        """
        return await self._ask(self._moves, owner, limit, do, arguments)

    async def study(self, owner: object, limit: float, do: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a call that is not urgent; see `ask`."""
        return await self._ask(self._studies, owner, limit, do, arguments)

    async def spare(self, owner: object, limit: float, do: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a call that nobody waits for; see `ask`. One is made at a time.

        Raises:
            PutOffError: all workers are at work, and another question has come.
        """
        return await self._ask(self._spare, owner, limit, do, arguments)

    def waits_for_spare(self, owner: object) -> bool:
        """Return whether a spare call of this owner has not begun, since one of another is made."""
        return self._spare.waits(owner)

    async def _ask(
        self, turns: _Turns, owner: object, limit: float, do: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> Any:
        question = _Question(owner, limit, do, arguments, asyncio.get_running_loop().create_future())
        turns.put(question)
        if turns is not self._spare and not self._idle and self._put_off is not None:
            _fail(self._put_off.answer, PutOffError())
        self._hand_out()
        return await question.answer

    def close(self) -> None:
        """End all workers."""
        for worker in self._all:
            worker.kill()

    def _hand_out(self) -> None:
        for turns in (self._moves, self._studies, self._spare):
            while self._idle and (question := turns.take()) is not None:
                if turns is self._spare:
                    self._put_off = question
                task = asyncio.get_running_loop().create_task(self._run(turns, self._idle.pop(), question))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _run(self, turns: _Turns, worker: _Worker, question: _Question) -> None:
        call = asyncio.ensure_future(worker.call(question.do, question.arguments))
        call.add_done_callback(_looked_at)  # where the loop ends first, nobody asks for its error
        await asyncio.wait({call, question.answer}, timeout=question.limit, return_when=asyncio.FIRST_COMPLETED)
        if not call.done() and question.answer.done():
            await asyncio.wait({call}, timeout=GRACE_SECONDS)
        if not call.done():
            worker.kill()
            call.cancel()
            _fail(
                question.answer,
                WorkerError(f"stopped after {question.limit:g} seconds without an answer", "worker_slow"),
            )
        elif (error := call.exception()) is not None:
            _fail(question.answer, error)
        elif not question.answer.done():
            question.answer.set_result(call.result())
        if question is self._put_off:
            self._put_off = None
        turns.end(question)
        self._idle.append(worker)
        self._hand_out()


def _looked_at(call: asyncio.Future[Any]) -> None:
    if not call.cancelled():
        call.exception()


def _fail(answer: asyncio.Future[Any], error: BaseException) -> None:
    if not answer.done():
        answer.set_exception(error)


class _Turns:
    """Questions that wait, by owner.

    Args:
        most: how many may be answered at the same time.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[object, deque[_Question]] = {}
        self._running: Counter[object] = Counter()

    def put(self, question: _Question) -> None:
        """Let a question wait; raise BusyError if its owner has too many."""
        queue = self._waiting[question.owner] = deque(self._left(question.owner))
        if len(queue) >= MOST_WAITING:
            raise BusyError(f"too many requests: {MOST_WAITING} searches are waiting")
        queue.append(question)

    def waits(self, owner: object) -> bool:
        """Return whether a question of an owner waits."""
        return bool(self._left(owner))

    def _left(self, owner: object) -> list[_Question]:
        return [question for question in self._waiting.get(owner, ()) if not question.answer.done()]

    def take(self) -> _Question | None:
        """Take a question of the owner with the fewest in answer, who then goes to the end; None if none is due."""
        for owner, queue in list(self._waiting.items()):
            while queue and queue[0].answer.done():
                queue.popleft()
            if not queue:
                del self._waiting[owner]
        if not self._waiting or self._running.total() >= self._most:
            return None
        owner = min(self._waiting, key=self._running.__getitem__)
        queue = self._waiting.pop(owner)
        question = queue.popleft()
        if queue:
            self._waiting[owner] = queue
        self._running[owner] += 1
        return question

    def end(self, question: _Question) -> None:
        """Note that a question has been answered."""
        self._running[question.owner] -= 1
        self._running += Counter()  # forgets owners without questions


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
        self._threads: Threads | None = None

    async def call(self, do: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Return the result of a call; raise what it raises."""
        threads = self._threads or self._start()
        try:
            return await asyncio.wrap_future(threads.submit(_exchange, self._process, self._line, do, arguments))
        except _LineError:
            self.kill()
            raise WorkerError("the process of the search has ended", "worker_ended") from None

    def kill(self) -> None:
        """End the process and those that it has started, whatever they are doing; the next call starts another."""
        if self._threads is not None:
            _kill_group(self._process.pid)
            self._process.kill()  # it may not lead a group yet
            self._threads.dismiss()  # not to be waited for: what the process had begun to send may never end
            self._threads = None

    def _start(self) -> Threads:
        spawn = multiprocessing.get_context("spawn")
        self._line, far = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(far, os.getpid()), daemon=True)
        with deaf_to_interrupts():
            self._process.start()
        far.close()
        self._threads = Threads(1)
        return self._threads


class _LineError(Exception):
    """A line whose far end has closed."""


def _exchange(process: Any, line: Any, do: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        line.send((do, arguments))
        while not line.poll(LOOK_SECONDS):
            if not process.is_alive() and not line.poll(0):
                raise _LineError
        result, error = line.recv()
    except (EOFError, OSError):
        raise _LineError from None
    if error is not None:
        raise error
    return result


def _serve(line: Any, parent: int) -> None:
    """Make calls until the other end closes."""
    _lead_group()
    adopt_orphans()
    end_with(parent, _end_group)
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(EOFError, OSError):
        while True:
            do, arguments = line.recv()
            line.send_bytes(_answered(do, arguments))
    _end_group()


def _lead_group() -> None:
    """Make this process the first of a group, to which all processes that it starts belong."""
    if hasattr(os, "setsid"):  # not on Windows
        os.setsid()


def _end_group() -> None:
    """End this process and those that it has started."""
    end_all()
    os._exit(1)


def _kill_group(leader: int) -> None:
    """Kill the first of a group, its group, and on Linux its descendants that have left the group."""
    started = descendants(leader)
    for process in started:
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(leader, signal.SIGKILL)


def _answered(do: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """Pickle the result and the error of a call; errors that others may be unable to unpickle become plain ones."""
    try:
        return pickle.dumps((do(*arguments), None))
    except AgentError as error:
        return pickle.dumps((None, error))
    except ValueError as error:
        return pickle.dumps((None, ValueError(str(error))))
    except Exception as error:
        return pickle.dumps((None, WorkerError(f"{type(error).__name__}: {error}")))
