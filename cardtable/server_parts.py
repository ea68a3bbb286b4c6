"""Parts of the server's messages. Where a game adds fields of its own, more fields may follow."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from cardtable.messages import Seat

Pair = Annotated[list[float], Meta(min_length=2, max_length=2)]
Interval = Pair | None
Share = Annotated[float, Meta(ge=0, le=1)]


class Part(Struct, forbid_unknown_fields=True):
    """A part of a message, with these fields and no others."""


class Action(Struct):
    """A legal action; the game adds what its page wants to know."""

    action: int
    text: str


class Event(Struct):
    """An event of a ply."""

    kind: str


class Entry(Action):
    """A ply of the log, counted from 1."""

    ply: int
    seat: Seat
    events: list[Event]


class Player(Part):
    """The player in a seat, and the failure of its agent."""

    seat: Seat
    name: str
    kind: Literal["human", "agent"]
    error: str | None


class Option(Part):
    """A rule that may be chosen."""

    name: str
    kind: Literal["integer", "flag", "choice"]
    default: Any
    least: int | None
    most: int | None
    choices: list[str]
    optional: bool


class Agent(Part):
    """An agent that is offered: ``analyst`` if it explains its choices, ``harmless`` unless it runs foreign code.

    ``writes`` are parameters that name files which it writes.
    """

    spec: str
    parameters: str
    help: str
    level: int | None
    analyst: bool | None
    harmless: bool
    writes: list[str]


class File(Part):
    """The file that the program was started with."""

    name: str
    kind: Literal["records", "tournament"]


class Judged(Action):
    """An action as an agent judges it."""

    value: float | None
    visits: int | None
    interval: Interval
    votes: int | None


class Score(Part):
    """The value of a solved position."""

    value: Literal[-1, 0, 1]
    distance: int | None


class Exact(Score):
    """The solution of a position, by action, and the line that follows."""

    actions: dict[str, Score]
    line: list[Action]


class Beliefs(Part):
    """The share of determinizations with the card in a hand, by seat and card.

    ``weighted`` tells whether a network says how likely they are; otherwise all are equally likely.
    """

    samples: int
    weighted: bool
    hands: dict[str, dict[str, Share]]


class Best(Action):
    """The best action of a position."""

    value: float | None


class Mistake(Part):
    """The cost of an action."""

    cost: float
    exact: bool
    interval: Interval


class Tried(Action):
    """A legal action in place of a mistake, and its own cost."""

    mistake: Mistake | None


class Reviewed(Action):
    """The cost of a ply; ``value0`` is the value for seat 0. A mistake has ``tries``: all actions with a value."""

    ply: int
    seat: Seat
    value: float | None
    interval: Interval
    value0: float | None
    exact: int | None
    best: Best
    mistake: Mistake | None
    tries: list[Tried]


class Puzzle(Part):
    """The question about the position at ``ply`` of a puzzle, whose ``tries`` are all actions.

    ``missed`` is the share of agents that do not find the best one.
    """

    number: int
    level: int
    missed: Share
    ply: int
    seat: Seat
    value: float
    best: Best
    tries: list[Tried]


class Listed(Struct):
    """A recorded game in a list."""

    number: int
    players: list[str]
    plies: int
    variant: str
    returns: list[float] | UnsetType | None = UNSET


class Compared(Part):
    """A score of one agent against another."""

    score: float
    interval: Interval


class StoredMatch(Part):
    """A match of a tournament."""

    match: int
    agents: list[str]
    seed: str
    seatings: str
    games: int
    score: float | None
    interval: Interval


class Rating(Part):
    """An agent's Elo and score."""

    agent: str
    elo: float | None
    interval: list[float | None]
    score: float | None


class Strength(Part, rename={"mean": "return"}):
    """An agent's strength by Plackett-Luce, and its mean return."""

    agent: str
    strength: float | None
    interval: list[float | None]
    mean: float | None
    return_interval: Interval


class Failed(Part):
    """An agent that failed too often for a verdict."""

    agent: str
    failed: int
    games: int


class Clock(Part):
    """The clock of a room: the seconds that each seat has left, and the seat whose time runs."""

    running: Seat | None
    left: list[float]


class Limit(Part):
    """The limit of people's time to think in a room."""

    clock: Literal["none", "move", "game"]
    seconds: float


class Place(Part):
    """A seat of a room; ``agent`` plays there unless it is null, ``here`` says whether its person is connected.

    A ``free`` seat may be taken. Who is ``ready`` wants the next game. ``won`` and ``lost`` count the games so far.
    """

    seat: Seat
    name: str
    agent: str | None
    host: bool
    claimed: bool
    free: bool
    here: bool
    ready: bool
    won: int
    lost: int


class Sat(Part):
    """The player in a seat of the game that is over: the name of its person, and the agent that played at its end."""

    name: str
    agent: str | None


class Invitation(Part):
    """The link of a table, and the address of its picture as a QR code."""

    link: str
    qr: str


class Wish(Part):
    """The wish of a seat to take plies back, with its number in the room, and the seats that have to agree."""

    number: int
    by: Seat
    waits_for: list[Seat]
