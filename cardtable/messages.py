"""Messages of the page: a struct for each type. They decode JSON, refuse what is wrong, and write the schema."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from cardkit.arena.seeds import EXACT
from cardkit.reading import parse_json
from cardkit.wording import shortened
from cardtable.errors import MessageError

MOST_SEATS = 8
Integer = Annotated[int, Meta(ge=-EXACT, le=EXACT)]
"""An integer that JavaScript tells from its neighbours."""
Action = Annotated[int, Meta(ge=0, le=EXACT)]
"""An action id; the log has negative ones, which nobody may play, where a seat has left."""
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Viewer = Seat | Literal["own"] | None
"""The owner of the knowledge shown: a seat, the person to move, or None for all cards."""
Specs = Annotated[list[str], Meta(max_length=MOST_SEATS)]
Rules = dict[str, Any] | None
Seed = Integer | str | None
Away = Literal["agent", "forfeit", "withdraw", "wait"]
AwaySeconds = Annotated[float, Meta(ge=0, le=86400)]


class Message(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A message of the page; ``id`` returns with the answer."""

    id: Integer | None = None


class New(Message, kw_only=True, frozen=True):
    """Begin a game; a seat is ``human`` or the spec of an agent."""

    seats: Specs
    rules: Rules = None
    open_world: bool = False
    seed: Seed = None
    deal: dict[str, Any] | None = None
    viewer: Viewer = "own"


class Again(Message, kw_only=True, frozen=True):
    """Begin a game with the same players: with ``swap`` the same deal, everybody one seat on, else a new deal."""

    swap: bool = False


class Act(Message, kw_only=True, frozen=True):
    """Play an action of the seat to move, at this ply of a state with this ``revision``."""

    action: Action
    ply: Integer
    revision: Integer


class Undo(Message, kw_only=True, frozen=True):
    """Go back to the last decision of a person."""


class State(Message, kw_only=True, frozen=True):
    """Send the state again, with the whole log."""


class Ping(Message, kw_only=True, frozen=True):
    """Give a sign of life."""


class Goto(Message, kw_only=True, frozen=True):
    """Show another ply."""

    ply: Integer


class View(Message, kw_only=True, frozen=True):
    """Show a seat's knowledge; ``own`` is the person to move, None shows all cards."""

    seat: Viewer


class Replace(Message, kw_only=True, frozen=True, tag="seat"):
    """Give a seat to another player."""

    seat: Seat
    agent: str


class Pace(Message, kw_only=True, frozen=True):
    """Set how many seconds lie between two plies of agents."""

    seconds: Annotated[float, Meta(ge=0, le=10)]


class Pause(Message, kw_only=True, frozen=True):
    """Ask the agents no more."""


class Resume(Message, kw_only=True, frozen=True):
    """Let the agents go on."""


class Step(Message, kw_only=True, frozen=True):
    """Ask for one ply of an agent."""


class Analyse(Message, kw_only=True, frozen=True):
    """Analyse the position shown."""

    agent: str | None = None
    all_cards: bool = False


class Stop(Message, kw_only=True, frozen=True):
    """End an activity: ``game`` is one about to begin; None ends all but that."""

    what: Literal["game", "advice", "review", "match"] | None = None


class Open(Message, kw_only=True, frozen=True):
    """Open recorded games: a text, or the file that the program was started with."""

    text: str | None = None
    file: bool = False


class Select(Message, kw_only=True, frozen=True, tag="game"):
    """Show one of the opened games, from 1 on."""

    number: Integer
    ply: Integer = 0


class Puzzle(Message, kw_only=True, frozen=True):
    """Show a puzzle, from 1 on."""

    number: Integer


class Branch(Message, kw_only=True, frozen=True):
    """Play on from the position shown."""

    seats: Specs


class Review(Message, kw_only=True, frozen=True):
    """Evaluate the plies of the game shown."""

    agent: str | None = None


class Record(Message, kw_only=True, frozen=True):
    """Send the game as text."""


class Scores(Message, kw_only=True, frozen=True):
    """Send what each seat got in the games that are over at this table, the last 200, as comma-separated values."""


class Match(Message, kw_only=True, frozen=True):
    """Let agents play a match."""

    agents: Specs
    games: Integer = 1000
    seed: Seed = None
    rules: Rules = None
    open_world: bool = False


class Agents(Message, kw_only=True, frozen=True):
    """Say which of the agents that the table offers do not play by these rules."""

    seats: Integer
    rules: Rules = None
    open_world: bool = False


