"""The words of others in errors: what a file, a program or a caller gave is repeated in part, and printably."""

from __future__ import annotations

LONGEST = 300  # characters of others' words that an error repeats


def shortened(text: str, most: int = LONGEST) -> str:
    """A text of at most so many characters, with what its middle lacks told by an ellipsis."""
    if len(text) <= most:
        return text
    head = most * 2 // 3
    return f"{text[:head]} ... {text[head - most :]}"


def printable(text: str) -> str:
    """A text whose other than printable characters are escaped, so that a terminal does not obey them."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)
