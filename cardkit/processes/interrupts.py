"""Tells Ctrl-C from a KeyboardInterrupt that an agent raises on its own."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_interrupted: list[bool] = []  # by the blocks that listen, innermost last: whether Ctrl-C has come


@contextmanager
def watching_for_interrupts() -> Iterator[None]:
    """Listen for Ctrl-C in a block; the program's own handler still runs."""
    before = signal.getsignal(signal.SIGINT) if _in_main_thread() else None
    if before is None:  # not this thread's business, or a handler that Python cannot give back
        yield
        return
    _interrupted.append(False)
    try:
        if callable(before):  # a background job ignores Ctrl-C: there is nothing to notice
            signal.signal(signal.SIGINT, _noticing(before))
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        _interrupted.pop()


def interrupt_came() -> bool:
    """Return whether a KeyboardInterrupt of this moment may come from Ctrl-C.

    Python raises it in the main thread alone. Where no block listens, it may.
    """
    return _in_main_thread() and (not _interrupted or any(_interrupted))


def _noticing(handler: Callable[[int, FrameType | None], object]) -> Callable[[int, FrameType | None], object]:
    def handle(number: int, frame: FrameType | None) -> None:
        if _interrupted:
            _interrupted[-1] = True
        handler(number, frame)

    return handle


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
