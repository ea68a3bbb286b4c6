"""Tells a recorded game in words, ply by ply, with all cards or as one seat saw it.

The transcript of a seat is built from that seat's scenes and plies only, so it cannot leak hidden cards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from cardkit.compiled.protocol import LEFT, State
from cardkit.notation.records import GameRecord

Scene = TypeVar("Scene")


class Teller(ABC, Generic[Scene]):
    """What a transcript says of a game; each game has a subclass. A scene is what the viewer sees of a state.

    Attributes:
        record: the game.
        viewer: the seat whose knowledge is shown; None to show all cards.
        names: of the players, by seat.

    Raises:
        ValueError: ``seat`` is out of range.
    """

    def __init__(self, record: GameRecord, show_hidden: bool = False, seat: int | None = 0) -> None:
        if seat is not None:
            record.rules.check_seat(seat)
        self.record = record
        self.viewer = None if show_hidden or record.open_world else seat
        self._game = record.game_of(record.rules, record.open_world)
        self.names = [f"seat {number} ({player})" for number, player in enumerate(record.players)]

    @classmethod
    def tell(
        cls,
        record: GameRecord,
        show_hidden: bool = False,
        seat: int | None = 0,
        notes: Mapping[int, Iterable[str]] | None = None,
    ) -> Iterator[str]:
        """The lines of a game: a heading, each ply with the mover's options, what has ended, the result.

        Args:
            record: the game.
            show_hidden: show everything.
            seat: the seat whose knowledge is shown. What it does not know stays hidden, and of the other seats the
                lines show what they play but not their options. None shows all, and so does a game in an open world.
            notes: further lines for a ply, by its number.

        Raises:
            ValueError: ``seat`` is out of range, or on reaching an illegal ply.
        """
        yield from cls(record, show_hidden, seat).lines(notes)

    @abstractmethod
    def scene(self, state: State) -> Scene:
        """What the viewer sees of a STATE record."""

    @abstractmethod
    def heading(self, scene: Scene) -> Iterator[str]:
        """Who plays what."""

    @abstractmethod
    def opening(self, scene: Scene) -> Iterator[str]:
        """What begins with the ply that is due now, if anything does: a bout, a round."""

    @abstractmethod
    def due(self, scene: Scene) -> str:
        """What kind of ply is due."""

    @abstractmethod
    def picture(self, scene: Scene) -> Sequence[str]:
        """The scene as lines."""

    @abstractmethod
    def played(self, action: int, before: Scene, after: Scene) -> str:
        """What the mover does, as a verb and what goes with it: ``beats 7♣ with 9♣``.

        The action is `cardkit.compiled.protocol.HIDDEN` where the viewer does not see it.
        """

    @abstractmethod
    def ending(self, action: int, before: Scene, after: Scene) -> Iterator[str]:
        """What has ended with a ply, if anything did, and how."""

    @abstractmethod
    def result(self, scene: Scene) -> str:
        """The result in words."""

    def lines(self, notes: Mapping[int, Iterable[str]] | None = None) -> Iterator[str]:
        """The lines, as `tell` says."""
        scene = self.scene(self.record.deal.lay_out(self.record.rules))
        yield from self.heading(scene)
        for ply in self.record.replay():
            before, scene = scene, self.scene(ply.after)
            yield from self._apart(self.opening(before))
            yield from ("", f"  ply {ply.number}: {self.names[ply.seat]}, {self.due(before)}")
            yield from (f"    {line}" for line in self.picture(before))
            action = self._game.seen_action(ply.seat, ply.action, self.viewer)
            did = "leaves the game" if action == LEFT else self.played(action, before, scene)
            yield f"    -> {did}"
            yield from (f"       {line}" for line in (notes or {}).get(ply.number, ()))
            yield from self._apart(f"  {line}" for line in self.ending(action, before, scene))
        yield ""
        yield f"result  {self.result(scene)}"

    @staticmethod
    def _apart(lines: Iterator[str]) -> Iterator[str]:
        """The lines, if there are any, after an empty one."""
        found = list(lines)
        return iter(["", *found] if found else [])
