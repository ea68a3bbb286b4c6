"""Messages of the server, declared: the schema is written from them, and the tests hold every message against it.

The server itself says dicts of these shapes.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from cardtable.messages import Seat
from cardtable.server_parts import (
    Action,
    Agent,
    Beliefs,
    Clock,
    Compared,
    Entry,
    Event,
    Exact,
    Failed,
    File,
    Invitation,
    Judged,
    Limit,
    Listed,
    Option,
    Place,
    Player,
    Puzzle,
    Rating,
    Reviewed,
    Sat,
    StoredMatch,
    Strength,
    Wish,
)


class ServerMessage(Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A message of the server; ``answers`` is the ``id`` of the message that it answers."""

    answers: int | UnsetType = UNSET


class Welcome(ServerMessage):
    """The first message: the table's key, the game, its page module, agents, rules to choose, and the file opened.

    It also tells the level of each puzzle, from 0 on, and whether other machines reach the server.
    """

    protocol: Literal[3]
    table: str
    resumed: bool
    program: str
    game: str
    module: str | None
    agents: list[Agent]
    own: list[str]
    seats: Annotated[list[int], Meta(min_length=2, max_length=2)]
    options: list[Option]
    deal: list[str]
    adviser: str | None
    file: File | None
    puzzles: list[int]
    can_withdraw: bool
    reachable: bool
    room: bool


class State(ServerMessage):
    """All that the page shows: players, the position as ``viewer`` knows it, legal actions, the log.

    ``revision`` grows with each game that begins and each time plies are taken back. ``log`` has the entries from
    ``log_from`` on; earlier ones have been sent before, but of a long game at most the last 300 are sent at once.
    ``returns`` is null unless the end of the game is shown, ``seed`` as long as it could tell the page its cards. A
    player's ``error`` says how its agent has failed; the game waits for another player, or for ``undo``.
    """

    mode: Literal["play", "replay"]
    seed: str | None
    game: int
    revision: int
    ply: int
    plies: int
    variant: str
    rules: dict[str, Any]
    open_world: bool
    players: list[Player]
    viewer: Seat | None
    near: Seat
    to_move: Seat | None
    yours: bool
    thinking: Seat | None
    paused: bool
    pace: float
    over: bool
    can_undo: bool
    legal: list[Action]
    events: list[Event]
    log_from: int
    log: list[Entry]
    returns: list[float] | None
    view: dict[str, Any]
    clock: Clock | UnsetType | None = UNSET
    puzzle: Puzzle | UnsetType = UNSET


class Progress(ServerMessage):
    """An agent, or the game itself, is being compiled, or is ready."""

    what: Literal["compile"]
    agent: str | None
    done: bool


class Analysis(ServerMessage):
    """Values, visits and intervals of all actions, the expected line, beliefs, the exact solution of an endgame.

    It comes in steps: each searches four times as long as the one before, from the start. The last one is the agent's
    own search, so its values are those of ``durak match --verbose --explain`` for the same seed. The server gives up a
    step after 30 seconds.
    """

    ply: int
    seat: Seat | None
    agent: str
    done: bool
    actions: list[Judged]
    line: list[Action]
    beliefs: Beliefs | None
    exact: Exact | None
    chosen: int | UnsetType = UNSET
    positions: int | UnsetType = UNSET
    depth: int | UnsetType = UNSET
    seconds: float | UnsetType = UNSET


class AnalysisStopped(ServerMessage, tag="analysis_stopped"):
    """The end of the answers to a message: no more of them come."""


class Pong(ServerMessage):
    """The server lives."""


class Pace(ServerMessage):
    """The seconds between two plies, where no game is shown yet."""

    seconds: float


class Agents(ServerMessage):
    """The agents of the welcome that do not play by these rules."""

    variant: str
    unfit: list[str]


class Games(ServerMessage):
    """The opened games."""

    name: str
    games: list[Listed]
    total: int
    selected: int


class Review(ServerMessage):
    """The review of each ply with a choice: its value, the best action, and the mistake if it was one.

    Endgames of two seats are solved, and ``cost`` is exact there. Before, it is a difference of two values of a search,
    and a mistake only if its 95 % interval excludes zero.
    """

    done: bool
    entries: list[Reviewed]


class Record(ServerMessage):
    """The game as text, and the ply shown."""

    text: str
    ply: int


class Scores(ServerMessage):
    """The games that are over as comma-separated values, a line for each seat."""

    text: str


class Match(ServerMessage):
    """The score of a match so far."""

    agents: list[str]
    variant: str
    seed: str
    games: int
    of: int
    wins: list[int]
    draws: list[int]
    losses: list[int]
    scores: list[Compared]
    faults: list[str | None]
    done: bool


class Tournament(ServerMessage):
    """Crosstable, ratings and matches of a store; strengths from three seats on; who failed too often."""

    name: str
    variant: str | None
    variants: list[str]
    agents: list[str]
    matches: list[StoredMatch]
    ratings: list[Rating] | None
    strengths: list[Strength] | None
    crosstable: list[list[Compared | None]]
    failed: list[Failed]


class Error(ServerMessage):
    """A message that cannot be carried out."""

    code: Literal["message", "agent", "rules", "illegal", "stale", "record", "busy", "internal"]
    text: str
    field: str | None
    reason: str | None
    words: dict[str, Any]


class Gathered(ServerMessage):
    """A room is open: the page where its host goes."""

    link: str


class Seated(ServerMessage):
    """A seat is one's own: the page by which one comes back to it, and the key of its table."""

    seat: Seat
    link: str
    table: str


class Room(ServerMessage):
    """The places of a room, the rules by which it plays, and the score of its games.

    ``places`` are those of the next game if none goes on. ``sat`` and ``played`` then tell who sat in the game that is
    over, and which seat was one's own. ``watching`` names those who only watch, but for oneself.
    """

    you: Seat | None
    played: Seat | None
    host: bool
    ready: bool
    begun: bool
    ended: bool
    rules: dict[str, Any]
    open_world: bool
    limit: Limit
    places: list[Place]
    sat: list[Sat] | None
    games: int
    watching: list[str]
    forfeit: Seat | None
    undo: Wish | None
    invitation: Invitation | None
