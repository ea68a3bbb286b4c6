"""A table: one page, and the game that it shows and plays."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from cardkit.game import Game
from cardkit.report.single_games import told_apart
from cardtable.autoplay import Autoplay
from cardtable.context import Context
from cardtable.display import Display
from cardtable.errors import MessageError, refusal
from cardtable.line import Line, Order
from cardtable.reports import REPORTED, error_message
from cardtable.rooms.ended_games import Lines, note_game
from cardtable.rooms.registry import Rooms
from cardtable.view import Json, Recorded

_log = logging.getLogger(__name__)

GAME, ADVICE, REVIEW, MATCH, TOURNAMENT, OFFER = "game", "advice", "review", "match", "tournament", "offer"
WARMING = "warming"
"""Activities: beginning a game, analysing a position, reviewing a game, watching a match or a tournament, finding
who plays by some rules; getting a likely table ready."""
OWN = "own"
"""The viewer that follows the person to move."""


class Table:
    """One page's table.

    Args:
        context: what all tables share.
        send: takes a message for the page.
        rooms: of the server.

    Attributes:
        display: the game shown; None before the first.
        mode: ``play`` or ``replay``.
        order: who plays which deal.
        revision: of the game: grows with each that is shown and each time plies are taken back.
        viewer: the seat whose knowledge is shown, `OWN`, or None for all cards.
        autoplay: asks the agents.
        opened: the recorded games that were opened last.
        scores: of the games that are over.
        warmed: the game and the agents that were got ready last, or are; None before the first.
    """

    def __init__(self, context: Context, send: Callable[[Json], None], rooms: Rooms) -> None:
        self.context, self.send, self.rooms = context, send, rooms
        self.display: Display | None = None
        self.mode, self.order, self.revision = "play", Order(), 0
        self.viewer: int | str | None = OWN
        self.autoplay = Autoplay(context.searches, self._played, self.tell, context.plugin.slower)
        self.opened: Sequence[Recorded] = ()
        self.scores: list[Lines] = []
        self.warmed: tuple[Game, frozenset[str]] | None = None
        self._scored: Line | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._asked: dict[str, int | None] = {}
        self._studied: Any = None

    def close(self) -> None:
        """End everything that goes on; the game stays."""
        self.autoplay.stop()
        for activity in list(self._tasks):
            self.end(activity)

    # --- what is shown ----------------------------------------------------------------------------------------------

    def show(self, mode: str, display: Display, viewer: int | str | None, order: Order | None = None) -> None:
        """Show another game."""
        self.mode, self.display, self.viewer, self.order = mode, display, viewer, order or self.order
        self.revision += 1
        display.viewer = self._viewing()

    def shown(self) -> Display:
        """Return the game shown.

        Raises:
            MessageError: there is none yet.
        """
        if self.display is None:
            raise refusal("no_game", "busy")
        return self.display

    def _played(self) -> Display | None:
        """Return the game shown, if it is one that is played."""
        return self.display if self.mode == "play" else None

    @property
    def sees_all(self) -> bool:
        """True if the page may know all of the game shown."""
        shown = self.shown()
        open_to_all = shown.viewer is None or shown.line.game.open_world
        return self.mode != "play" or shown.is_over or open_to_all

    @property
    def is_yours(self) -> bool:
        """True if a person at the page is to move."""
        shown = self.shown()
        mover = shown.line.mover(len(shown.line))
        if self.mode != "play" or mover is None or not shown.at_the_end or not shown.players[mover].is_human:
            return False
        return shown.viewer in (None, mover)

    def undone(self) -> int | None:
        """Return the ply to which an undo goes back; None if there is nothing to take back."""
        shown = self.shown()
        plies, players = shown.line.plies, shown.players
        if self.mode != "play":
            return None
        if not any(player.is_human for player in players):
            return len(plies) - 1 if plies else None
        return next((ply for ply in reversed(range(len(plies))) if players[plies[ply][0]].is_human), None)

    def _viewing(self) -> int | None:
        """Return the seat whose knowledge is shown."""
        if not isinstance(self.viewer, str):
            return self.viewer
        if self.mode != "play":
            return None
        shown = self.shown()
        humans = [seat for seat, player in enumerate(shown.players) if player.is_human]
        mover = shown.line.mover(len(shown.line))
        if mover in humans:
            return mover
        return shown.viewer if shown.viewer in humans else next(iter(humans), None)

    def _score(self) -> None:
        """Note the score of a game that is over; its end may be taken back."""
        shown = self._played()
        if shown is None:
            return
        if shown.is_over and self._scored is not shown.line:
            note_game(self.scores, shown.line, _names(shown))
            self._scored = shown.line
        elif not shown.is_over and self._scored is shown.line:
            del self.scores[-1]
            self._scored = None

    # --- what is said -----------------------------------------------------------------------------------------------

    def tell(self, answers: int | None = None) -> None:
        """Send the state."""
        shown = self.shown()
        shown.viewer = self._viewing()
        self._score()
        self._end_study()
        hidden = self.order.drawn and not (shown.is_over or shown.viewer is None or shown.line.game.open_world)
        state = {
            "type": "state",
            "mode": self.mode,
            "seed": None if self.mode != "play" or hidden else str(self.order.seed),
            "game": self.order.number,
            "revision": self.revision,
            "yours": self.is_yours,
            "thinking": shown.line.mover(len(shown.line)) if self.autoplay.goes_on else None,
            "paused": self.autoplay.paused,
            "pace": self.autoplay.pace,
            "over": shown.is_over,
            "can_undo": self.undone() is not None,
        }
        self.answer(answers, state | shown.state())

    def answer(self, answers: int | None, message: Json) -> None:
        """Send a message that answers another."""
        self.send(message if answers is None else message | {"answers": answers})

    # --- what goes on in the background -----------------------------------------------------------------------------

    def study(self, answers: int | None, work: Coroutine[Any, Any, None]) -> None:
        """Analyse the position shown in the background, until another one is shown."""
        self._studied = self._position()
        self.begin(ADVICE, answers, work)

    def _end_study(self) -> None:
        if self._studied != self._position():
            self.stop(ADVICE)

    def _position(self) -> Any:
        shown = self.shown()
        return shown, shown.viewer, shown.ply, len(shown.line)

    def begin(self, activity: str, answers: int | None, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task of an activity, and cancel its previous one, whose request gets an error."""
        if self.end(activity) and (overtaken := self._asked[activity]) is not None:
            self.answer(overtaken, error_message(refusal("overtaken", "busy")))
        task = asyncio.ensure_future(self._reporting(answers, work))
        task.add_done_callback(lambda _: work.close())  # that of a task that ends before it begins is still to close
        self._tasks[activity], self._asked[activity] = task, answers

    def end(self, activity: str) -> bool:
        """End an activity; return whether it was going on."""
        task = self._tasks.pop(activity, None)
        return task is not None and task.cancel()

    async def let_end(self, activity: str) -> None:
        """Wait until an activity has ended, however it does."""
        if (task := self._tasks.get(activity)) is not None:
            await asyncio.wait({task})

    def stop(self, activity: str) -> None:
        """End an activity, and say so to who asked for it."""
        if self.end(activity):
            self.answer(self._asked[activity], {"type": "analysis_stopped"})

    async def _reporting(self, answers: int | None, work: Awaitable[None]) -> None:
        try:
            await work
        except REPORTED as error:
            self.answer(answers, error_message(error))
        except Exception as error:
            _log.exception("a table's activity failed")
            self.answer(answers, error_message(MessageError(f"{type(error).__name__}: {error}", "internal")))


def _names(shown: Display) -> list[str]:
    """Return the players by seat, as `play` calls them; equal ones keep their numbers when the seats are swapped."""
    places = [shown.line.agent_at(seat) for seat in range(len(shown.players))]
    players = dict(zip(places, shown.players, strict=True))
    alone = sum(player.is_human for player in shown.players) == 1
    names = ["you" if alone and players[place].is_human else players[place].name for place in sorted(players)]
    apart = told_apart(names)
    return [apart[place] for place in places]
