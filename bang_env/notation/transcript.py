"""Tells a recorded game in words, ply by ply, with all cards or as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bang_env.actions import seen_text
from bang_env.aftermath import aftermath
from bang_env.characters import TEAMS
from bang_env.core.records import NO_WINNER
from bang_env.information import InformationSet
from bang_env.render.scene import scene_of
from cardkit.notation.transcript import Teller


class BangTeller(Teller[InformationSet]):
    """Turns: whose they are, what is played and answered, and what follows."""

    def scene(self, state: Any) -> InformationSet:
        """What the viewer knows of a STATE record."""
        return scene_of(state, self.viewer).info

    def heading(self, scene: InformationSet) -> Iterator[str]:
        """The players, their characters and the rules."""
        for seat, name in enumerate(self.names):
            yield f"{name}: {scene.characters[seat]}, {scene.roles[seat]}"
        yield f"rules   {self.record.rules}"

    def opening(self, scene: InformationSet) -> Iterator[str]:
        """A turn."""
        if int(scene.record.turns) != self._told:
            self._told = int(scene.record.turns)
            yield f"round {scene.round}, turn {self._told}: {self.names[scene.turn]}"

    _told = 0

    def due(self, scene: InformationSet) -> str:
        """The phase."""
        return scene.phase.name.lower().replace("_", " ")

    def picture(self, scene: InformationSet) -> Sequence[str]:
        """What is known, without the first line, which repeats what is said of the ply."""
        return scene.text.splitlines()[1:-1]

    def played(self, action: int, before: InformationSet, after: InformationSet) -> str:
        """The action's text."""
        assert before.mover is not None
        return seen_text(action, self.record.rules, before.mover)

    def ending(self, action: int, before: InformationSet, after: InformationSet) -> Iterator[str]:
        """What has followed by itself."""
        yield from (f"{self.names[one.seat]} {one.text}" for one in aftermath(action, before, after))

    def result(self, scene: InformationSet) -> str:
        """Who wins."""
        if scene.mover is not None:
            return "the game is not over"
        winner = int(scene.record.winner)
        return "all lose: the limit is reached" if winner == NO_WINNER else f"{TEAMS[winner]} win"


tell = BangTeller.tell
