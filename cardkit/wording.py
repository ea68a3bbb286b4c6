"""Quotes foreign text in errors: what a file, a program or a caller gave, shortened and printable."""

from __future__ import annotations

LONGEST = 300  # characters of foreign text that an error repeats


def shortened(text: str, most: int = LONGEST) -> str:
    """The text in at most ``most`` characters; an ellipsis replaces the middle of a longer one."""
    if len(text) <= most:
        return text
    head = most * 2 // 3
    return f"{text[:head]} ... {text[head - most :]}"


def printable(text: str) -> str:
    """The text with unprintable characters escaped, so that a terminal does not obey them."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)
