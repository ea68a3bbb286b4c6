"""Base class for small games: what follows from their records, their actions and their functions.

Such a game fills what only it can know: its name, its numbers, its action ids, what failing pays, its words. All can be
overridden, step by step, as the game grows: into a notation that people read, say, or given deals.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np

from cardkit.compiled.protocol import HIDDEN, NOBODY, Slot, State, decision, mover, observe, step
from cardkit.compiled.slots import as_int, legal_of
from cardkit.game import IllegalSlotError, Plies, action_id, seen_action, seen_plies
from cardkit.known import Known
from cardkit.notation.records import WORLDS
from cardkit.plain.records import read_record, read_variant, start_of
from cardkit.reading import BYTE_ORDER_MARK
from cardkit.wording import shortened

UNSEEN = "an action that is not seen"


class PlainInfo(Known):
    """What a seat knows of a `PlainGame`, whose object stands for the rules."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(self.rules.lines_of(self))

    @property
    def open_world(self) -> bool:
        """Whether all cards are known."""
        return bool(self.rules.open_world)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The seat's legal action ids, ascending; empty when it is not to move."""
        legal = as_int(legal_of(self.record))
        return tuple(sorted(int(one) for slot, one in enumerate(self._ids) if legal >> slot & 1))

    def action_of(self, slot: int) -> int:
        """The action id of a legal slot; raises `IllegalSlotError` for any other number."""
        if not 0 <= slot < len(self._ids) or not as_int(legal_of(self.record)) >> slot & 1:
            raise IllegalSlotError(f"slot {slot} is not legal; legal actions: {self.legal_actions}")
        return int(self._ids[slot])

    @property
    def _ids(self) -> np.ndarray:
        return self.rules.action_ids[self.rules.kind_of(self.record)]


class _Numbers:
    """The numbers of a game, plain attributes of its class."""

    seats: int
    """How many play, 2 to 8."""
    num_actions: int
    """How many action ids there are; they count from 0."""
    most_plies: int
    """No game is longer."""
    return_range: tuple[float, float]
    """The lowest and the highest returns that a seat can end a game with."""


