"""The agreement of INFO with the actions that a game declares secret."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from cardkit.checking.records import differing
from cardkit.compiled.protocol import NOBODY, State, step
from cardkit.game import Game

FEWEST = 8
"""Comparisons of an action with others after which it is taken for one that is always told."""

UNDECLARED = (
    "INFO of seat {unaware} is the same whether seat {seat} plays the action {actions[0]} or {actions[1]}, and the "
    "plies tell which: name both in secret_actions if their mover alone sees them, in forgotten_actions if all do"
)
GIVEN_AWAY = (
    "INFO tells {whom} the action {action} from other secret ones, in {positions} of {positions} positions: hide in "
    "observe and public_fields what it does, or leave it out of secret_actions if all see it"
)


@dataclass
class Told:
    """Counts of comparisons of a secret action with another one, and of those whose difference INFO told others."""

    compared: int = 0
    seats: int = 0
    watchers: int = 0


class SecrecyCheck:
    """Compares the INFO of all others after two actions, over random games."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._told = defaultdict[int, Told](Told)

    def fault_of(self, state: State, seat: int, slots: tuple[int, int], actions: tuple[int, int]) -> str | None:
        """Say what is wrong if the seat to move may play either of two actions; None if nothing is.

        The other seats see every ply that is not secret. If INFO does not tell which card was passed, the plies may do
        so by mistake.
        """
        secret, forgotten = {*self._game.hidden_actions}, {*self._game.forgotten_actions}
        if self._game.open_world:
            return None
        others = [viewer for viewer in range(self._game.seats) if viewer != seat]
        if {*actions} <= secret:
            self._count(actions, self._tell(state, slots, [*others, NOBODY]))
        if {*actions} <= secret | forgotten:
            return None
        told = self._tell(state, slots, others)
        unaware = next((viewer for viewer in others if not told[viewer]), None)
        return None if unaware is None else UNDECLARED.format(unaware=unaware, seat=seat, actions=actions)

    def fault_of_all(self) -> str | None:
        """Say which secret action INFO has told others whenever it was played; None if there is none."""
        for action, told in sorted(self._told.items()):
            if told.compared >= FEWEST and told.compared in (told.seats, told.watchers):
                whom = "all other seats" if told.compared == told.seats else "who watches"
                return GIVEN_AWAY.format(whom=whom, action=action, positions=told.compared)
        return None

    def _count(self, actions: tuple[int, int], told: dict[int, bool]) -> None:
        for action in actions:
            found = self._told[action]
            found.compared += 1
            found.seats += all(told[viewer] for viewer in told if viewer != NOBODY)
            found.watchers += told[NOBODY]

    def _tell(self, state: State, slots: tuple[int, int], viewers: list[int]) -> dict[int, bool]:
        """Tell by viewer whether INFO shows which of two slots was played."""
        after = [state.copy() for _ in slots]
        for one, slot in zip(after, slots, strict=True):
            step(one, slot)
        return {
            viewer: differing(*(self._game.information_set(one, viewer).record for one in after)) is not None
            for viewer in viewers
        }