class Warm(Message, kw_only=True, frozen=True):
    """Get a game ready that may be begun next, in place of what was got ready before."""

    seats: Specs
    rules: Rules = None
    open_world: bool = False


class Tournament(Message, kw_only=True, frozen=True):
    """Show the tournament store that the program was started with, and what is added to it.

    A store of several variants shows one: None for that with the most matches.
    """

    variant: str | None = None


class TournamentGame(Message, kw_only=True, frozen=True, tag="tournament_game"):
    """Replay a game of the tournament."""

    match: Integer
    game: Integer
    variant: str | None = None


class Gather(Message, kw_only=True, frozen=True):
    """Open a room: a seat is ``human``, which is the host, ``friend``, who comes by a link, or the spec of an agent.

    A seat whose person is away for ``away_seconds``, or has no time left, is played by the agent ``stand_in``, ends the
    game, leaves it where the game knows that, or is waited for, as ``away`` says. A person has ``clock_seconds`` for
    each ply, or for a whole game.
    """

    seats: Specs
    rules: Rules = None
    open_world: bool = False
    away: Away = "agent"
    away_seconds: AwaySeconds = 120
    stand_in: str | None = None
    clock: Literal["none", "move", "game"] = "none"
    clock_seconds: Annotated[float, Meta(ge=0.1, le=86400)] = 60


class Name(Message, kw_only=True, frozen=True):
    """In a room: say how the others shall call one."""

    name: Annotated[str, Meta(max_length=200)]


class Sit(Message, kw_only=True, frozen=True):
    """In a room, from who has come by the table's link: take a free seat, under a name."""

    seat: Seat
    name: Annotated[str, Meta(max_length=200)] = ""


class Ready(Message, kw_only=True, frozen=True):
    """In a room: want the next game to begin, which it does once all want it who are there; or no more."""

    ready: bool = True


class Agree(Message, kw_only=True, frozen=True):
    """In a room: agree that plies are taken back, or not, as the wish of this number asks."""

    agree: bool
    wish: Integer


class Back(Message, kw_only=True, frozen=True):
    """In a room: play again in one's own seat, where an agent has stood in."""


class Swap(Message, kw_only=True, frozen=True):
    """In a room, from its host: let two seats change places in the next game, while none goes on."""

    seat: Seat
    other: Seat


class Fill(Message, kw_only=True, frozen=True):
    """In a room, from its host: let an agent play for a seat until its person comes; after a game, in the next."""

    seat: Seat


class Revoke(Message, kw_only=True, frozen=True):
    """In a room, from its host: free a seat, or, for None, end the table's link and make another."""

    seat: Seat | None


class Close(Message, kw_only=True, frozen=True):
    """In a room, from its host: end it."""


def type_of(kind: type[Message]) -> str:
    """Return the ``type`` that names a message."""
    return str(kind.__struct_config__.tag)


TYPES: dict[str, type[Message]] = {type_of(kind): kind for kind in Message.__subclasses__()}
"""The messages by the name of their type."""

_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in TYPES.items()}
_FIELD = re.compile(r"at `\$\.(\w+)|(?:missing required|contains unknown) field `(\w+)`")


class _Envelope(Struct):
    """The part of a message that is read first."""

    type: str = ""


_ENVELOPE = msgspec.json.Decoder(_Envelope)


def read_message(text: str) -> Message:
    """Decode a message of the page.

    Raises:
        MessageError: the text is not a message of the page.
    """
    try:
        kind = _ENVELOPE.decode(text).type
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _refused("the message", error) from None
    if kind not in _DECODERS:
        raise MessageError(f"type must be one of {', '.join(TYPES)}, got {shortened(repr(kind))}", field="type")
    try:
        return _DECODERS[kind].decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _refused(kind, error) from None


def message_id(text: str) -> int | None:
    """Read the ``id`` of a message that may be wrong otherwise."""
    try:
        given = parse_json(text)
    except ValueError:
        return None
    number = given.get("id") if isinstance(given, dict) else None
    return number if type(number) is int and abs(number) <= EXACT else None


def _refused(what: str, error: Exception) -> MessageError:
    """Make the refusal of what msgspec could not decode, with the field that its words name."""
    found = _FIELD.search(str(error))
    return MessageError(f"{what}: {shortened(str(error))}", field=found and (found[1] or found[2]))
