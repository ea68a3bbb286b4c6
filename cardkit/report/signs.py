"""Signs that a terminal lacks are written in those that it has: ``7c`` for ``7♣``, ``+-`` for ``±``.

Terminals of old code pages, and all of the C locale, have few signs; Python ends a program that prints another one.
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from contextlib import suppress

_PLAIN = {**dict(zip("♣♦♥♠", "cdhs", strict=True)), "±": "+-", "µ": "u", "·": "-", "–": "-", "−": "-", "…": "."}
_NAME = "cardkit.signs"


def write_signs_that_exist() -> None:
    """Make standard output and errors write every text, whatever their encoding; input that is not text is kept out.

    Where a word is read, a byte that the encoding does not know becomes a sign that no word has.
    """
    for stream, errors in ((sys.stdout, _NAME), (sys.stderr, _NAME), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            with suppress(io.UnsupportedOperation):  # something has been read already
                stream.reconfigure(errors=errors)


def written_in(encoding: str, text: str) -> str:
    """Write a text in the signs of an encoding, for tables whose columns are measured before they are written."""
    return text.encode(encoding, _NAME).decode(encoding)


def drawn(name: str) -> str:
    """Return a name for matplotlib to draw: no dollar begins a formula."""
    return name.replace("$", r"\$")


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Handle an encoding error: return the text to write for signs that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_sign, error.object[error.start : error.end])), error.end


def _sign(sign: str) -> str:
    """Write a sign in ASCII: its own letter, a star for a symbol of no meaning here, or its number."""
    if sign in _PLAIN:
        return _PLAIN[sign]
    letters = "".join(one for one in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(one))
    if letters.isascii():
        return letters
    return "*" if unicodedata.category(sign)[0] == "S" else sign.encode("ascii", "backslashreplace").decode()


codecs.register_error(_NAME, _plain)
