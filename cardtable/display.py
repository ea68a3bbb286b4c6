"""A game on the page: one ply of it, as one seat knows it or with all cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardkit.compiled.protocol import LEFT, NOBODY
from cardkit.known import LEAVES
from cardtable.line import Line
from cardtable.view import Json, View

HUMAN = "human"
MOST_KNOWN = 4
"""The plies for which the viewer's knowledge is kept: a state asks several times for the last two."""
MOST_LOG = 300
"""Entries of the log in one message; a longer game shows the last ones."""


@dataclass(frozen=True)
class Failure:
    """The failure of an agent.

    Attributes:
        text: may name cards of its hand.
        brief: for those who may not see the hand.
    """

    text: str
    brief: str


@dataclass
class Player:
    """The player in a seat: a person, or an agent by its spec.

    Attributes:
        name: ``human`` or the spec.
        error: how its agent failed; None as long as it has not.
    """

    name: str
    error: Failure | None = None

    @property
    def is_human(self) -> bool:
        """True if a person plays."""
        return self.name == HUMAN


class Display:
    """A game as it is shown.

    Args:
        view: of the game.
        line: the game.
        players: by seat.

    Attributes:
        viewer: the seat whose knowledge is shown, `NOBODY` for spectators; None for all cards.
        opened: the variant in which all cards are seen.
        puzzle: the question about the last position, as the page has it; None if nothing is asked.
    """

    puzzle: Json | None = None

    def __init__(self, view: View, line: Line, players: list[Player], viewer: int | None, ply: int = 0) -> None:
        self.line, self.players, self.viewer = line, players, viewer
        self.ply = ply
        self.opened = view.opened(line.game)
        self._view = view
        self._logs: dict[int | None, dict[int, Json]] = {}
        self._known: dict[tuple[int, int, bool], Any] = {}
        self._sent: tuple[int | None, int] = (None, 0)
        self._near = next((seat for seat, player in enumerate(players) if player.is_human), 0)

    @property
    def ply(self) -> int:
        """The ply that is shown; where it is the last one, those that follow are shown too."""
        return len(self.line) if self._earlier is None else self._earlier

    @ply.setter
    def ply(self, ply: int) -> None:
        self._earlier = None if ply == len(self.line) else ply

    @property
    def at_the_end(self) -> bool:
        """True if the last position is shown."""
        return self.ply == len(self.line)

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.line.mover(len(self.line)) is None

    def cut(self, ply: int) -> None:
        """Take plies back."""
        self.line.cut(ply)
        self.forget(ply)

    def forget(self, ply: int) -> None:
        """Follow a line whose plies after the first ``ply`` have been taken back."""
        self.ply = ply
        self._known.clear()
        for log in self._logs.values():
            for later in [one for one in log if one > ply]:
                del log[later]
        self._sent = (self._sent[0], min(self._sent[1], ply))

    def send_all(self) -> None:
        """Let the next state hold the whole log."""
        self._sent = (self.viewer, 0)

    def knowledge(self, ply: int, seat: int | None = None) -> Any:
        """Return the viewer's knowledge after ``ply`` plies.

        Args:
            seat: for whose eyes all cards are shown, if all are; by default the seat to move.
        """
        to_move = self.line.mover(ply) if seat is None else seat
        viewer, game = (to_move or 0, self.opened) if self.viewer is None else (self.viewer, None)
        key = ply, viewer, game is None
        if key not in self._known:
            if len(self._known) == MOST_KNOWN:
                del self._known[next(iter(self._known))]
            self._known[key] = self.line.information_set(ply, viewer, game)
        return self._known[key]

    def state(self) -> Json:
        """Return the position shown, and the part of the log that has not been sent."""
        line, view, info = self.line, self._view, self.knowledge(self.ply)
        self._near = self._near if self.viewer in (None, NOBODY) else self.viewer
        mover = line.mover(self.ply)
        sees_moves = mover is not None and self.viewer in (None, mover)
        first, log = self._news()
        return {
            "ply": self.ply,
            "plies": len(line),
            "variant": str(line.game),
            "rules": view.rules(line.game),
            "open_world": line.game.open_world,
            "players": [
                {
                    "seat": seat,
                    "name": one.name,
                    "kind": HUMAN if one.is_human else "agent",
                    "error": self._error(seat, one.error),
                }
                for seat, one in enumerate(self.players)
            ],
            "viewer": None if self.viewer == NOBODY else self.viewer,
            "near": self._near,
            "to_move": mover,
            "legal": [self._action(info, action) for action in info.legal_actions] if sees_moves else [],
            "events": self._entry(self.ply)["events"] if self.ply else [],
            "log_from": first,
            "log": log,
            "returns": line.returns() if self.at_the_end else None,
            "view": view.show(info),
        } | ({} if self.puzzle is None else {"puzzle": self.puzzle})

    def actions(self, actions: Any, info: Any) -> list[Json]:
        """Return actions for the page, for those who may know what their mover knows."""
        return [self._action(info, action) | self._view.own_action(info, action) for action in actions]

    def _error(self, seat: int, error: Failure | None) -> str | None:
        """Put an agent's failure in words; whole only if the viewer may see the agent's hand."""
        if error is None:
            return None
        sees_hand = self.viewer in (None, seat) or self.is_over or self.line.game.open_world
        return error.text if sees_hand else error.brief

    def _action(self, info: Any, action: int) -> Json:
        return {"action": action, **self._view.action(info, action)}

    def _entry(self, ply: int) -> Json:
        """Return the page's entry for a ply, counted from 1."""
        log = self._logs.setdefault(self.viewer, {})
        if ply not in log:
            log[ply] = self._told(ply)
        return log[ply]

    def _told(self, ply: int) -> Json:
        seat, action = self.line.plies[ply - 1]
        action = self.line.game.seen_action(seat, action, self.viewer)
        near = 0 if self.viewer is None else None
        before, after = self.knowledge(ply - 1, near), self.knowledge(ply, near)
        events = self.line.game.tell.events(before, seat, action, after)
        told = {"action": LEFT, "text": LEAVES} if action == LEFT else self._action(before, action)
        return {"ply": ply, "seat": seat, **told, "events": events}

    def _news(self) -> tuple[int, list[Json]]:
        """Return the number of the first entry of the log that has not been sent, and these entries."""
        viewer, sent = self._sent
        plies = len(self.line)
        first = max(1 + (sent if viewer == self.viewer else 0), plies + 1 - MOST_LOG)
        self._sent = (self.viewer, plies)
        return first, [self._entry(ply) for ply in range(first, plies + 1)]
