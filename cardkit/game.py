"""The Python half of the game interface; the compiled half is `cardkit.compiled.protocol`.

A game offers both: an object as below that names the variant that is played, and functions of its STATE and INFO
records that `cardkit.compiled.protocol.implement` binds.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

import numpy as np

from cardkit.compiled.protocol import HIDDEN, Slot, State
from cardkit.wording import quoted


def parties_of(game: Game) -> int:
    """How many agents a lineup has, and how many rotations a deal: one a party, which by default is a seat."""
    return int(getattr(game, "parties", None) or game.seats)


def check_chance(game: Game, states: State) -> None:
    """Raise ValueError if chance that was given to one of the states did not fit what has happened.

    A game in which chance goes on after the deal may have ``check_chance(states)``, which says so once.
    """
    check = getattr(game, "check_chance", None)
    if check is not None:
        check(states)


def no_withdrawal(game: Game) -> ValueError:
    """The error where a seat should leave a game that does not say how it goes on without one."""
    return ValueError(f"{game} does not say how it goes on without a seat")


def draws_parties(game: Game) -> bool:
    """Whether the deal draws the parties; else each seat is one."""
    return getattr(game, "parties", None) is not None


def roles_of(game: Game) -> tuple[str, ...]:
    """The names of the roles that a deal gives agents: the parties that it draws, or else ``ROLES`` of single seats.

    Where there are some, agents may win together, so rates of wins tell who is ahead. Else the tuple is empty.
    """
    if not draws_parties(game):
        return getattr(game, "ROLES", ())
    return getattr(game, "PARTY_NAMES", ()) or tuple(f"party {party}" for party in range(parties_of(game)))


Plies = Sequence[tuple[int, int]]
"""What has been played: (seat, action id) of every ply since the deal."""


class InAWorld(Protocol):
    """A game, closed or open."""

    @property
    def open_world(self) -> bool:
        """Whether all seats see everything."""
        ...


def seen_plies(game: InAWorld, plies: Plies, viewer: int) -> tuple[tuple[int, int], ...]:
    """The plies as a seat sees them, or who watches, `NOBODY`: `HIDDEN` in place of the secret actions of others."""
    if not secret_actions(game):
        return tuple(plies)
    return tuple((seat, seen_action(game, seat, action, viewer)) for seat, action in plies)


def seen_action(game: InAWorld, seat: int, action: int, viewer: int | None) -> int:
    """The action that a seat has played as a viewer sees it; None sees all."""
    return HIDDEN if viewer not in (None, seat) and action in secret_actions(game) else action


def secret_actions(game: InAWorld) -> Collection[int]:
    """The ids of actions that their mover alone sees, of a game that names some; none in the open world."""
    return () if game.open_world else getattr(game, "secret_actions", ())


class IllegalSlotError(ValueError):
    """A compiled agent has chosen a slot that is not that of a legal action."""


class Info(Protocol):
    """What a seat knows, for agents written in Python; it shares nothing with the game."""

    record: Any
    """The INFO record that compiled code works on."""

    @property
    def seat(self) -> int:
        """Whose knowledge this is."""
        ...

    @property
    def to_move(self) -> bool:
        """Whether the seat is to move."""
        ...

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The seat's legal action ids, ascending; empty when it is not to move."""
        ...

    def action_of(self, slot: int) -> int:
        """The action id of a legal slot; raises `IllegalSlotError` for any other number."""
        ...


