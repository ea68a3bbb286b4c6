"""Writes a run's figures for TensorBoard, by choices learnt from, beside the checkpoint."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FLUSH = 10  # seconds until figures reach the file


class Events:
    """The event file of a run; it does nothing if the package tensorboard is missing.

    Args:
        folder: of the run.
        plies: choices learnt from so far; TensorBoard hides older entries of the folder that are beyond this.

    Raises:
        OSError: the file cannot be written.
    """

    def __init__(self, folder: Path, plies: int) -> None:
        self._writer: Any = None
        if find_spec("tensorboard"):
            from torch.utils.tensorboard import SummaryWriter

            self._writer = SummaryWriter(str(folder), purge_step=plies + 1 if plies else None, flush_secs=FLUSH)

    def write(self, plies: int, figures: Mapping[str, float]) -> None:
        """Write figures by name."""
        if self._writer is not None:
            for name, value in figures.items():
                self._writer.add_scalar(name, value, plies)

    def close(self) -> None:
        """Close the file."""
        if self._writer is not None:
            self._writer.close()


@contextmanager
def events_in(folder: Path, plies: int) -> Iterator[Events]:
    """Open the event file of a run for the block.

    TensorBoard writes in a thread of its own, and raises that thread's errors again at the next call, without the
    file's name.

    Raises:
        OSError: the file cannot be written; an error of the block that names no file counts as such.
    """
    before, threading.excepthook = threading.excepthook, _silent_about_tensorboard(threading.excepthook)
    try:
        events = Events(folder, plies)
        try:
            yield events
        except BaseException:
            with suppress(OSError):  # the first error says more
                events.close()
            raise
        events.close()
    except OSError as error:
        if error.filename is not None:
            raise
        where = str(folder / "events.out.tfevents*")
        raise OSError(error.errno or errno.EIO, error.strerror or str(error), where) from error
    finally:
        threading.excepthook = before


def _silent_about_tensorboard(otherwise: Any) -> Any:
    """Make a hook for errors of threads that prints no traceback of TensorBoard's."""

    def hook(failed: Any) -> None:
        if not (issubclass(failed.exc_type, OSError) and type(failed.thread).__module__.startswith("tensorboard")):
            otherwise(failed)

    return hook
