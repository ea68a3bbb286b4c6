"""What long work says while it lasts: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any


@contextmanager
def progress_bar(what: str, total: int, quiet: bool = False) -> Iterator[Any]:
    """A function to be told how many things are done, and of how many if that changes; draws a bar with the time left.

    Nothing is drawn with ``quiet``, or where the standard error is no terminal.
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
def said_every(seconds: float, say: Callable[[], object]) -> Iterator[None]:
    """Call ``say`` every so many seconds while a block runs, in a thread of its own; compiled code lets it through."""
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
