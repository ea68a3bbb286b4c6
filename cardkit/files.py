"""Files that are whole or not there: written beside their place and put into it at once."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A file to be written in the block, which takes the place of ``path`` at its end.

    Whoever reads meanwhile finds the old one, and so it stays after an error in the block or a kill at any moment. What
    is no regular file, such as ``/dev/stdout``, is written to directly.

    Raises:
        OSError: the file cannot be written; its ``filename`` is ``path``.
    """
    place = Path(os.path.realpath(path))  # a link stays, and leads to the new file
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


def check_writable(path: str | Path) -> None:
    """Raise OSError now, and not after hours of games, if `replacing` could not write a file; it stays as it is."""
    place = Path(os.path.realpath(path))
    if place.exists():
        with _naming(path, place):
            place.open("a").close()
    if place.is_file() or not place.exists():
        with _beside(place, path):
            pass


def write_text(path: str | Path, text: str) -> None:
    """Write a text file in UTF-8, by way of `replacing`."""
    with replacing(path) as new:
        new.write_text(text, encoding="utf-8")


@contextmanager
def _beside(place: Path, path: str | Path) -> Iterator[Path]:
    """A new file beside a place, gone at the end of the block unless it was moved; errors tell of ``path`` instead."""
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
    """Let errors tell of ``path``, also those that name the place that is written to instead, or no file at all."""
    try:
        yield
    except OSError as error:
        if error.filename not in (None, str(written)):
            raise
        raise OSError(error.errno or errno.EIO, error.strerror or str(error), str(path)) from error


def _flush(file: Path) -> None:
    """Have the system put a file's content on the disk before its name is changed."""
    with file.open("rb+") as stream:
        os.fsync(stream.fileno())
