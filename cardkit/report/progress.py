"""Progress of long work: a bar or a spinner on a terminal, elsewhere a line on standard error at intervals."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from cardkit.wording import printable

if TYPE_CHECKING:
    from cardkit.report.terminal import Terminal

PACE = 30.0
"""Seconds between two lines of progress where there is no terminal."""


@contextmanager
def progress_bar(what: str, total: int, quiet: bool = False) -> Iterator[Any]:
    """Draw a bar with the time left; yield a function of the number of things done and, if it changed, the total.

    If standard error is not a terminal, it says the same in a line every `PACE` seconds. Draws and says nothing if
    ``quiet`` is set.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from cardkit.report.terminal import Terminal

    console = Terminal(stderr=True)
    if quiet:
        yield lambda done, of=None: None
        return
    if not console.is_terminal:
        with _saying() as say:
            tell = lambda done, of: say(f"{what}: {done:,} of {of:,}")  # noqa: E731
            tell(0, total)
            yield lambda done, of=None: tell(done, total if of is None else of)
        return
    columns = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(printable(what), total=total)
        yield lambda done, of=None: progress.update(task, completed=done, total=of)


@contextmanager
def activity(what: str, console: Terminal | None = None) -> Iterator[Callable[[str], None]]:
    """Show the current activity, which may change: beside a spinner on a terminal, else in a line every `PACE` seconds.

    Yields a function of what is going on now. A ``console`` that prints in the block must be given; by default the
    spinner is on standard error.
    """
    from rich.text import Text

    from cardkit.report.terminal import Terminal

    if console is None:
        console = Terminal(stderr=True)
    if not console.is_terminal:
        with _saying() as say:
            say(what)
            yield say
        return
    with console.status(Text(what), spinner="line") as status:  # whose signs every terminal has
        yield lambda what: status.update(Text(printable(what)))


@contextmanager
def _saying() -> Iterator[Callable[[str], None]]:
    """Yield a function of what is going on, of which standard error tells the latest every `PACE` seconds."""
    from cardkit.report.terminal import Terminal

    console, now, began = Terminal(stderr=True, soft_wrap=True), [""], time.monotonic()

    def say() -> None:
        minutes, seconds = divmod(int(time.monotonic() - began), 60)
        console.print(printable(f"{now[0]}, after {minutes}:{seconds:02}"))

    with call_every(PACE, say):
        yield lambda what: now.__setitem__(0, what)


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
