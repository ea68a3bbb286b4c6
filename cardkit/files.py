"""Writes files whole or not at all: each is written under another name and then renamed."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_UNFINISHED = re.compile(r"\..*\.[0-9a-f]{8}\.new(\..*)?")
"""Names that `_beside` gives."""


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Yields a temporary file to write in the block; at the end it replaces ``path``.

    Readers see the old file until then. It also stays after an error in the block, or if the process is killed. A
    path that is not a regular file, such as ``/dev/stdout``, is written directly.

    Raises:
        OSError: the file cannot be written; its ``filename`` is ``path``.
    """
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
    """Yields a temporary file to write in the block; at the end it becomes ``path``, unless there is one by then.

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
    """Raise OSError now, not after hours of games, if `replacing` could not write ``path``. Changes nothing."""
    place = Path(os.path.realpath(path))
    if place.exists():
        with _naming(path, place):
            place.open("a").close()
    if place.is_file() or not place.exists():
        with _beside(place, path):
            pass


def is_unfinished(path: Path) -> bool:
    """Whether this is the temporary file of a process that was killed while it wrote, or of one that writes now."""
    return _UNFINISHED.fullmatch(path.name) is not None


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


@contextmanager
def _beside(place: Path, path: str | Path) -> Iterator[Path]:
    """A new file beside ``place``, removed at the end of the block unless renamed; errors name ``path`` instead."""
    new = place.with_name(f".{place.stem[:100]}.{secrets.token_hex(4)}.new{place.suffix}")
    try:
        with _naming(path, new):
            new.touch(exist_ok=False)
            yield new
    finally:
        with suppress(OSError):
            new.unlink()


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
