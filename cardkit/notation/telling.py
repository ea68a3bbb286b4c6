"""Records and transcripts of games with a notation of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from cardkit.compiled.protocol import State
from cardkit.game import Event, Game, Plies, Telling
from cardkit.notation.records import GameRecord


class NotationTelling(Telling[Game]):
    """The telling of a game by the package of its notation.

    Args:
        game: whose rules are one field.
        package: imported when first needed: it has ``GameRecord``, ``capture_deal(start, rules)`` and
            ``parse_records(text)``; its module ``events`` has the function ``events``, and ``transcript`` the subclass
            ``GameTeller`` of `cardkit.notation.transcript.Teller`.
    """

    def __init__(self, game: Game, package: str) -> None:
        super().__init__(game)
        self._package = package

    def record(self, start: State, plies: Plies, players: Sequence[str]) -> GameRecord:
        """Make the record of a game: its deal, its plies, the names of the agents by seats."""
        rules, actions = self.game.rules, tuple(action for _, action in plies)
        deal = self._part("capture_deal")(start, rules)
        return self._part("GameRecord")(rules, deal, actions, tuple(players), self.game.open_world)

    def record_text(self, start: State, plies: Plies, players: Sequence[str], states: Sequence[State] = ()) -> str:
        """Write the record as text."""
        return self.record(start, plies, players).format(states if self.game.pays_as_recorded else ())

    def read_records(self, text: str) -> list[Any]:
        """Read the games of a text, by any rules; raise ValueError with the line of a fault."""
        return self._part("parse_records")(text)

    def transcript(
        self, record: Any, seat: int | None = None, notes: Mapping[int, Iterable[str]] | None = None
    ) -> Iterator[str]:
        """Return the lines of a game, ply by ply; see `cardkit.notation.transcript.Teller`."""
        return self._part("GameTeller", ".transcript").tell(record, seat, notes)

    def events(self, before: Any, seat: int, action: int, after: Any) -> Sequence[Event]:
        """Return the events of a ply as one viewer saw them."""
        return self._part("events", ".events")(before, seat, action, after)

    def short_lines(self, start: State, plies: Plies, told: int, seat: int, players: Sequence[str]) -> Iterator[str]:
        """Yield the lines that ``play`` prints of the plies after the first ``told``, and of what these end."""
        return self._part("GameTeller", ".transcript")(self.record(start, plies, players), seat, players).short_lines(
            told
        )

    def _part(self, name: str, module: str = "") -> Any:
        """Return a function or class of the notation; raise ValueError where a game under construction has none yet."""
        where = self._package + module
        try:
            return getattr(import_module(where), name)
        except (ModuleNotFoundError, AttributeError) as error:
            raise ValueError(f"the notation of {type(self.game).__name__}, {where}, lacks {name}: {error}") from error
