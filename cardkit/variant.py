"""Base class for games with rule options and a text notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from cardkit.checks import check_choice, check_flag
from cardkit.compiled.protocol import State, mover
from cardkit.game import Plies
from cardkit.known import Known


@dataclass(frozen=True, init=False)
class Variant:
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
    ``parse_records(text)``, and its module ``transcript`` has ``tell(record, seat=seat, notes=notes)``.
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

    @property
    def seats(self) -> int:
        """As the rules have it."""
        return self.rules.num_players

    @property
    def num_actions(self) -> int:
        """As the rules have it."""
        return self.rules.num_actions

    def __str__(self) -> str:
        paid = "" if self.returns == self.RETURNS[0] else f", returns by {self.returns}"
        return f"{'open' if self.open_world else 'closed'} world, rules: {self.rules}{paid}"

    def new_info(self) -> np.ndarray:
        """Array of one INFO record."""
        return np.zeros(1, self.INFORMATION.info_dtype(self.rules))

    def information_set(self, state: State, seat: int, plies: Plies = ()) -> Any:
        """What a seat knows, an ``INFORMATION``; it shares nothing with the game."""
        return self.INFORMATION.of(state, self.rules, seat, self.open_world, plies)

    def seen_by_mover(self, state: State) -> Any:
        """What the seat to move knows in the closed world: error messages say no more than that."""
        return self.INFORMATION.of(state, self.rules, int(mover(state)))

    def prepare(self, agent: Any) -> None:
        """Pass the rules and the world to an agent that has ``prepare(rules, open_world)``."""
        if hasattr(agent, "prepare"):
            agent.prepare(copy(self.rules), self.open_world)

    def record(self, start: State, plies: Plies, players: Sequence[str]) -> Any:
        """The record of a game: its deal, its plies, the names of the agents by seats."""
        notation = import_module(self.NOTATION)
        deal, actions = notation.capture_deal(start, self.rules), tuple(action for _, action in plies)
        return notation.GameRecord(self.rules, deal, actions, tuple(players), self.open_world)

    def record_text(self, start: State, plies: Plies, players: Sequence[str], states: Sequence[State] = ()) -> str:
        """The same as text."""
        as_recorded = self.returns == self.RETURNS[0]  # else the states pay what a record does not tell
        return self.record(start, plies, players).format(states if as_recorded else ())

    def read_records(self, text: str) -> list[Any]:
        """The games of a text, by any rules; raises ValueError with the line of a fault."""
        return import_module(self.NOTATION).parse_records(text)

    def transcript(
        self, record: Any, seat: int | None = None, notes: Mapping[int, Iterable[str]] | None = None
    ) -> Iterator[str]:
        """The lines of a game, ply by ply; see `cardkit.notation.transcript.Teller`."""
        return import_module(f"{self.NOTATION}.transcript").tell(record, seat=seat, notes=notes)
