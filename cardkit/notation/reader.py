"""The text of recorded games is read line by line; a fault is named with its line.

A record begins with a heading and its version, then come fields, then plies, and the line ``result`` ends it. Blank
lines and lines that begin with ``#`` are skipped. What the fields of the deal and the plies are, each game says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from re import fullmatch
from typing import Any, ClassVar, Generic, Self, TypeVar

from cardkit.notation.records import (
    PLAYERS,
    RESULT,
    UNFINISHED,
    VERSION,
    WORLDS,
    GameRecord,
    check_player,
    play_ply,
    result_of,
    result_text,
)
from cardkit.reading import BYTE_ORDER_MARK
from cardkit.wording import quoted, shortened

Record = TypeVar("Record", bound=GameRecord)

LONGEST_FAULT = 600
"""Length limit of an error about a line, which quotes parts of it."""


class RecordReader(ABC, Generic[Record]):
    """A reader of one game, line by line.

    Attributes:
        fields: the text of each field read; that of a field in LISTS is a list of texts.
        game: the variant that is played, the standard one until its rules are read.
        deal: the deal; None until all fields are read.
        state: STATE record after the plies read.
        plies: action ids read.
    """

    RECORD: ClassVar[type[GameRecord]]
    """The class of the records that are read."""
    DEAL: ClassVar[tuple[str, ...]]
    """The fields that give the deal."""
    NEEDED: ClassVar[tuple[str, ...]]
    """The headers that a record must have."""
    LISTS: ClassVar[tuple[str, ...]] = ()
    """The headers that may have several lines."""
    PLIES: ClassVar[tuple[str, ...]] = ()
    """The words that begin a line of the play."""
    NUMBERED: ClassVar[bool] = True
    """True if a number with a dot begins a new entry too."""
    RESULTS: ClassVar[str]
    """The content of the result, in words."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.game: Any = self.RECORD.game_of(None)
        self.deal: Any = None
        self.state: Any = None
        self.plies: list[int] = []

    @classmethod
    def read_all(cls, text: str) -> list[Record]:
        """Read the games of a text, in order.

        Raises:
            ValueError: the text breaks the format or the rules; the message names the line.
        """
        if not isinstance(text, str):
            raise ValueError(f"records are a text, got {quoted(text)}")
        records: list[Record] = []
        reader: Self | None = None
        number = 0
        for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).split("\n"), 1):
            words = line.strip()
            if not words or words.startswith("#"):
                continue
            try:
                if reader is None:
                    reader = cls.begin(words)
                elif reader.read(words):
                    records.append(reader.record())
                    reader = None
            except ValueError as error:
                raise ValueError(f"line {number}: {shortened(str(error), LONGEST_FAULT)}") from None
        if reader is not None:
            raise ValueError(f"line {number}: the text ends before the line '{RESULT}' of its last game")
        return records

    @classmethod
    def begin(cls, line: str) -> Self:
        """Make a reader for the game whose first line this is; raise ValueError if no game begins like this."""
        heading, _, version = line.partition(" ")
        if heading != cls.RECORD.HEADING:
            raise ValueError(f"a game must begin with '{cls.RECORD.HEADING} {VERSION}', got {line!r}")
        if version.strip() != str(VERSION):
            raise ValueError(
                f"version must be {VERSION}, the only one that this program reads, got {version.strip()!r}"
            )
        return cls()

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.game.rules

    # --- what a game supplies ---------------------------------------------------------------------------------------

    @abstractmethod
    def check_field(self, name: str, value: str) -> None:
        """Check a field of the deal; the deal as a whole is checked when play begins. ``rules`` may come later."""

    @abstractmethod
    def read_deal(self) -> Any:
        """Make the deal of the fields; ValueError says why they do not go together."""

    @abstractmethod
    def parse_action(self, text: str) -> int:
        """Return the action id of a text, or `LEFT`; raise ValueError for any other text."""

    @abstractmethod
    def read_plies(self, name: str, texts: list[str]) -> None:
        """Read a line of the play; ``name`` is its first word."""

    def check_end(self) -> None:
        """Raise ValueError if a line is missing before the result."""

    # --- lines ------------------------------------------------------------------------------------------------------

    def read(self, line: str) -> bool:
        """Read a line; return True once the game is complete. Raise ValueError if it breaks the format or the rules."""
        name, _, rest = line.partition(" ")
        if name == RESULT:
            self._begin_play()
            self._check_result(rest.split())
            return True
        if name in self.PLIES or (self.NUMBERED and fullmatch(r"[0-9]{1,9}\.", name)):
            self._begin_play()
            self.read_plies(name, rest.split())
        else:
            self._read_field(name, rest.strip())
        return False

    def play(self, text: str) -> None:
        """Play the action of a text; ValueError names the ply."""
        action = self.parse_action(text)
        try:
            play_ply(self.game, self.state, action)
        except ValueError as error:
            raise ValueError(f"ply {len(self.plies) + 1}: {error}") from None
        self.plies.append(action)

    def record(self) -> Record:
        """Return the game that has been read."""
        players = (self.fields.get(player, player) for player in PLAYERS[: self.game.seats])
        open_world = self.fields.get("world") == WORLDS[True]
        return self.RECORD(self.rules, self.deal, tuple(self.plies), tuple(players), open_world)  # type: ignore[return-value]

    def _check_result(self, words: list[str]) -> None:
        given, found = " ".join(words), result_text(result_of(self.state, self.game.seats))
        if given != found:
            meaning = "the game is not over" if found == UNFINISHED else self.RESULTS
            raise ValueError(f"the {RESULT} is {given!r}, but the plies lead to {found!r}: {meaning}")
        self.check_end()

    def _read_field(self, name: str, value: str) -> None:
        if name not in ("rules", "world", *PLAYERS, *self.DEAL):
            raise ValueError(f"{name!r} does not begin a line; lines begin with {self._beginnings()}")
        if self.deal is not None:
            raise ValueError(f"the field {name!r} comes after the first ply")
        if name in self.fields and name not in self.LISTS:
            raise ValueError(f"the field {name!r} is given twice")
        if not value:
            raise ValueError(f"the field {name!r} is empty")
        if name in self.LISTS:
            self.fields.setdefault(name, []).append(value)
        else:
            self.fields[name] = value
        self._check_field(name, value)

    def _check_field(self, name: str, value: str) -> None:
        if name == "rules":
            self.game = self.RECORD.game_of(value)
        elif name == "world" and value not in WORLDS:
            raise ValueError(f"world must be closed or open, got {value!r}")
        elif name in PLAYERS:
            check_player(value)
        self.check_field(name, value)
        seats = self.game.seats
        absent = [player for player in PLAYERS[seats:] if player in self.fields]
        if "rules" in self.fields and absent:
            raise ValueError(f"{absent[0]} has no seat: the rules have num_players={seats}")

    def _beginnings(self) -> str:
        players = PLAYERS[: self.game.seats]
        plies = (*self.PLIES, "'1.'") if self.NUMBERED else self.PLIES
        return f"{', '.join(('rules', *players, 'world', *self.DEAL, *plies))} or {RESULT}"

    def _begin_play(self) -> None:
        """Set up the game once all fields are read."""
        if self.deal is not None:
            return
        missing = [name for name in ("rules", *self.NEEDED) if name not in self.fields]
        if missing:
            raise ValueError(f"before this line the game lacks: {', '.join(missing)}")
        try:
            deal = self.read_deal()
            self.state = deal.lay_out(self.rules)
        except ValueError as error:
            raise ValueError(f"the deal above does not fit the rules: {error}") from None
        self.deal = deal
