"""Reading files that somebody names, which may be of any size, or endless as a device is."""

from __future__ import annotations

from pathlib import Path


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
