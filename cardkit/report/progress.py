"""Progress of long work: a bar on a terminal, or a message at intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any


@contextmanager
def progress_bar(what: str, total: int, quiet: bool = False) -> Iterator[Any]:
    """Draw a bar with the time left. Yields a function of the number of things done and, if it changed, the total.

    Draws nothing if ``quiet`` is set or standard error is not a terminal.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda done, of=None: None
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done, of=None: progress.update(task, completed=done, total=of)


@contextmanager
def call_every(seconds: float, say: Callable[[], object]) -> Iterator[None]:
    """Call ``say`` every ``seconds`` from another thread while the block runs; compiled code releases the lock."""
    over = Event()

    def talk() -> None:
        while not over.wait(seconds):
            say()

    thread = Thread(target=talk, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
