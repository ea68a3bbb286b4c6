"""A game: its rules, its play and its telling.

The compiled half of the play is in functions of STATE and INFO records; see `cardkit.compiled.protocol`.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

import numpy as np

from cardkit.checks import check_choice, check_flag
from cardkit.compiled.protocol import HIDDEN, LEFT, NOBODY, S, Slot, State, decision, mover, observe
from cardkit.compiled.slots import as_int, legal_of
from cardkit.game_state import GameState
from cardkit.known import LEAVES, K, Known, plain
from cardkit.wording import quoted

WORLDS = ("closed", "open")
UNSEEN = "an action that is not seen"

Plies = Sequence[tuple[int, int]]
"""The course of a game: (seat, action id) of every ply since the deal."""
Event = dict[str, Any]
"""A thing that happens with a ply, as an object of JSON: its ``kind``, mostly its ``seat``, and what the kind needs."""

T = TypeVar("T")
G = TypeVar("G", bound="Game[Any, Any]")

if TYPE_CHECKING:

    def derived(function: Callable[[Any], T]) -> T:
        """Make a property in the place of an attribute."""
        ...

else:
    derived = property


class IllegalSlotError(ValueError):
    """A compiled agent has chosen a slot that is not that of a legal action."""


class Info(Protocol):
    """A seat's knowledge, for agents written in Python; it shares nothing with the game."""

    record: Any
    """The INFO record that compiled code works on."""

    @property
    def seat(self) -> int:
        """The seat that has this knowledge."""
        ...

    @property
    def to_move(self) -> bool:
        """True if the seat is to move."""
        ...

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The seat's legal action ids, ascending; empty when it is not to move."""
        ...

    def action_of(self, slot: int) -> int:
        """Return the action id of a legal slot; raise `IllegalSlotError` for any other number."""
        ...


def action_id(action: object, num_actions: int) -> int:
    """Return the action as an int.

    Raises:
        ValueError: the action is not an integer of the action space; True and False do not count as integers.
    """
    try:
        number = operator.index(action)  # type: ignore[arg-type]  # which is what is asked
    except TypeError:
        number = None
    if number is None or isinstance(action, bool):
        raise ValueError(f"action must be an integer from 0 to {num_actions - 1}, got {quoted(action)}")
    if not 0 <= number < num_actions:
        raise ValueError(f"action {quoted(number)} is out of range: actions are integers from 0 to {num_actions - 1}")
    return number


