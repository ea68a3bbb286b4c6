"""Threads that do their shares of every step of a batch, and stay awake between steps in quick succession.

To wake a sleeping thread takes a tenth of a millisecond, as long as a step of a thousand games. So a worker watches a
word in memory, and sleeps only after nobody has called for a while. Worker and caller tell each other through four
words: ``called`` and ``done`` count the steps, ``broken`` is what came of the last, and ``asleep`` is set by a worker
before it looks a last time and sleeps.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of, lone_record, read_word, write_word
from cardkit.compiled.records import record
from cardkit.envs import batch_step as batch
from cardkit.envs.batch_arrays import VIEW_ADDRESSES

LOOKS = 50_000  # at the word before a worker sleeps: about a millisecond
CALLED, DONE, ASLEEP = 0, 64, 128  # bytes from the start of MAIL: each word has a cache line of its own, but for
BROKEN = DONE + 8  # which is written just before

MAIL = record([("words", np.int64, 24)])
"""What a worker and its caller tell each other."""


class Worker(NamedTuple):
    """One thread's work space and opponents."""

    work: np.ndarray  # WORKSPACE record in an array of one
    players: Any  # see `cardkit.compiled.call.players`


class Crew:
    """Workers beside the caller's thread, each with a share of the rows.

    Args:
        workers: the work spaces, the caller's first.
        num_games: games of the batch.
    """

    def __init__(self, workers: Sequence[Worker], num_games: int) -> None:
        shares = np.array_split(np.arange(num_games), len(workers))
        slots, view, final = np.zeros(num_games, np.int64), np.zeros(1, VIEW_ADDRESSES), np.zeros(1, VIEW_ADDRESSES)
        self._task = slots, view, final
        self._own = workers[0].work, workers[0].players, shares[0]
        self._hands = [
            Hand(worker, (worker.work, worker.players, share, slots, view, final))
            for worker, share in zip(workers[1:], shares[1:], strict=True)
        ]
        self.close = weakref.finalize(self, _dismiss, self._hands)

    def turn(self, slots: np.ndarray, view: np.ndarray, final: np.ndarray) -> int:
        """`cardkit.envs.batch_step.turn` of all rows."""
        for given, kept in zip((slots, view, final), self._task, strict=True):
            kept[:] = given
        for hand in self._hands:
            hand.call()
        broken = 0
        try:
            broken = batch.turn(*self._own, slots, view, final)
        finally:
            for hand in self._hands:
                broken += hand.wait()
        return broken


class Hand:
    """One worker's thread, begun with its first task.

    Args:
        worker: its work space, which has to stay where it is.
        task: arguments of `cardkit.envs.batch_step.turn`; what they hold changes from call to call.
    """

    def __init__(self, worker: Worker, task: tuple[Any, ...]) -> None:
        self._worker, self._task = worker, task
        self._mail = lone_record(MAIL)
        self._calls = 0
        self._wake = threading.Event()
        self._error: Exception | None = None
        self._thread: threading.Thread | None = None
        self._dismissed = False

    def call(self) -> None:
        """Have the task done once."""
        self._calls += 1
        asleep = call(self._mail, self._calls)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="durak-games", daemon=True)
            self._thread.start()
        elif asleep:
            self._wake.set()

    def wait(self) -> int:
        """Return what came of the task once it is done.

        Raises:
            RuntimeError: the thread is gone, as in a process forked from the one that began it.
            Exception: what the task raised.
        """
        while not is_done(self._mail, self._calls):
            assert self._thread is not None
            if not self._thread.is_alive():
                raise RuntimeError("a thread of the games is gone: make the environment after forking, not before")
            time.sleep(0)
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        return broken_games(self._mail)

    def dismiss(self) -> None:
        """End the thread."""
        self._dismissed = True
        self._wake.set()

    def _work(self) -> None:
        while not self._dismissed:
            try:
                serve(self._mail, *self._task)
            except Exception as error:
                self._error = error
                give_up(self._mail)
                continue
            self._wake.wait()
            self._wake.clear()


def _dismiss(hands: Sequence[Hand]) -> None:
    for hand in hands:
        hand.dismiss()


@jit
def call(mail: Any, calls: Any) -> Any:
    """Call for the task; returns whether the worker has to be woken."""
    words = address_of(mail)
    write_word(words + CALLED, calls)
    if read_word(words + ASLEEP) == 0:
        return False
    write_word(words + ASLEEP, 0)
    return True


@jit
def give_up(mail: Any) -> None:
    """Take the task that has been called for as done."""
    words = address_of(mail)
    write_word(words + DONE, read_word(words + CALLED))


@jit
def broken_games(mail: Any) -> Any:
    """What came of the last task done."""
    return read_word(address_of(mail) + BROKEN)


@jit
def serve(mail: Any, works: Any, players: Any, rows: Any, slots: Any, view: Any, final: Any) -> None:
    """Do the task whenever it is called for; returns once nobody has called for a while, marked as asleep."""
    words = address_of(mail)
    looks = 0
    while looks < LOOKS or not falls_asleep(words):
        called = read_word(words + CALLED)
        looks += 1
        if called != read_word(words + DONE):
            write_word(words + BROKEN, batch.turn(works, players, rows, slots, view, final))
            write_word(words + DONE, called)
            looks = 0


@jit
def falls_asleep(words: Any) -> Any:
    """Mark the worker as asleep, unless somebody has called in the meantime."""
    write_word(words + ASLEEP, 1)
    if read_word(words + CALLED) == read_word(words + DONE):
        return True
    write_word(words + ASLEEP, 0)
    return False


@jit
def is_done(mail: Any, calls: Any) -> Any:
    """Whether so many tasks are done; looks for a while."""
    words = address_of(mail)
    looks = 0
    while looks < LOOKS and read_word(words + DONE) != calls:
        looks += 1
    return looks < LOOKS
