"""Base class for the information sets that agents written in Python receive."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from enum import Enum
from importlib import import_module
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from cardkit.compiled.prng import Stream, streams_from
from cardkit.compiled.protocol import LEFT, NOBODY, Info, State, determinize
from cardkit.compiled.slots import is_empty, legal_of
from cardkit.game_state import GameState
from cardkit.playing_cards import Card, cards_of

LEAVES = "left"
"""The text of a seat that leaves."""


def fields(*names: str, **others: str) -> Mapping[str, str]:
    """Name the fields of an object of JSON, each with the property that it tells: that of its name, or another one."""
    return {**dict(zip(names, names, strict=True)), **others}


def plain(value: Any, number: Callable[[int], Any] = int) -> Any:
    """Return a value as JSON has it: members of an enum by name, named tuples as objects, ``number`` of integers."""
    if isinstance(value, str):
        return str(value)  # of a card too
    if type(value) is int:
        return number(value)
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist(), number)
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: plain(one, number) for name, one in value.items()}
    return [plain(one, number) for one in value] if isinstance(value, list | tuple) else value


class Known:
    """An INFO record, the rules, and the plies; a game adds properties that tell what is in the record.

    An agent may write into the one that it gets: it shares nothing with the game or with what others get.

    Attributes:
        record: the INFO record that compiled code works on.
        rules: the rules of the game.
        plies: perfect recall: (seat, action id) of every ply since the deal; `cardkit.compiled.protocol.HIDDEN` in
            place of an action of another seat that this one has not seen.
    """

    __slots__ = ("plies", "record", "rules")
    record: Any  # an INFO record, of a class that names its fields where a game declares one

    state_dtype: ClassVar[Callable[[Any], np.dtype[Any]]]
    """The type of the STATE records of a game by these rules."""
    info_dtype: ClassVar[Callable[[Any], np.dtype[Any]]]
    """The dtype of INFO records by the game's rules."""
    GAME: ClassVar[str] = ""
    """The class of the game, ``module:name``; empty if the rules are the game itself."""
    PICTURES: ClassVar[str] = ""
    """The package of the game's pictures, imported when first needed: it has ``render_text(info)``."""
    TOLD: ClassVar[Mapping[str, str]] = {}
    """The fields of `to_dict`, each with the property that it tells; see `fields`."""
    observe_first: ClassVar[Callable[[np.ndarray, int, bool, np.ndarray], None]]
    """Write what a seat knows of the first of some states: ``observe_first(states, seat, open_world, infos)``."""

    def __init__(self, record: Info, rules: Any, plies: Sequence[tuple[int, int]] = ()) -> None:
        self.record = record
        self.rules = rules
        self.plies = tuple(plies)

    @classmethod
    def of(
        cls, state: State, rules: Any, seat: int, open_world: bool = False, plies: Sequence[tuple[int, int]] = ()
    ) -> Self:
        """Return the knowledge that ``seat`` has of ``state``, a STATE record of a game by these rules.

        Raises:
            ValueError: the game has no such seat.
        """
        rules.check_seat(seat)
        return cls._observed(state, rules, seat, open_world, plies)

    @classmethod
    def observed(
        cls, state: State, rules: Any, seat: int, open_world: bool = False, plies: Sequence[tuple[int, int]] = ()
    ) -> Self:
        """Return the knowledge of a seat, or of a spectator, NOBODY; see `of` and `watched`."""
        if seat == NOBODY:
            return cls.watched(state, rules, open_world, plies)
        return cls.of(state, rules, seat, open_world, plies)

    @classmethod
    def watched(cls, state: State, rules: Any, open_world: bool = False, plies: Sequence[tuple[int, int]] = ()) -> Self:
        """Return the knowledge of the spectators of ``state``: their seat is `cardkit.compiled.protocol.NOBODY`."""
        return cls._observed(state, rules, NOBODY, open_world, plies)

    @classmethod
    def _observed(cls, state: State, rules: Any, seat: int, open_world: bool, plies: Sequence[tuple[int, int]]) -> Self:
        states, infos = np.zeros(1, cls.state_dtype(rules)), np.zeros(1, cls.info_dtype(rules))
        states[0] = state
        cls.observe_first(states, seat, open_world, infos)  # arrays, since passing a record takes 20 times longer
        return cls(infos[0], copy(rules), plies)

    def copy(self) -> Self:
        """Copy the knowledge; the copy shares nothing with it."""
        return type(self)(self.record.copy(), copy(self.rules), self.plies)

    @property
    def game(self) -> Any:
        """The game that is played, in the same world."""
        if not self.GAME:
            return self.rules
        module, name = self.GAME.split(":")
        return getattr(import_module(module), name)(self.rules, open_world=self.open_world)

    def determinize(self, rng: np.random.Generator) -> GameState:
        """Draw a game uniformly from those that agree with this knowledge, to go on in."""
        states = np.zeros(1, type(self).state_dtype(self.rules))
        self._draw(streams_from(rng)[0], states[0])
        return GameState(self.game, states, self.plies)

    def _draw(self, stream: Stream, state: State) -> None:
        """Write a state drawn from those that agree with this knowledge."""
        determinize(self.record, stream, state)

    @property
    def seat(self) -> int:
        """The seat that has this knowledge; `cardkit.compiled.protocol.NOBODY` for spectators."""
        return int(self.record.seat)

    @property
    def open_world(self) -> bool:
        """True if all cards are known."""
        return bool(self.record.open_world)

    @property
    def to_move(self) -> bool:
        """True if the seat is to move."""
        return not is_empty(legal_of(self.record))

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The seat's legal action ids, ascending; none when it is not to move."""
        raise NotImplementedError

    def action_of(self, slot: int) -> int:
        """Return the action id of a legal slot; raise `cardkit.game.IllegalSlotError` for any other number."""
        raise NotImplementedError

    def text_of(self, action: int, seat: int) -> str:
        """Put an action of a seat in words, as this one sees it."""
        raise NotImplementedError

    def action_named(self, text: str) -> int:
        """Return the id of the action that a text names, legal or not; raise ValueError if it names none."""
        raise NotImplementedError

    @property
    def brief(self) -> str:
        """The rules and the writing of actions, in brief, for a reader who does not know the game; may be empty."""
        return ""

    @property
    def legal_texts(self) -> tuple[str, ...]:
        """The seat's legal actions as text, in the order of their ids."""
        return tuple(self.text_of(action, self.seat) for action in self.legal_actions)

    @property
    def legal_words(self) -> tuple[str, ...]:
        """The seat's legal actions as text, in the order in which a person reads them."""
        return self.legal_texts

    def told(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return some properties as an object of JSON: fields, each with the property that it tells."""
        return {name: plain(getattr(self, one)) for name, one in names.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return all that the seat knows, as an object of JSON, which programs receive; nothing hidden is in it.

        The fields are those of ``TOLD``, each explained by the property that it tells. Cards and actions are text,
        kinds of plies are words, lists by seat begin with seat 0, and None stands for what is unknown or absent. Where
        a game names no fields, they are those of its INFO record, and sets of slots are numbers. Two fields are the
        same in all games: ``plies``, the seat and the action of every ply since the deal, and ``legal``, the actions
        that the seat may choose now. For a spectator, `cardkit.compiled.protocol.NOBODY`, it tells what all seats know.
        """
        plies = [[seat, LEAVES if one == LEFT else self.text_of(one, seat)] for seat, one in self.plies]
        return {**self.told(self._fields()), "plies": plies, "legal": list(self.legal_texts)}

    def _fields(self) -> Mapping[str, str]:
        """Return the fields of `to_dict` under these rules."""
        return self.TOLD

    def __str__(self) -> str:
        """Put the position in words, as the seat knows it; the fields of the record if the game has no pictures."""
        if self.PICTURES:
            return import_module(self.PICTURES).render_text(self)
        shown = (name for name in self.record.dtype.names if not name.startswith("gap_"))
        return "\n".join(f"{name}: {self.record[name]}" for name in shown)

    def key(self) -> bytes:
        """Return the present knowledge as bytes: equal knowledge, equal keys."""
        return self.record.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.rules == other.rules and self.plies == other.plies and bytes(self.record) == bytes(other.record)

    def __hash__(self) -> int:
        return hash((self.key(), len(self.plies)))


K = TypeVar("K", bound=Known)
"""The class of a game's information sets."""


class KnownCards(Known):
    """A `Known` whose record has ``hands``, ``hand_sizes`` and ``unseen``, cards that may be in several places."""

    __slots__ = ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own hand, suit by suit, ranks ascending; empty while it is not known, and for spectators."""
        return () if self.seat == NOBODY else cards_of(self.record.hands[self.seat])

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards known to be in each hand, by seat."""
        return tuple(map(cards_of, self.record.hands))

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each hand, by seat."""
        return tuple(map(int, self.record.hand_sizes))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be in several places: in hands that are not known, or undealt."""
        return cards_of(self.record.unseen)

    @property
    def all_hands(self) -> tuple[tuple[Card | None, ...], ...]:
        """Each hand, by seat: the cards known to be in it, then None for each other one."""
        return tuple(
            (*known, *[None] * (size - len(known))) for known, size in zip(self.hands, self.hand_sizes, strict=True)
        )