class KnownGame(Known):
    """Knowledge of a seat in a game whose rules are its own fields."""

    __slots__ = ()
    rules: Game

    state_dtype, info_dtype = staticmethod(lambda game: game.STATE), staticmethod(lambda game: game.INFO)

    @classmethod
    def observed(cls, state: State, rules: Game, seat: int, open_world: bool = False, plies: Plies = ()) -> Self:
        """Return a seat's knowledge of a state; spectators, `NOBODY`, know the ``public_fields`` alone."""
        info = rules.new_info()[0]
        observe(state, seat, open_world, info)
        if seat == NOBODY and not open_world:
            for name in set(info.dtype.names) - {*rules.public_fields, "seat"}:
                info[name] = 0
        return cls(info, rules, plies)

    def __str__(self) -> str:
        return "\n".join(self.rules.lines_of(self))

    @property
    def open_world(self) -> bool:
        """True if all cards are known."""
        return bool(self.rules.open_world)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The seat's legal action ids, ascending; empty when it is not to move."""
        legal = as_int(legal_of(self.record))
        return tuple(sorted(int(one) for slot, one in enumerate(self._ids) if legal >> slot & 1))

    def action_of(self, slot: int) -> int:
        """Return the action id of a legal slot; raise `IllegalSlotError` for any other number."""
        if not 0 <= slot < len(self._ids) or not as_int(legal_of(self.record)) >> slot & 1:
            raise IllegalSlotError(f"slot {slot} is not legal; legal actions: {self.legal_actions}")
        return int(self._ids[slot])

    def text_of(self, action: int, seat: int) -> str:
        """Put an action in the game's words."""
        return self.rules.seen_text(action)

    def action_named(self, text: str) -> int:
        """Return the id of the legal action with this text.

        Raises:
            ValueError: none has it.
        """
        for action, one in zip(self.legal_actions, self.legal_texts, strict=True):
            if one == text:
                return action
        raise ValueError(f"{quoted(text)} is not a legal action; legal: {', '.join(self.legal_texts) or 'nothing'}")

    def told(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return some properties by name; where none are named, the fields of the record."""
        if names:
            return super().told(names)
        told = (name for name in self.record.dtype.names if name != "legal" and not name.startswith("gap_"))
        return {name: plain(self.record[name]) for name in told}

    @property
    def _ids(self) -> np.ndarray:
        return self.rules.action_ids[int(decision(self.record))]


class Telling(ABC, Generic[G]):
    """The telling of a game: it writes its records as text, reads them, and tells them in words.

    Attributes:
        game: the game.
    """

    def __init__(self, game: G) -> None:
        self.game = game

    @abstractmethod
    def record_text(self, start: State, plies: Plies, players: Sequence[str], states: Sequence[State] = ()) -> str:
        """Write a game as text: its deal, its plies, the names of the agents by seats.

        Args:
            start: the deal, fed with the outcomes of chance later.
            plies: of the game.
            players: the agents' names.
            states: from the deal to the last ply, by a caller that has them: the plies then need no replay.
        """

    @abstractmethod
    def read_records(self, text: str) -> Sequence[Any]:
        """Read the games of a text of records, of this variant or another, in order.

        Raises:
            ValueError: the text breaks the format or the rules of the game.
        """

    @abstractmethod
    def transcript(
        self, record: Any, seat: int | None = None, notes: Mapping[int, Iterable[str]] | None = None
    ) -> Iterator[str]:
        """Return the lines of a recorded game, ply by ply.

        Args:
            record: one of `read_records`.
            seat: the seat from whose view the game is shown; None to show all cards.
            notes: lines to print after a ply, by its number from 1 on.

        Raises:
            ValueError: the recorded game has no such seat, or a ply is illegal.
        """

    def events(self, before: Any, seat: int, action: int, after: Any) -> Sequence[Event]:
        """Return the events of a ply as one viewer saw them: the action, then all that followed from it.

        It is read from what the viewer knew, so it tells nothing hidden. By default it is the action alone.

        Args:
            before, after: what the viewer knew before the ply and after it.
            seat: who played.
            action: what was played; `LEFT` if the seat leaves, `HIDDEN` if the viewer does not see it.
        """
        if action == LEFT:
            return [{"kind": "left", "seat": seat, "text": LEAVES}]
        return [{"kind": "played", "seat": seat, "text": self.game.seen_text(action)}]

    def short_lines(self, start: State, plies: Plies, told: int, seat: int, players: Sequence[str]) -> Iterator[str]:
        """Yield a line for each ply after the first ``told``, as a seat sees it, for the command ``play``."""
        for one, action in self.game.seen_plies(plies[told:], seat):
            yield f"{players[one]}: {self.game.seen_text(action)}"


class _Itself:
    """A descriptor that gives the object whose attribute it is."""

    def __get__(self, game: Any, kind: type | None = None) -> Any:
        return self if game is None else game


class Facts:
    """Attributes that follow from a game's rules: those of its class, or `derived` ones. They are no fields."""

    rules: Any = _Itself()
    """The rules that information sets, deals and encodings are given: the game itself, unless they are one field."""
    returns: str = ""
    """The way in which results are paid, one of ``RETURNS``."""
    most_plies: int
    """The number of plies that no game exceeds."""
    return_range: tuple[float, float]
    """The lowest and the highest returns that a seat can end a game with."""
    parties: int | None = None
    """The number of parties that the deal draws, 2 to ``seats``; see `cardkit.compiled.protocol.party`. Each has a
    seat or more. None: each seat is a party."""

    @derived
    def seats(self) -> int:
        """The number of seats, 2 to 8."""  # noqa: D401 - a property
        return self.rules.num_players

    @derived
    def num_actions(self) -> int:
        """The number of action ids; they count from 0."""  # noqa: D401 - a property
        if self.rules is self:
            raise AttributeError(f"{type(self).__name__} must say num_actions")
        return self.rules.num_actions


@dataclass(frozen=True)
class Game(Facts, ABC, Generic[S, K]):
    """A game and its variant, hashable and picklable. ``str(game)`` names it in stores and headings.

    A game is a subclass. Its rules that vary are fields with defaults, under ``@dataclass(frozen=True)``, which
    `new_states` writes into the records; or they are one field ``rules``, and ``returns`` another, which an
    ``__init__`` of its own sets.

    Attributes:
        secret_actions: the ids of actions that their mover alone sees, such as a card passed face down.
        forgotten_actions: the ids of actions that all see and INFO forgets.
        public_fields: the fields of INFO that spectators see.
        open_world: whether all seats see all cards.
    """

    AGENTS: ClassVar[str]
    """The group of entry points that names the game's agents."""
    NAME: ClassVar[str]
    """Names the game in stores and headings, where its rules are its fields."""
    STATE: ClassVar[np.dtype[Any]]
    INFO: ClassVar[np.dtype[Any]]
    """The types of its records, where they are the same in all variants."""
    INFORMATION: ClassVar[type[Known]] = KnownGame
    """The class of the information sets that agents in Python get."""
    COUNTS: ClassVar[tuple[str, ...]] = ("plies",)
    """The counts that `cardkit.compiled.protocol.count` writes into a result row, by name; uint16 each."""
    SEAT_COUNTS: ClassVar[tuple[str, ...]] = ()
    """Names of what is counted of each agent's seat, uint16 each; where the deal draws parties, by seat."""
    OPTIONS: ClassVar[tuple[str, ...]] = ()
    """The names of the options that environments accept at reset; see `start`."""
    RETURNS: ClassVar[tuple[str, ...]] = ("",)
    """The ways in which results can be paid, the usual one first."""
    PARTY_NAMES: ClassVar[tuple[str, ...]] = ()
    """The names of the parties that the deal draws, for reports."""
    ROLES: ClassVar[tuple[str, ...]] = ()
    """The names of the numbers in the seat count ``role``, if a deal gives roles to single seats."""

    POINTS: ClassVar[bool] = False
    """True if returns are points: commands report points, places and leads in place of wins."""

    secret_actions: ClassVar[Collection[int]] = ()
    """The ids of actions that their mover alone sees, such as a card passed face down; others see who acts."""
    forgotten_actions: ClassVar[Collection[int]] = ()
    """The ids of actions that all see and INFO forgets; `cardkit.game_check.check_game` takes no others for public."""
    public_fields: ClassVar[Sequence[str]] = ()
    """Fields of INFO that spectators see, besides all actions that are not secret; see `cardkit.game.KnownGame`."""

    open_world: bool = False

    # --- rules ------------------------------------------------------------------------------------------------------

    def _set(self, rules: Any, open_world: bool, returns: str, **more: str) -> None:
        """Set the fields of a game with an ``__init__`` of its own.

        Raises:
            ValueError: there are no such returns, or ``open_world`` is neither True nor False.
        """
        check_flag("open_world", open_world)
        check_choice("returns", returns, self.RETURNS)
        for name, value in {"rules": rules, "open_world": bool(open_world), "returns": returns, **more}.items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        own = [one for one in fields(self) if one.init and one.name not in ("open_world", "rules")]
        changed = {one.name: value for one in own if (value := getattr(self, one.name)) != one.default}
        world = WORLDS[self.open_world]
        if self.rules is self:
            return ", ".join([self.NAME, world, *(f"{name}={value}" for name, value in changed.items())])
        told = (f"{name} by {value}" for name, value in changed.items())
        return ", ".join([f"{world} world, rules: {self.rules}", *told])

    @property
    def places(self) -> int:
        """The number of agents in a lineup and of rotations of a deal: one a party, which by default is a seat."""
        return self.parties or self.seats

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of the roles that a deal gives agents: the parties that it draws, or else ``ROLES``.

        Where there are some, agents may win together, so rates of wins tell who is ahead. Else the tuple is empty.
        """
        if self.parties is None:
            return self.ROLES
        return self.PARTY_NAMES or tuple(f"party {party}" for party in range(self.parties))

    @property
    def counts_of_agents(self) -> tuple[str, ...]:
        """The seat counts whose means tell of agents: a role is no number, and parties' counts stand by seat."""
        if self.parties is not None:
            return ()
        return tuple(name for name in self.SEAT_COUNTS if name != "role" or not self.ROLES)

    @property
    def pays_as_recorded(self) -> bool:
        """True if results are paid the usual way; records tell no other returns."""
        return self.returns == self.RETURNS[0]

    # --- play -------------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def action_ids(self) -> np.ndarray:
        """The action id of each slot, by kind of decision: int64 of shape (kinds, slots), -1 where no action is.

        The slots are those of a set of slots of the width of ``legal``: 64 for each of its words.

        `cardkit.compiled.protocol.decision` says which kind is due. An id may stand in several rows, once in each.
        """

    @abstractmethod
    def forfeit(self, state: S, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        """Return the seats' returns of a game that ends because an agent has failed.

        Failing must never pay: no continuation of the game leaves the agent's seats together with less, be it in
        returns, in places or in their lead over the other seats.

        Args:
            state: of the game.
            seat: where the agent has failed; it is to move.
            beside: the agent's other seats.
        """

    def new_states(self, count: int = 1) -> np.ndarray:
        """Make STATE records that hold the variant and no deal yet."""
        return np.zeros(count, self.STATE)

    def new_info(self) -> np.ndarray:
        """Make an array of one INFO record, zeros."""
        return np.zeros(1, self.INFORMATION.info_dtype(self.rules))

    def new_game(self, seed: int | np.random.Generator | None = None) -> GameState:
        """Deal a game to play in Python.

        Args:
            seed: the same seed deals the same cards; a generator deals one game after another; None deals at random.
        """
        return GameState.dealt(self, np.random.default_rng(seed))

    def start(self, options: Mapping[str, Any]) -> State | None:
        """Return the deal that reset options ask for as a STATE record; None for a random one.

        Raises:
            ValueError: the options contradict each other or the variant.
        """
        return None

    def action_of(self, state: S, slot: Slot) -> int:
        """Return the id of a legal action of the seat to move."""
        return int(self.action_ids[int(decision(state)), int(slot)])

    def read_action(self, state: S, action: object) -> int:
        """Return the slot of an agent's answer.

        Raises:
            ValueError: it is not the id of a legal action; the message names the rule that it breaks.
        """
        number, legal = action_id(action, self.num_actions), as_int(legal_of(state))
        for slot in np.flatnonzero(self.action_ids[int(decision(state))] == number).tolist():
            if legal >> slot & 1:
                return int(slot)
        allowed = ", ".join(map(self.text_of, self.seen_by_mover(state).legal_actions))
        raise ValueError(f"action {number}, {self.text_of(number)}, is not legal; legal: {allowed or 'nothing'}")

    def illegal_slot(self, state: S, slot: Slot) -> ValueError:
        """Make the error that says why a slot, which may be any number, is not legal for the seat to move."""
        return IllegalSlotError(f"slot {slot} is not legal")

    def check_chance(self, states: np.ndarray | S) -> None:
        """Raise ValueError once if chance that was given to one of the states does not fit what has happened."""

    def prepare(self, agent: Any) -> None:
        """Tell an agent that has ``prepare`` what it is to play: the game, or the field ``rules`` and the world.

        Raises:
            ValueError: it cannot play this.
        """
        if hasattr(agent, "prepare"):
            agent.prepare(*([self] if self.rules is self else [copy(self.rules), self.open_world]))

    # --- who sees what ----------------------------------------------------------------------------------------------

    def information_set(self, state: S, seat: int, plies: Plies = ()) -> Any:
        """Return the knowledge of a seat, or of a spectator, `NOBODY`, as agents get it; see `Info`.

        It shares nothing with the game.

        Raises:
            ValueError: the game has no such seat.
        """
        return self.INFORMATION.observed(state, self.rules, seat, self.open_world, self.seen_plies(plies, seat))

    def seen_by_mover(self, state: S) -> Any:
        """Return the mover's knowledge in the closed world: error messages say no more than that."""
        return self.INFORMATION.observed(state, self.rules, int(mover(state)))

    @property
    def hidden_actions(self) -> Collection[int]:
        """The ids of actions that their mover alone sees; none in the open world."""
        return () if self.open_world else self.secret_actions

    def seen_plies(self, plies: Plies, viewer: int) -> tuple[tuple[int, int], ...]:
        """Return the plies as a viewer, or a spectator, `NOBODY`, sees them: `HIDDEN` for the secret ones of others."""
        if not self.hidden_actions:
            return tuple(plies)
        return tuple((seat, self.seen_action(seat, action, viewer)) for seat, action in plies)

    def seen_action(self, seat: int, action: int, viewer: int | None) -> int:
        """Return the action that a seat has played as a viewer sees it; None sees all."""
        return HIDDEN if viewer not in (None, seat) and action in self.hidden_actions else action

    # --- telling ----------------------------------------------------------------------------------------------------

    @property
    def tell(self) -> Telling[Any]:
        """The game's telling: by default each record is a line of JSON with the bytes of the start."""
        return import_module("cardkit.notation.lines").Lines(self)  # which knows games

    def text_of(self, action: int) -> str:
        """Put an action in words."""
        return f"action {action}"

    def seen_text(self, action: int) -> str:
        """Put an action in words, or say that it is not seen."""
        return UNSEEN if action == HIDDEN else self.text_of(action)

    def lines_of(self, info: K) -> Sequence[str]:
        """Put an information set in lines of words for a person."""
        return Known.__str__(info).splitlines()


def no_withdrawal(game: Game) -> ValueError:
    """Make the error that is raised if a seat withdraws from a game that cannot continue without it."""
    return ValueError(f"{game} does not say how it goes on without a seat")


def check_is_game(game: object) -> None:
    """Raise ValueError unless this is a `Game`."""
    if not isinstance(game, Game):
        raise ValueError(f"game must be the object of a game, such as Durak(), got {quoted(game)}")
