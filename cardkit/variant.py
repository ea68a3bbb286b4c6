"""Base class for games with rule options and a text notation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from cardkit.checks import check_choice, check_flag
from cardkit.compiled.protocol import NOBODY, Slot, State, mover
from cardkit.game import Plies, seen_plies
from cardkit.known import Known


@dataclass(frozen=True, init=False)
class Variant(ABC):
    """Rules, world and returns, and games as text: a base class for a `cardkit.game.Game`.

    Attributes:
        rules: of the game, with ``num_players`` and ``num_actions``.
        open_world: whether all seats see all cards.
        returns: how results are paid.

    Raises:
        ValueError: there are no such returns, or ``open_world`` is neither True nor False.
    """

    NOTATION: ClassVar[str]
    """The package of its records, imported when first needed: it has ``GameRecord``, ``capture_deal(start, rules)`` and
    ``parse_records(text)``, and its module ``transcript`` has ``tell(record, seat=seat, notes=notes)`` and, for the
    command ``play``, ``short_line(ply, record, viewer, names)``.
    """
    INFORMATION: ClassVar[type[Known]]
    """What seats know."""
    RETURNS: ClassVar[tuple[str, ...]]
    """How results can be paid, the usual way first."""

    rules: Any
    open_world: bool
    returns: str

    def __init__(self, rules: Any, open_world: bool, returns: str) -> None:
        check_flag("open_world", open_world)
        check_choice("returns", returns, self.RETURNS)
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "open_world", bool(open_world))
        object.__setattr__(self, "returns", returns)

    # --- what a game supplies; `cardkit.game.Game` says what each is ------------------------------------------------

    @property
    @abstractmethod
    def action_ids(self) -> np.ndarray:
        """By kind of decision, the action id of each slot."""

    @property
    @abstractmethod
    def most_plies(self) -> int:
        """No game is longer."""

    @property
    @abstractmethod
    def return_range(self) -> tuple[float, float]:
        """The lowest and the highest returns that a seat can end a game with."""

    @abstractmethod
    def new_states(self, count: int = 1) -> np.ndarray:
        """Array of STATE records that hold the rules and no deal yet."""

    @abstractmethod
    def start(self, options: Mapping[str, Any]) -> State | None:
        """The deal that the options of ``reset`` ask for; None if they ask for none."""

    @abstractmethod
    def action_of(self, state: State, slot: Slot) -> int:
        """The id of a legal action of the seat to move."""

    @abstractmethod
    def read_action(self, state: State, action: object) -> int:
        """The slot of an action id; raises ValueError if it is not legal."""

    @abstractmethod
    def illegal_slot(self, state: State, slot: Slot) -> ValueError:
        """The error that says why a slot is not legal."""

    @abstractmethod
    def forfeit(self, state: State, seat: int, beside: Collection[int] = ()) -> Sequence[float]:
        """The seats' returns of a game that ends because an agent has failed."""

    # --- what all such games do -------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """As the rules have it."""
        return self.rules.num_players

    @property
    def num_actions(self) -> int:
        """As the rules have it."""
        return self.rules.num_actions

    @property
    def pays_as_recorded(self) -> bool:
        """Whether results are paid the usual way; records tell no other returns."""
        return self.returns == self.RETURNS[0]

    def __str__(self) -> str:
        paid = "" if self.pays_as_recorded else f", returns by {self.returns}"
        return f"{'open' if self.open_world else 'closed'} world, rules: {self.rules}{paid}"

    def new_info(self) -> np.ndarray:
        """Array of one INFO record."""
        return np.zeros(1, self.INFORMATION.info_dtype(self.rules))

    def information_set(self, state: State, seat: int, plies: Plies = ()) -> Any:
        """What a seat, or who watches, NOBODY, knows: an ``INFORMATION``, which shares nothing with the game."""
        seen = seen_plies(self, plies, seat)
        if seat == NOBODY:
            return self.INFORMATION.watched(state, self.rules, self.open_world, seen)
        return self.INFORMATION.of(state, self.rules, seat, self.open_world, seen)

    def seen_by_mover(self, state: State) -> Any:
        """What the seat to move knows in the closed world: error messages say no more than that."""
        return self.INFORMATION.of(state, self.rules, int(mover(state)))

    def prepare(self, agent: Any) -> None:
        """Pass the rules and the world to an agent that has ``prepare(rules, open_world)``."""
        if hasattr(agent, "prepare"):
            agent.prepare(copy(self.rules), self.open_world)

    def record(self, start: State, plies: Plies, players: Sequence[str]) -> Any:
        """The record of a game: its deal, its plies, the names of the agents by seats."""
        deal = self.notation("capture_deal")(start, self.rules)
        actions = tuple(action for _, action in plies)
        return self.notation("GameRecord")(self.rules, deal, actions, tuple(players), self.open_world)

    def record_text(self, start: State, plies: Plies, players: Sequence[str], states: Sequence[State] = ()) -> str:
        """The same as text."""
        return self.record(start, plies, players).format(states if self.pays_as_recorded else ())

    def read_records(self, text: str) -> list[Any]:
        """The games of a text, by any rules; raises ValueError with the line of a fault."""
        return self.notation("parse_records")(text)

    def transcript(
        self, record: Any, seat: int | None = None, notes: Mapping[int, Iterable[str]] | None = None
    ) -> Iterator[str]:
        """The lines of a game, ply by ply; see `cardkit.notation.transcript.Teller`."""
        return self.notation("tell", ".transcript")(record, seat=seat, notes=notes)

    def notation(self, name: str, module: str = "") -> Any:
        """A function or class of the notation; raises ValueError where a game under construction has none yet."""
        where = self.NOTATION + module
        try:
            return getattr(import_module(where), name)
        except (ModuleNotFoundError, AttributeError) as error:
            raise ValueError(f"the notation of {type(self).__name__}, {where}, lacks {name}: {error}") from error
