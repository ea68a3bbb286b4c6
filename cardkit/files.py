"""Writes files whole or not at all: each is written under another name and then renamed."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

_UNFINISHED = re.compile(r"\..*\.[0-9a-f]{8}\.new(\..*)?")
"""Names that `_beside` gives."""
_being_written: set[Path] = set()
"""The temporary files of this process."""
_OPEN = re.compile(r"/dev/(?:std(?P<stream>out|err)|fd/(?P<number>\d{1,6}))")


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Yield a temporary file to write in the block; at the end it replaces ``path``.

    Readers see the old file until then. It also stays after an error in the block, or if the process is killed. What
    is not a regular file is written directly, and ``/dev/stdout`` at the end, behind what has been printed.

    Raises:
        OSError: the file cannot be written; its ``filename`` is ``path``.
    """
    if (descriptor := _descriptor_of(path)) is not None:
        with _naming(path, Path()), TemporaryDirectory() as folder:
            yield (new := Path(folder) / "new")
            sys.stdout.flush()
            with new.open("rb") as content, os.fdopen(os.dup(descriptor), "wb") as stream:
                shutil.copyfileobj(content, stream)
        return
    place = Path(os.path.realpath(path))  # a link stays and points to the new file
    if place.exists() and not place.is_file():
        with _naming(path, place):
            yield place
        return
    with _beside(place, path) as new:
        if place.exists():
            shutil.copymode(place, new)
        yield new
        _flush(new)
        new.replace(place)


@contextmanager
def appearing(path: str | Path) -> Iterator[Path]:
    """Yield a temporary file to write in the block; at the end it becomes ``path``, unless there is one by then.

    So of several processes that make a file at once, one does, and no other sees it half made.

    Raises:
        OSError: the file cannot be written; its ``filename`` is ``path``.
    """
    place = Path(os.path.realpath(path))
    with _beside(place, path) as new:
        yield new
        _flush(new)
        try:
            os.link(new, place)
        except FileExistsError:
            return
        except OSError:  # a file system without hard links
            if not place.exists():
                new.replace(place)


def check_writable(path: str | Path) -> None:
    """Raise OSError now, not after hours of games, if `replacing` could not write ``path``; change nothing."""
    if (descriptor := _descriptor_of(path)) is not None:
        with _naming(path, Path()):
            os.fstat(descriptor)
        return
    place = Path(os.path.realpath(path))
    if place.exists():
        with _naming(path, place):
            place.open("a").close()
    if place.is_file() or not place.exists():
        with _beside(place, path):
            pass


def check_working_folder() -> None:
    """Raise ValueError if the working folder has been removed: without one Numba cannot compile."""
    try:
        os.getcwd()
    except FileNotFoundError:
        raise ValueError("the working folder of this process has been removed: go to another one (cd)") from None


def is_unfinished(path: Path) -> bool:
    """Return whether a file is temporary: of a process killed while it wrote, or of one that writes now."""
    return _UNFINISHED.fullmatch(path.name) is not None


def give_up() -> None:
    """Remove the temporary files of this process, which ends at once: no block of `replacing` comes to its end."""
    for new in list(_being_written):
        with suppress(OSError):
            new.unlink()


def write_text(path: str | Path, text: str) -> None:
    """Write a text file in UTF-8 by `replacing`."""
    with replacing(path) as new:
        new.write_text(text, encoding="utf-8")


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file by `replacing`.

    For formats whose own writers rename a new file over the one that they are given: that file would lose its rights,
    and a device would become a regular file.
    """
    with replacing(path) as new:
        new.write_bytes(content)


def _descriptor_of(path: str | Path) -> int | None:
    """Return the open file of this process that a path such as ``/dev/stdout`` stands for; None for any other path.

    It may be a pipe, which has no name to resolve, or a file into which a shell leads what is printed.
    """
    found = _OPEN.fullmatch(str(path))
    return None if found is None else int(found["number"] or {"out": 1, "err": 2}[found["stream"]])


@contextmanager
def _beside(place: Path, path: str | Path) -> Iterator[Path]:
    """Yield a new file beside ``place``, and remove it after the block unless renamed; errors name ``path`` instead."""
    new = place.with_name(f".{place.stem[:100]}.{os.urandom(4).hex()}.new{place.suffix}")
    _being_written.add(new)
    try:
        with _naming(path, new):
            new.touch(exist_ok=False)
            yield new
    finally:
        with suppress(OSError):
            new.unlink()
        _being_written.discard(new)


@contextmanager
def _naming(path: str | Path, written: Path) -> Iterator[None]:
    """Make errors name ``path``, even if they name the temporary file or no file at all."""
    try:
        yield
    except OSError as error:
        if error.filename not in (None, str(written)):
            raise
        raise OSError(error.errno or errno.EIO, error.strerror or str(error), str(path)) from error


def _flush(file: Path) -> None:
    """Make the system write the file's content to disk before the file is renamed."""
    with file.open("rb+") as stream:
        os.fsync(stream.fileno())
