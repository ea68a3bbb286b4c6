"""Messages of the page: a dataclass for each type, and their decoding from JSON."""

from __future__ import annotations

import typing
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any

from cardkit.arena.seeds import EXACT
from cardkit.reading import parse_json
from cardkit.wording import shortened
from cardtable.errors import MessageError
from cardtable.view import Json

MOST_SEATS = 8


@dataclass(frozen=True, kw_only=True)
class Message:
    """A message of the page; ``id`` returns with the answer."""

    id: int | None = None


@dataclass(frozen=True, kw_only=True)
class New(Message):
    """Begin a game; a seat is ``human`` or the spec of an agent."""

    seats: list[str]
    rules: dict[str, Any] | None = None
    open_world: bool = False
    seed: int | str | None = None
    deal: dict[str, Any] | None = None
    viewer: int | str | None = "own"


@dataclass(frozen=True, kw_only=True)
class Again(Message):
    """Begin a game with the same players: with ``swap`` the same deal, everybody one seat on, else a new deal."""

    swap: bool = False


@dataclass(frozen=True, kw_only=True)
class Act(Message):
    """Play an action of the seat to move, at this ply."""

    action: int
    ply: int


@dataclass(frozen=True, kw_only=True)
class Undo(Message):
    """Go back to the last decision of a person."""


@dataclass(frozen=True, kw_only=True)
class State(Message):
    """Send the state again, with the whole log."""


@dataclass(frozen=True, kw_only=True)
class Ping(Message):
    """Give a sign of life."""


@dataclass(frozen=True, kw_only=True)
class Goto(Message):
    """Show another ply."""

    ply: int


@dataclass(frozen=True, kw_only=True)
class View(Message):
    """Show what a seat knows; None shows all cards."""

    seat: int | str | None


@dataclass(frozen=True, kw_only=True)
class Seat(Message):
    """Give a seat to another player."""

    seat: int
    agent: str


@dataclass(frozen=True, kw_only=True)
class Pace(Message):
    """How many seconds lie between two plies of agents."""

    seconds: float


@dataclass(frozen=True, kw_only=True)
class Pause(Message):
    """Ask the agents no more."""


@dataclass(frozen=True, kw_only=True)
class Resume(Message):
    """Let the agents go on."""


@dataclass(frozen=True, kw_only=True)
class Step(Message):
    """Ask for one ply of an agent."""


@dataclass(frozen=True, kw_only=True)
class Analyse(Message):
    """Analyse the position shown."""

    agent: str | None = None
    all_cards: bool = False


@dataclass(frozen=True, kw_only=True)
class Stop(Message):
    """End an activity: ``game`` (one about to begin), ``advice``, ``review`` or ``match``; None: all but the first."""

    what: str | None = None


@dataclass(frozen=True, kw_only=True)
class Open(Message):
    """Open recorded games: a text, or the file that the program was started with."""

    text: str | None = None
    file: bool = False


@dataclass(frozen=True, kw_only=True)
class Select(Message):
    """Show one of the opened games, from 1 on."""

    number: int
    ply: int = 0


@dataclass(frozen=True, kw_only=True)
class Branch(Message):
    """Play on from the position shown."""

    seats: list[str]


@dataclass(frozen=True, kw_only=True)
class Review(Message):
    """Evaluate the plies of the game shown."""

    agent: str | None = None


@dataclass(frozen=True, kw_only=True)
class Record(Message):
    """Send the game as text."""


@dataclass(frozen=True, kw_only=True)
class Match(Message):
    """Let agents play a match."""

    agents: list[str]
    games: int = 1000
    seed: int | str | None = None
    rules: dict[str, Any] | None = None
    open_world: bool = False


@dataclass(frozen=True, kw_only=True)
class Agents(Message):
    """Say which of the agents that the table offers do not play by these rules."""

    seats: int
    rules: dict[str, Any] | None = None
    open_world: bool = False


@dataclass(frozen=True, kw_only=True)
class Tournament(Message):
    """Show the tournament store that the program was started with, and what is added to it.

    A store of several variants shows one: None for that with the most matches.
    """

    variant: str | None = None


@dataclass(frozen=True, kw_only=True)
class TournamentGame(Message):
    """Replay a game of the tournament."""

    match: int
    game: int
    variant: str | None = None


TYPES: dict[str, type[Message]] = {
    "new": New,
    "again": Again,
    "act": Act,
    "undo": Undo,
    "state": State,
    "ping": Ping,
    "goto": Goto,
    "view": View,
    "seat": Seat,
    "pace": Pace,
    "pause": Pause,
    "resume": Resume,
    "step": Step,
    "analyse": Analyse,
    "stop": Stop,
    "open": Open,
    "game": Select,
    "branch": Branch,
    "review": Review,
    "record": Record,
    "match": Match,
    "agents": Agents,
    "tournament": Tournament,
    "tournament_game": TournamentGame,
}
"""The messages by the name of their type."""


def read_message(text: str) -> Message:
    """A message of the page.

    Raises:
        MessageError: the text is not a message of the page.
    """
    try:
        given = parse_json(text)
    except ValueError as error:
        raise MessageError(f"the message is not JSON: {shortened(str(error))}") from None
    if not isinstance(given, dict):
        raise MessageError(f"a message must be an object of JSON, got {shortened(repr(given))}")
    kind = given.pop("type", None)
    if not isinstance(kind, str) or kind not in TYPES:
        raise MessageError(f"type must be one of {', '.join(TYPES)}, got {shortened(repr(kind))}", field="type")
    return TYPES[kind](**_checked(TYPES[kind], kind, given))


def message_id(text: str) -> int | None:
    """The ``id`` of a message that may be wrong otherwise."""
    try:
        given = parse_json(text)
    except ValueError:
        return None
    number = given.get("id") if isinstance(given, dict) else None
    return number if _is(number, int) else None


def _checked(kind: type[Message], name: str, given: Json) -> Json:
    hints = _hints(kind)
    if unknown := [one for one in given if one not in hints]:
        raise MessageError(f"{name} has no field {shortened(repr(unknown[0]))}; its fields are {', '.join(hints)}")
    for field in fields(kind):
        if field.name not in given:
            if field.default is MISSING:
                raise MessageError(f"{name} needs the field {field.name!r}", field=field.name)
        elif not _is(given[field.name], hints[field.name]):
            wanted = str(getattr(hints[field.name], "__name__", hints[field.name])).replace("NoneType", "null")
            got = shortened(repr(given[field.name]))
            raise MessageError(f"{field.name} of {name} must be {wanted}, got {got}", field=field.name)
    return given


@cache
def _hints(kind: type[Message]) -> Json:
    return typing.get_type_hints(kind)


def _is(value: Any, kind: Any) -> bool:
    """Whether a value of JSON has a kind."""
    if isinstance(kind, UnionType) or typing.get_origin(kind) is typing.Union:
        return any(_is(value, one) for one in typing.get_args(kind))
    if kind in (int, float) and isinstance(value, bool):
        return False
    if kind is int:
        return isinstance(value, int) and abs(value) <= EXACT
    if kind is float:
        return isinstance(value, int | float) and abs(value) <= EXACT  # which NaN is not
    if typing.get_origin(kind) is list:
        return isinstance(value, list) and len(value) <= MOST_SEATS and all(_is(one, str) for one in value)
    if typing.get_origin(kind) is dict:
        return isinstance(value, dict)
    return isinstance(value, NoneType if kind is None else kind)
