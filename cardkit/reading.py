"""Reads files that users name, which may be huge, endless (devices) or damaged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardkit.wording import shortened

BYTE_ORDER_MARK = "\ufeff"
"""The mark with which some editors begin a text."""
MOST_OF_A_LOG = 100_000_000
"""The most characters read from a log or a list of a run."""


def read_text(path: str | Path, most: int, errors: str = "strict") -> str:
    """Read the text of a UTF-8 file, which may begin with a mark of its byte order; at most ``most`` characters.

    Args:
        errors: how to treat bytes that are not UTF-8; see `bytes.decode`.

    Raises:
        OSError: the file cannot be read.
        ValueError: the file is longer, or not text.
    """
    with Path(path).open(encoding="utf-8-sig", errors=errors) as file:
        text = file.read(most + 1)
    if len(text) > most:
        raise ValueError(f"{path} is longer than {most:,} characters")
    return text


def parse_json(text: str) -> Any:
    """Parse JSON text.

    Raises:
        ValueError: the text is not JSON, or is nested too deeply.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("its brackets are nested too deeply") from None


@contextmanager
def used_as(path: str | Path, what: str) -> Iterator[None]:
    """Turn any error in the block into one that names the file and its purpose.

    Readers of archives, pickles and state dictionaries raise all kinds of errors for a damaged file.

    Raises:
        ValueError: the block failed, other than because the file could not be opened.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise
        first = shortened(str(error).strip().partition("\n")[0])
        reason = first if isinstance(error, ValueError) and first else f"{type(error).__name__} {first}".strip()
        raise ValueError(f"{path} cannot be used as {what}: {reason}") from error
