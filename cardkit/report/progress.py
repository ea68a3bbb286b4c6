"""The bar that long work draws on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def progress_bar(what: str, total: int, quiet: bool = False) -> Iterator[Any]:
    """A function to be told how many things are done, and of how many if that changes; draws a bar with the time left.

    Nothing is drawn with ``quiet``, or where the standard error is no terminal.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done, of=None: progress.update(task, completed=done, total=of)
