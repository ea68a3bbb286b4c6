"""Reading files that somebody names, which may be of any size, endless as a device is, or damaged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from durak_env.wording import shortened

MOST_OF_A_LOG = 100_000_000
"""Characters of the log of a training run that are read."""


def read_text(path: str | Path, most: int, errors: str = "strict") -> str:
    """The text of a file, in UTF-8; no more than ``most`` characters are read.

    Args:
        errors: what is done with bytes that are no UTF-8; see `bytes.decode`.

    Raises:
        OSError: it cannot be read.
        ValueError: it is longer, or no text.
    """
    with Path(path).open(encoding="utf-8", errors=errors) as file:
        text = file.read(most + 1)
    if len(text) > most:
        raise ValueError(f"{path} is longer than {most:,} characters")
    return text


def parse_json(text: str) -> Any:
    """What a text in JSON stands for.

    Raises:
        ValueError: it is none, or nested too deep.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("its brackets are nested too deep") from None


@contextmanager
def used_as(path: str | Path, what: str) -> Iterator[None]:
    """Tell of all that goes wrong while a file is read and made use of in an error that names it.

    Readers of archives, pickles and state dictionaries raise what they please where a file is damaged.

    Raises:
        ValueError: anything went wrong but that the file could not be opened.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise
        first = shortened(str(error).strip().partition("\n")[0])
        reason = first if isinstance(error, ValueError) and first else f"{type(error).__name__} {first}".strip()
        raise ValueError(f"{path} cannot be used as {what}: {reason}") from error
