"""Quotes untrusted text (files, programs, user code) safely in error messages."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from types import FrameType

LONGEST = 300  # characters of foreign text that an error repeats


def shortened(text: str, most: int = LONGEST) -> str:
    """Return the text in at most ``most`` characters; an ellipsis replaces the middle of a longer one."""
    if len(text) <= most:
        return text
    head, gap = most * 2 // 3, " ... "
    return f"{text[:head]}{gap}{text[head + len(gap) - most :]}"


def printable(text: str) -> str:
    """Escape unprintable characters of the text, so that a terminal does not obey them."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def counted(number: int, noun: str) -> str:
    """Write a number with what it counts, whose plural ends in s: ``1 game``, ``2,000 games``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def meant(word: object, known: Iterable[str]) -> str:
    """Suggest the known word that is most like a mistyped one: `` did you mean 'greedy'?``; nothing if none is."""
    found = get_close_matches(word, known, 1, 0.7) if isinstance(word, str) else []
    return f" did you mean {found[0]!r}?" if found else ""


def quoted(value: object) -> str:
    """Write a value as Python does, shortened; only its type if Python cannot, as with an integer of 5,000 digits."""
    try:
        return shortened(repr(value))
    except Exception:  # which foreign code may raise
        return f"<{type(value).__name__} that cannot be written>"


def told_error(error: Exception, is_own: Callable[[FrameType], bool]) -> str:
    """Put an error of foreign code in words: its type, what it says, and where it was raised; see `place_of`."""
    place = "" if isinstance(error, SyntaxError) else place_of(error, is_own)  # a syntax error says where it is
    return ": ".join(filter(None, [type(error).__name__, str(error)])) + place


def taken_name(error: BaseException) -> str:
    """Say which folder or file is found in place of a package whose modules an import misses: ``; 'baselines' is ...``.

    Empty unless the error is a ModuleNotFoundError for part of a package, and a module of the package's name is there.
    """
    name = getattr(error, "name", None)
    if not isinstance(error, ModuleNotFoundError) or not isinstance(name, str) or "." not in name:
        return ""
    top = name.partition(".")[0]
    found = sys.modules.get(top)
    file = getattr(found, "__file__", None)
    place = file if isinstance(file, str) else next(iter(getattr(found, "__path__", [])), None)
    return f"; {top!r} is {place} here: rename that if it is not the package meant" if place else ""


def place_of(error: Exception, is_own: Callable[[FrameType], bool]) -> str:
    """Name the last line before an error in one's own code, or else the last line: `` (agents/mine.py, line 12)``."""
    places = list(traceback.walk_tb(error.__traceback__))
    if not places:
        return ""
    frame, line = next((place for place in reversed(places) if is_own(place[0])), places[-1])
    return f" ({from_here(frame.f_code.co_filename)}, line {line})"


def from_here(file: str) -> str:
    """Return a file's name from the working folder, if it lies there."""
    try:
        here = os.path.relpath(file)
    except FileNotFoundError:  # the folder has been removed
        return file
    return file if here.startswith(os.pardir) else here
