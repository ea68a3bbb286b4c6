"""Numba's registries of types and functions, loaded as a whole: an interrupt in the middle loses a part for good."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from numba.core.registry import cpu_target


@cache
def load_registries() -> None:
    """Load all that the compiler needs; Ctrl-C is obeyed afterwards, half a second later at most."""
    contexts: list[Any] = [cpu_target.typing_context, cpu_target.target_context]
    with _interrupted_afterwards():
        for context in contexts:
            context.refresh()


@contextmanager
def _interrupted_afterwards() -> Iterator[None]:
    """Put Ctrl-C off to the end of the block; it reaches the main thread alone."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    asked: list[Any] = []
    signal.signal(signal.SIGINT, lambda *_: asked.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if asked:
            signal.raise_signal(signal.SIGINT)
