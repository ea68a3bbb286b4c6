"""Keeps two runs from writing in one folder, where the last to write would win."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from cardkit.files import check_writable

LOCK = ".lock"


class SoleRun:
    """The claim of a run to its folder.

    Args:
        file: in the folder, from which a run can be resumed; another run that writes it between the claim's creation
            and `alone` is noticed.
    """

    def __init__(self, file: Path) -> None:
        self._file, self._seen = file, _stamp(file)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the folder, which is made if there is none, for the block; the end of the process unlocks it too.

        Raises:
            OSError: the file cannot be written.
            ValueError: another run is writing in the folder, or has written there in the meantime.
        """
        folder = self._file.parent
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK, thread_local=False)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise ValueError(
                f"another run is writing in {folder}: wait for its end, or name another --folder"
            ) from None
        try:
            if _stamp(self._file) != self._seen:
                raise ValueError(f"another run has written {self._file} in the meantime: start again with --resume")
            check_writable(self._file)
            yield
        finally:
            self._seen = _stamp(self._file)
            lock.release()


def _stamp(file: Path) -> tuple[int, int] | None:
    """Return a stamp that changes whenever a file is replaced."""
    if not file.exists():
        return None
    found = file.stat()
    return found.st_ino, found.st_mtime_ns
