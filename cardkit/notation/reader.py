"""Reads the text of recorded games line by line; a fault is named with its line.

A record begins with a heading and its version, then come fields, then plies, and the line ``result`` ends it. Blank
lines and lines that begin with ``#`` are skipped. What the fields and the plies are, each game says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Self, TypeVar

from cardkit.notation.records import PLAYERS
from cardkit.wording import shortened

Record = TypeVar("Record")
Reader = TypeVar("Reader", bound="RecordReader")

LONGEST_FAULT = 600
"""Length limit of an error about a line, which quotes parts of it."""
UNFINISHED = "*"
RESULT = "result"


def read_records(text: str, begin: Callable[[str], Reader], record_of: Callable[[Reader], Record]) -> list[Record]:
    """The games of a text, in order.

    Args:
        text: any number of games.
        begin: makes a reader of a game's first line, as `RecordReader.begin` does.
        record_of: makes a record of a reader that has read a whole game.

    Raises:
        ValueError: the text breaks the format or the rules; the message names the line.
    """
    records: list[Record] = []
    reader: Reader | None = None
    number = 0
    for number, line in enumerate(text.split("\n"), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        try:
            if reader is None:
                reader = begin(words)
            elif reader.read(words):
                records.append(record_of(reader))
                reader = None
        except ValueError as error:
            raise ValueError(f"line {number}: {shortened(str(error), LONGEST_FAULT)}") from None
    if reader is not None:
        raise ValueError(f"line {number}: the text ends before the line '{RESULT}' of its last game")
    return records


class RecordReader(ABC):
    """Reads one game line by line.

    Attributes:
        fields: the text of each field read; that of a field in LISTS is a list of texts.
        in_play: whether all fields are read and the game is set up.
    """

    HEADING: ClassVar[str]
    """What the first line begins with, before the version."""
    VERSION: ClassVar[int] = 1
    FIELDS: ClassVar[tuple[str, ...]]
    """The fields beside the names of the players, `rules` first."""
    NEEDED: ClassVar[tuple[str, ...]]
    """Those that a record must have."""
    LISTS: ClassVar[tuple[str, ...]] = ()
    """Those that may have several lines."""
    PLIES: ClassVar[tuple[str, ...]] = ()
    """The words that begin a line of plies, beside a number with a dot."""
    RETURNS: ClassVar[str]
    """What the result tells, in words."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.in_play = False

    @classmethod
    def begin(cls, line: str) -> Self:
        """A reader for the game whose first line this is; ValueError if no game begins like this."""
        heading, _, version = line.partition(" ")
        if heading != cls.HEADING:
            raise ValueError(f"a game must begin with '{cls.HEADING} {cls.VERSION}', got {line!r}")
        if version.strip() != str(cls.VERSION):
            raise ValueError(
                f"version must be {cls.VERSION}, the only one that this program reads, got {version.strip()!r}"
            )
        return cls()

    # --- what a game supplies -----------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def seats(self) -> int:
        """Number of seats, by the rules read so far."""

    @abstractmethod
    def check_field(self, name: str, value: str) -> None:
        """Take note of a field and check it; ValueError says what is wrong with it."""

    @abstractmethod
    def set_up(self) -> None:
        """Set up the game from all its fields; ValueError says why they do not go together."""

    @abstractmethod
    def read_plies(self, name: str, texts: list[str]) -> None:
        """Play the plies of a line; ``name`` is its first word. ValueError names the ply."""

    @abstractmethod
    def result_text(self) -> str:
        """The result of the plies read, `UNFINISHED` during the game."""

    # --- lines --------------------------------------------------------------------------------------------------------

    def read(self, line: str) -> bool:
        """Read a line; True once the game is complete. ValueError if the line breaks the format or the rules."""
        name, _, rest = line.partition(" ")
        if name == RESULT:
            self._begin_play()
            self.check_result(rest.split())
            return True
        if name in self.PLIES or (name[:-1].isdecimal() and name.endswith(".")):
            self._begin_play()
            self.read_plies(name, rest.split())
        else:
            self._read_field(name, rest.strip())
        return False

    def players(self) -> tuple[str, ...]:
        """The names given, otherwise those of the seats."""
        return tuple(self.fields.get(player, player) for player in PLAYERS[: self.seats])

    def check_result(self, words: list[str]) -> None:
        """Whether the result given is that of the plies."""
        given, found = " ".join(words), self.result_text()
        if given != found:
            meaning = "the game is not over" if found == UNFINISHED else self.RETURNS
            raise ValueError(f"the {RESULT} is {given!r}, but the plies lead to {found!r}: {meaning}")

    def _read_field(self, name: str, value: str) -> None:
        if name not in (*self.FIELDS, *PLAYERS):
            raise ValueError(f"{name!r} does not begin a line; lines begin with {self._beginnings()}")
        if self.in_play:
            raise ValueError(f"the field {name!r} comes after the first ply")
        if name in self.fields and name not in self.LISTS:
            raise ValueError(f"the field {name!r} is given twice")
        if not value:
            raise ValueError(f"the field {name!r} is empty")
        if name in self.LISTS:
            self.fields.setdefault(name, []).append(value)
        else:
            self.fields[name] = value
        self.check_field(name, value)
        if self.FIELDS[0] in self.fields:
            self._check_players()

    def _beginnings(self) -> str:
        rules, *others = self.FIELDS
        words = (rules, *PLAYERS[: self.seats], *others, *self.PLIES, "'1.'")
        return f"{', '.join(words)} or {RESULT}"

    def _check_players(self) -> None:
        """Whether the players named have seats."""
        absent = [name for name in PLAYERS[self.seats :] if name in self.fields]
        if absent:
            raise ValueError(f"{absent[0]} has no seat: the rules have num_players={self.seats}")

    def _begin_play(self) -> None:
        """Set up the game once all fields are read."""
        if self.in_play:
            return
        missing = [name for name in self.NEEDED if name not in self.fields]
        if missing:
            raise ValueError(f"before this line the game lacks: {', '.join(missing)}")
        try:
            self.set_up()
        except ValueError as error:
            raise ValueError(f"the deal above does not fit the rules: {error}") from None
        self.in_play = True
