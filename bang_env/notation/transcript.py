"""A recorded game in words, ply by ply, with all cards or as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bang_env.characters import TEAMS
from bang_env.core.records import NO_WINNER
from bang_env.information import InformationSet
from cardkit.game import Event
from cardkit.notation.transcript import Teller
from cardkit.render.seats import Scene


class GameTeller(Teller[InformationSet]):
    """A teller of turns: whose they are, what is played and answered, and what follows."""

    _told = 0

    def heading(self, info: InformationSet) -> Iterator[str]:
        """Yield the players, their characters and the rules."""
        for seat, name in enumerate(self.names):
            yield f"{name}: {info.characters[seat]}, {info.roles[seat]}"
        yield f"rules   {self.record.rules}"

    def opening(self, info: InformationSet) -> Iterator[str]:
        """Yield the number of a turn that begins."""
        if int(info.record.turns) != self._told:
            self._told = int(info.record.turns)
            yield f"round {info.round}, turn {self._told}: {self.names[info.turn]}"

    def due(self, info: InformationSet) -> str:
        """Name the phase."""
        return info.phase.name.lower().replace("_", " ")

    def picture(self, scene: Scene[InformationSet]) -> Sequence[str]:
        """Draw the reader's knowledge, without the first line, which repeats the words about the ply."""
        return scene.info.text.splitlines()[1:-1]

    def played(self, event: Event) -> str:
        """Return the action's text."""
        return str(event["text"])

    def ending(self, events: Sequence[Event], before: InformationSet, after: InformationSet) -> Iterator[str]:
        """Yield the automatic consequences."""
        yield from (f"{self.names[event['seat']]} {event['text']}" for event in events)

    def short(self, events: Sequence[Event], before: InformationSet, after: InformationSet) -> Iterator[str]:
        """Yield the action, and a line for all that follows by itself."""
        for number, event in enumerate(events):
            yield f"{self.aligned(event['seat'])}seat {event['seat']}{':' * (not number)} {event['text']}"

    def result(self, info: InformationSet) -> str:
        """Name the winners."""
        if info.mover is not None:
            return "the game is not over"
        winner = int(info.record.winner)
        return "all lose: the limit is reached" if winner == NO_WINNER else f"{TEAMS[winner]} win"


tell = GameTeller.tell