def action_id(action: object, num_actions: int) -> int:
    """The action as an int.

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


def check_is_game(game: Any) -> None:
    """Raise ValueError unless this is a `Game`, as far as its attributes tell."""
    if isinstance(game, type) or not all(hasattr(game, name) for name in ("AGENTS", "seats", "new_states")):
        raise ValueError(f"game must be the object of a game, such as Durak(), got {quoted(game)}")


class Game(Protocol):
    """A game and its variant: frozen, hashable, picklable. ``str(game)`` names it in stores and headings."""

    AGENTS: ClassVar[str]
    """The group of entry points that names the game's agents."""
    COUNTS: ClassVar[tuple[str, ...]]
    """What `cardkit.compiled.protocol.count` writes into a result row, by name; uint16 each."""
    SEAT_COUNTS: ClassVar[tuple[str, ...]]
    """The same of each agent: what its seat has done in the game. Where the deal draws parties, by seat."""

    OPTIONS: ClassVar[tuple[str, ...]]
    """What environments may be told at reset, by name; see `start`."""

    @property
    def seats(self) -> int:
        """How many play, 2 to 8."""
        ...

    # A game may also have ``parties``: how many parties the deal draws, 2 to ``seats``, each of one seat or more; see
    # `cardkit.compiled.protocol.party`. None, or a game without it: each seat is a party. ``PARTY_NAMES`` names them.
    # A game whose deal gives single seats roles has ``ROLES``: the names of the numbers in its seat count ``role``.
    # A game may have ``secret_actions``: the ids of actions that their mover alone sees, such as a card passed face
    # down; the others are told who acts. It may have ``forgotten_actions``: ids of actions that all see and INFO
    # forgets, so that `cardkit.game_check.check_game` does not take them for secret.

    @property
    def num_actions(self) -> int:
        """How many action ids there are; they count from 0."""
        ...

    @property
    def action_ids(self) -> np.ndarray:
        """By kind of decision, the action id of each slot: int64 of shape (kinds, slots), -1 where no action is.

        The slots are those of a set of slots of the width of ``legal``: 64 for each of its words.

        `cardkit.compiled.protocol.decision` says which kind is due. An id may stand in several rows, once in each.
        """
        ...

    @property
    def most_plies(self) -> int:
        """No game is longer."""
        ...

    @property
    def return_range(self) -> tuple[float, float]:
        """The lowest and the highest returns that a seat can end a game with."""
        ...

    @property
    def open_world(self) -> bool:
        """Whether the agents see all cards."""
        ...

    def new_states(self, count: int = 1) -> np.ndarray:
        """Array of STATE records that hold the variant and no deal yet."""
        ...

    def new_info(self) -> np.ndarray:
        """Array of one INFO record, zeros."""
        ...

    def start(self, options: Mapping[str, Any]) -> State | None:
        """The deal that reset options ask for as a STATE record; None for a random one.

        Raises:
            ValueError: the options contradict each other or the variant.
        """
        ...

    def information_set(self, state: State, seat: int, plies: Plies = ()) -> Any:
        """What a seat knows, as agents get it: see `Info`."""
        ...

    def action_of(self, state: State, slot: Slot) -> int:
        """The id of a legal action of the seat to move."""
        ...

    def read_action(self, state: State, action: object) -> int:
        """The slot of what an agent has answered.

        Raises:
            ValueError: it is not the id of a legal action; the message names the rule that it breaks.
        """
        ...

    def illegal_slot(self, state: State, slot: Slot) -> ValueError:
        """The error that says why a slot, which may be any number, is not legal for the seat to move."""
        ...

    def forfeit(self, state: State, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        """The seats' returns of a game that ends because an agent has failed.

        Failing must never pay: no continuation of the game leaves the agent's seats together with less, be it in
        returns, in places or in their lead over the other seats.

        Args:
            state: of the game.
            seat: where the agent has failed; it is to move.
            beside: the agent's other seats.
        """
        ...

    def prepare(self, agent: Any) -> None:
        """Tell an agent that wants to know what it is to play; raises ValueError where it cannot play this."""
        ...

    def record_text(self, start: State, plies: Plies, players: Sequence[str], states: Sequence[State] = ()) -> str:
        """A game as text: its deal, its plies, the names of the agents by seats.

        Args:
            start: the deal, fed with what chance gave later.
            states: from the deal to the last ply, by a caller that has them: the plies then need no replay.
        """
        ...

    def read_records(self, text: str) -> Sequence[Any]:
        """The games of a text of records, of this variant or another, in order.

        Raises:
            ValueError: the text breaks the format or the rules of the game.
        """
        ...

    def transcript(
        self, record: Any, seat: int | None = None, notes: Mapping[int, Iterable[str]] | None = None
    ) -> Iterator[str]:
        """The lines of a recorded game, ply by ply.

        Args:
            record: one of `read_records`.
            seat: the seat from whose view the game is shown; None to show all cards.
            notes: lines to print after a ply, by its number from 1 on.

        Raises:
            ValueError: the recorded game has no such seat.
        """
        ...