@dataclass(frozen=True)
class PlainGame(_Numbers, ABC):
    """A `cardkit.game.Game` whose variants are its two worlds, unless a subclass has fields of its own.

    Such a subclass is a frozen dataclass too, and gives them defaults; its `new_states` writes them into the state.
    Commands that play have an option for each, the table has none; records tell those that differ from their defaults.

    Attributes:
        open_world: whether all seats see all cards.
    """

    NAME: ClassVar[str]
    """Names the game in stores and headings."""
    AGENTS: ClassVar[str]
    """The group of entry points that names the game's agents."""
    STATE: ClassVar[np.dtype[Any]]
    INFO: ClassVar[np.dtype[Any]]
    INFORMATION: ClassVar[type[Known]] = PlainInfo
    """What agents in Python get."""
    COUNTS: ClassVar[tuple[str, ...]] = ("plies",)
    SEAT_COUNTS: ClassVar[tuple[str, ...]] = ()
    OPTIONS: ClassVar[tuple[str, ...]] = ()

    secret_actions: ClassVar[Collection[int]] = ()
    """The ids of actions that their mover alone sees."""
    forgotten_actions: ClassVar[Collection[int]] = ()
    """The ids of actions that all see, though INFO forgets them."""
    public_fields: ClassVar[Sequence[str]] = ()
    """The fields of INFO that those who watch the game see too; they see all actions that are not secret."""

    open_world: bool = False

    def __str__(self) -> str:
        rules = [one for one in fields(self) if one.init and one.name != "open_world"]
        own = [(one.name, one.default, getattr(self, one.name)) for one in rules]
        changed = [f"{name}={value}" for name, default, value in own if value != default]
        return ", ".join([self.NAME, WORLDS[self.open_world], *changed])

    @property
    @abstractmethod
    def action_ids(self) -> np.ndarray:
        """By kind of decision, the action id of each slot; see `cardkit.game.Game.action_ids`."""

    @abstractmethod
    def forfeit(self, state: State, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        """The seats' returns of a game that ends because an agent has failed; see `cardkit.game.Game.forfeit`."""

    @abstractmethod
    def text_of(self, action: int) -> str:
        """An action in words."""

    def seen_text(self, action: int) -> str:
        """An action in words, or that it is not seen."""
        return UNSEEN if action == HIDDEN else self.text_of(action)

    def lines_of(self, info: Any) -> Sequence[str]:
        """What an information set says, as lines for a person."""
        return Known.__str__(info).splitlines()

    def kind_of(self, record: Any) -> int:
        """The kind of decision that is due, from an INFO record; a game of several kinds says which."""
        return 0

    def new_states(self, count: int = 1) -> np.ndarray:
        """Array of STATE records without a deal yet."""
        return np.zeros(count, self.STATE)

    def new_info(self) -> np.ndarray:
        """Array of one INFO record."""
        return np.zeros(1, self.INFO)

    def start(self, options: Mapping[str, Any]) -> State | None:
        """No deals can be asked for."""
        return None

    def information_set(self, state: State, seat: int, plies: Plies = ()) -> Any:
        """What a seat knows, as agents get it; of those who watch, `NOBODY`, the ``public_fields`` alone."""
        info = self.new_info()[0]
        observe(state, seat, self.open_world, info)
        if seat == NOBODY and not self.open_world:
            for name in set(info.dtype.names) - {*self.public_fields, "seat"}:
                info[name] = 0
        return self.INFORMATION(info, self, seen_plies(self, plies, seat))

    def action_of(self, state: State, slot: Slot) -> int:
        """The id of a legal action of the seat to move."""
        return int(self.action_ids[int(decision(state)), int(slot)])

    def read_action(self, state: State, action: object) -> int:
        """The slot of what an agent has answered; raises ValueError if it is not the id of a legal action."""
        number, legal = action_id(action, self.num_actions), as_int(legal_of(state))
        for slot in np.flatnonzero(self.action_ids[int(decision(state))] == number).tolist():
            if legal >> slot & 1:
                return int(slot)
        allowed = ", ".join(map(self.text_of, self.information_set(state, int(mover(state))).legal_actions))
        raise ValueError(f"action {number}, {self.text_of(number)}, is not legal; legal: {allowed or 'nothing'}")

    def illegal_slot(self, state: State, slot: Slot) -> ValueError:
        """The error that says that a slot is not legal."""
        return IllegalSlotError(f"slot {slot} is not legal")

    def prepare(self, agent: Any) -> None:
        """Tell an agent that has ``prepare(game)`` what it is to play."""
        if hasattr(agent, "prepare"):
            agent.prepare(self)

    def record_text(self, start: State, plies: Plies, players: Sequence[str], states: Sequence[State] = ()) -> str:
        """A game as a line of JSON: the variant, the bytes of its start, its plies, the names of the agents by seats.

        Raises:
            ValueError: a field of the game has a value that its text does not lead back to.
        """
        if not self._reads_back():
            raise ValueError(f"no record can tell {str(self)!r}: this text does not lead back to the game's fields")
        told = {"game": str(self), "start": start.tobytes().hex(), "plies": list(plies), "players": list(players)}
        return json.dumps(told) + "\n"

    def _reads_back(self) -> bool:
        try:
            return bool(read_variant(str(self), type(self)) == self)
        except ValueError:
            return False

    def read_records(self, text: str) -> Sequence[Any]:
        """The games of a text, which must be trusted: functions of the game get its bytes as a STATE.

        Raises:
            ValueError: a line is not a record of this game.
        """
        lines = enumerate(text.removeprefix(BYTE_ORDER_MARK).splitlines(), 1)
        return [self._record(number, line) for number, line in lines if line.strip()]

    def _record(self, number: int, line: str) -> dict[str, Any]:
        try:
            record = read_record(line, type(self))
            read_variant(record["game"], type(self))._replay(record)
        except ValueError as error:
            raise ValueError(f"line {number} is not a record of {self.NAME}: {shortened(str(error))}") from None
        return record

    def _replay(self, record: Any) -> None:
        state = start_of(record, self)
        for number, (seat, action) in enumerate(record["plies"], 1):
            self._play(state, number, seat, action)

    def transcript(
        self, record: Any, seat: int | None = None, notes: Mapping[int, Iterable[str]] | None = None
    ) -> Iterator[str]:
        """The lines of a recorded game: what the seats know at the start, or the one whose view it is, then the plies.

        Raises:
            ValueError: the game has no such seat; or on reaching an illegal ply.
        """
        game = read_variant(record["game"], type(self))
        if seat not in (None, *range(game.seats)):
            raise ValueError(f"seat must be None or from 0 to {game.seats - 1}, got {seat}")
        state = start_of(record, game)
        for one, player in enumerate(record["players"]):
            yield f"seat {one}, {player}"
        for one in range(game.seats) if seat is None else [seat]:
            yield f"seat {one} knows:"
            yield from (f"  {line}" for line in game.lines_of(game.information_set(state, one)))
        for number, (one, action) in enumerate(record["plies"], 1):
            game._play(state, number, one, action)
            yield f"{number}. seat {one}: {game.seen_text(seen_action(game, one, action, seat))}"
            yield from (notes or {}).get(number, ())

    def _play(self, state: State, number: int, seat: int, action: int) -> None:
        """Play a recorded ply, if it is legal."""
        try:
            slot = self.read_action(state, action)
        except ValueError as error:
            raise ValueError(f"ply {number}: {error}") from None
        if seat != mover(state):
            raise ValueError(f"ply {number}: seat {mover(state)} is to move, not seat {seat}")
        step(state, slot)
