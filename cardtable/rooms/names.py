"""Names of people at a table: their visible part, and names that look alike."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from pathlib import Path

LONGEST_NAME = 30

_TEXTS = Path(__file__).parents[1] / "page" / "texts"
_LABELS = re.compile(r"you|person|level\.\d+")
"""The texts by which the page calls those who have given no name, and agents."""

_ONE = "[\U0001f000-\U0001faff\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff]\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_PIECES = re.compile(
    "\U0001f3f4[\U000e0030-\U000e007a]+\U000e007f"  # a flag with its letters in tags
    f"|{_ONE}(?:\u200d{_ONE})*"  # an emoji, joined or not
    "|[0-9#*]\ufe0f\u20e3"  # a keycap
    "|.",
    re.DOTALL,
)
_BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0\U0001d159\U00016fe4]")
"""Letters and signs that show nothing, though their categories do not say so."""
_IGNORED = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that change how others look at most."""


def shown_name(text: str) -> str:
    """Return a name as it is shown: visible characters, joined emoji, single spaces; empty if nothing is left.

    Two ways to write a letter give the same name.
    """
    composed = unicodedata.normalize("NFKC", text)
    words = "".join(_shown(found[0]) for found in _PIECES.finditer(composed)).split()
    name = unicodedata.normalize("NFC", " ".join(filter(None, map(_with_base, words))))
    return name if len(name) <= LONGEST_NAME else shown_name(name[:LONGEST_NAME])  # what was joined may be cut apart


def _shown(piece: str) -> str:
    """Return a piece as it stands, a space for one, or nothing."""
    if len(piece) > 1 or "\U0001f000" <= piece <= "\U0001faff":  # Python may be older than an emoji
        return piece
    if piece.isspace():
        return " "
    return piece if piece.isprintable() and not _BLANK.match(piece) and not _IGNORED.match(piece) else ""


def _with_base(word: str) -> str:
    """Drop the marks at a word's beginning, which have no letter to stand on."""
    return word[next((place for place, sign in enumerate(word) if unicodedata.category(sign)[0] != "M"), len(word)) :]


def look_alike(name: str, other: str) -> bool:
    """Return whether people may take one name for the other."""
    return bool(_looks(name) & _looks(other))


def is_label(name: str) -> bool:
    """Return whether a name looks like one that the page gives to agents or to people without a name."""
    return bool(_looks(name.rstrip("0123456789 ")) & _labels())


@cache
def _labels() -> frozenset[str]:
    texts = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(_TEXTS.glob("*.json"))]
    found = [text.format(seat="").strip() for told in texts for name, text in told.items() if _LABELS.fullmatch(name)]
    return frozenset(look for label in found for look in _looks(label))


def _looks(name: str) -> frozenset[str]:
    """Return the looks of a name: letters that look alike, their cases and marks, and points make no difference."""
    return frozenset(_skeleton(one).casefold() for one in (name, name.casefold(), name.upper()))


def _skeleton(name: str) -> str:
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    plain = "".join(sign for sign in apart if unicodedata.category(sign) not in ("Mn", "Me", "Cf", "Sk"))
    return _letters(_letters(plain).translate(_classes())).replace("rn", "m").replace("vv", "w")


def _letters(text: str) -> str:
    """Drop points, dashes and spaces from a text, unless it has nothing else."""
    return "".join(sign for sign in text if unicodedata.category(sign)[0] not in "PZ") or text


@cache
def _classes() -> dict[int, str]:
    """Map each code point to the first of the characters that look like it."""
    lines = (Path(__file__).parent / "lookalikes.txt").read_text(encoding="utf-8").splitlines()
    return {ord(sign): line[0] for line in lines if not line.startswith("# ") for sign in line[1:]}
