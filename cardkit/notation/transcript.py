"""Tells a recorded game in words, ply by ply, with all cards or as one seat saw it.

The transcript of a seat is built from what that seat knows and from the plies that it sees, so it cannot leak hidden
cards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic

from cardkit.compiled.protocol import LEFT, State
from cardkit.game import Event
from cardkit.known import K
from cardkit.notation.records import GameRecord, Ply
from cardkit.render.seats import Scene


class Teller(ABC, Generic[K]):
    """A game's words in a transcript; each game has a subclass.

    Attributes:
        record: the game.
        viewer: the seat whose knowledge is shown; None to show all cards.
        names: of the players, by seat.

    Raises:
        ValueError: ``seat`` is out of range.
    """

    def __init__(self, record: GameRecord, seat: int | None = 0, names: Sequence[str] = ()) -> None:
        if seat is not None:
            record.rules.check_seat(seat)
        self.record = record
        self.viewer = None if record.open_world else seat
        self._game = record.game_of(record.rules, record.open_world)
        self.names = list(names) or [f"seat {number} ({player})" for number, player in enumerate(record.players)]

    @classmethod
    def tell(
        cls, record: GameRecord, seat: int | None = 0, notes: Mapping[int, Iterable[str]] | None = None
    ) -> Iterator[str]:
        """Yield the lines of a game: a heading, each ply with the mover's options, what has ended, the result.

        Args:
            record: the game.
            seat: the seat whose knowledge is shown. What it does not know stays hidden, and of the other seats the
                lines show what they play but not their options. None shows all, and so does a game in an open world.
            notes: further lines for a ply, by its number.

        Raises:
            ValueError: ``seat`` is out of range, or on reaching an illegal ply.
        """
        yield from cls(record, seat).lines(notes)

    @abstractmethod
    def heading(self, info: K) -> Iterator[str]:
        """Name the players and their roles in the game."""

    @abstractmethod
    def opening(self, info: K) -> Iterator[str]:
        """Announce the bout or the round that begins with the ply due now, if one does."""

    @abstractmethod
    def due(self, info: K) -> str:
        """Name the kind of ply that is due."""

    @abstractmethod
    def picture(self, scene: Scene[K]) -> Sequence[str]:
        """Draw the scene as lines."""

    @abstractmethod
    def played(self, event: Event) -> str:
        """Tell the mover's action, beginning with a verb: ``beats 7♣ with 9♣``."""

    @abstractmethod
    def ending(self, events: Sequence[Event], before: K, after: K) -> Iterator[str]:
        """Tell the events of a ply after the first one: the end of a bout or round, and all that follows by itself."""

    @abstractmethod
    def short(self, events: Sequence[Event], before: K, after: K) -> Iterator[str]:
        """Tell a ply in a line or a few, for the command ``play``; `aligned` begins a line."""

    @abstractmethod
    def result(self, info: K) -> str:
        """Put the result in words."""

    def lines(self, notes: Mapping[int, Iterable[str]] | None = None) -> Iterator[str]:
        """Yield the lines, as `tell` says."""
        scene = self._scene(self.record.deal.lay_out(self.record.rules))
        yield from self.heading(scene.info)
        for ply in self.record.replay():
            before, scene = scene, self._scene(ply.after)
            first, *events = self.events(ply, before.info, scene.info)
            yield from self._apart(self.opening(before.info))
            yield from ("", f"  ply {ply.number}: {self.names[ply.seat]}, {self.due(before.info)}")
            yield from (f"    {line}" for line in self.picture(before))
            yield f"    -> {'leaves the game' if ply.action == LEFT else self.played(first)}"
            yield from (f"       {line}" for line in (notes or {}).get(ply.number, ()))
            yield from self._apart(f"  {line}" for line in self.ending(events, before.info, scene.info))
        yield ""
        yield f"result  {self.result(scene.info)}"

    def short_lines(self, told: int = 0) -> Iterator[str]:
        """Yield the lines of `short` for each ply after the first ``told``."""
        for ply in self.record.replay():
            if ply.number > told:
                before, after = (self._scene(state).info for state in (ply.before, ply.after))
                yield from self.short(self.events(ply, before, after), before, after)

    def aligned(self, seat: int) -> str:
        """Write a seat's name, as wide as the widest, and a gap."""
        return self.beside_names(self.names[seat])

    def beside_names(self, text: str) -> str:
        """Write a text, as wide as the widest name, and a gap."""
        return f"{text:<{max(map(len, self.names))}}  "

    def events(self, ply: Ply, before: K, after: K) -> Sequence[Event]:
        """Return the events of a ply as the viewer saw them."""
        action = self._game.seen_action(ply.seat, ply.action, self.viewer)
        return self._game.tell.events(before, ply.seat, action, after)

    def _scene(self, state: State) -> Scene[K]:
        return Scene.of(self._game.INFORMATION, state, self.record.rules, self.viewer)

    @staticmethod
    def _apart(lines: Iterator[str]) -> Iterator[str]:
        """Put an empty line before the lines, if there are any."""
        found = list(lines)
        return iter(["", *found] if found else [])
