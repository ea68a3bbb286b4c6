"""A table: one page, and the game that it shows and plays."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from cardkit.arena.seeds import seed_or_drawn
from cardkit.game import Game
from cardkit.table import messages
from cardkit.table.house import House
from cardkit.table.line import Line, Order
from cardkit.table.messages import MessageError
from cardkit.table.questions import AgentError, choose, prepare
from cardkit.table.searches import BusyError, WorkerError
from cardkit.table.showing import HUMAN, Player, Showing
from cardkit.table.view import Json, Recorded

_log = logging.getLogger(__name__)

COMPILE_SECONDS = 900.0
MOVE_SECONDS = 120.0
"""For an agent's choice; one that takes longer has failed."""
REPORTED = (MessageError, BusyError, WorkerError, AgentError)
"""Errors that go to the page as messages."""
PACE = 0.6
SLOWEST_PACE = 10.0
GAME, ADVICE, REVIEW, MATCH, TOURNAMENT = "game", "advice", "review", "match", "tournament"
"""Activities: beginning a game, analysing a position, reviewing a game, watching a match or a tournament."""
OWN = "own"
"""The viewer that follows the person to move."""


class Table:
    """One page's table.

    Args:
        house: what all tables share.
        send: takes a message for the page.
    """

    def __init__(self, house: House, send: Callable[[Json], None]) -> None:
        self.house, self.send = house, send
        self.showing: Showing | None = None
        self._mode = "play"
        self._order = Order()
        self._viewer: int | str | None = OWN
        self._pace, self._paused, self._steps = PACE, False, 0
        self.opened: Sequence[Recorded] = ()
        self._playing: asyncio.Task[None] | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._studied: Any = None

    def close(self) -> None:
        """End everything that goes on."""
        self._stop_playing()
        for activity in list(self._tasks):
            self.end(activity)

    def tell(self, answers: int | None = None) -> None:
        """Send the state."""
        shown = self.shown()
        shown.viewer = self._viewing()
        self._end_study()
        mover = shown.line.mover(len(shown.line))
        yours = self._is_yours()
        hidden = self._order.drawn and not (shown.is_over or shown.viewer is None or shown.line.game.open_world)
        state = {
            "type": "state",
            "mode": self._mode,
            "seed": None if self._mode != "play" or hidden else str(self._order.seed),
            "game": self._order.number,
            "yours": yours,
            "thinking": mover if self._is_playing() else None,
            "paused": self._paused,
            "pace": self._pace,
            "can_undo": self._mode == "play" and self._undone() is not None,
        }
        self.answer(answers, state | shown.state())

    def study(self, answers: int | None, work: Coroutine[Any, Any, None]) -> None:
        """Analyse the position shown in the background, until another one is shown."""
        shown = self.shown()
        self._studied = (shown, shown.viewer, shown.ply, len(shown.line))
        self.begin(ADVICE, answers, work)

    def _end_study(self) -> None:
        shown = self.shown()
        if self._studied != (shown, shown.viewer, shown.ply, len(shown.line)) and self.end(ADVICE):
            self.send({"type": "analysis_stopped"})

    def answer(self, answers: int | None, message: Json) -> None:
        """Send a message that answers another."""
        self.send(message if answers is None else message | {"answers": answers})

    def shown(self) -> Showing:
        if self.showing is None:
            raise MessageError("no game has begun", "busy")
        return self.showing

    def _viewing(self) -> int | None:
        """The seat whose knowledge is shown."""
        if not isinstance(self._viewer, str):
            return self._viewer
        if self._mode != "play":
            return None
        shown = self.shown()
        humans = [seat for seat, player in enumerate(shown.players) if player.is_human]
        mover = shown.line.mover(len(shown.line))
        if mover in humans:
            return mover
        return shown.viewer if shown.viewer in humans else next(iter(humans), None)

    def _is_yours(self) -> bool:
        shown = self.shown()
        mover = shown.line.mover(len(shown.line))
        if self._mode != "play" or mover is None or not shown.at_the_end or not shown.players[mover].is_human:
            return False
        return shown.viewer in (None, mover)

    def _is_playing(self) -> bool:
        return self._playing is not None and not self._playing.done()

    # --- beginning a game -------------------------------------------------------------------------------------------

    async def _new(self, message: messages.New) -> None:
        game = self.variant(message.rules, len(message.seats), message.open_world)
        order = Order(tuple(message.seats), seed_of(message.seed), message.seed is None)
        start = self._start(game, message.deal)
        viewer = checked_viewer(message.viewer, game.seats)
        self.begin(GAME, message.id, self._begun(game, order, start, viewer, message.id))

    async def _again(self, message: messages.Again) -> None:
        shown = self.shown()
        if self._mode != "play":
            raise MessageError("only a game that was played at this table can be played again", "busy")
        order = self._order.swapped() if message.swap else self._order.dealt_anew()
        start = shown.line.start if message.swap else None
        order = order.with_seats([player.name for player in shown.players], self._order)
        self.begin(GAME, message.id, self._begun(shown.line.game, order, start, self._viewer, message.id))

    async def _branch(self, message: messages.Branch) -> None:
        shown = self.shown()
        game = shown.line.game
        if len(message.seats) != game.seats:
            raise MessageError(f"seats must be {game.seats}, got {len(message.seats)}", field="seats")
        order = Order(tuple(message.seats), seed_of(None), True)
        self.begin(
            GAME, message.id, self._begun(game, order, shown.line.start, OWN, message.id, shown.line.plies[: shown.ply])
        )

    def variant(self, rules: Json | None, seats: int, open_world: bool) -> Game:
        fewest, most = self.house.view.seats
        if not fewest <= seats <= most:
            raise MessageError(f"seats must be {fewest} to {most}, got {seats}", "rules", "seats")
        try:
            return self.house.view.variant(rules or {}, seats, open_world)
        except (ValueError, TypeError) as error:
            raise MessageError(str(error), "rules", "rules") from None

    def _start(self, game: Game, deal: Json | None) -> Any:
        if deal is None:
            return None
        if unknown := [name for name in deal if name not in self.house.view.deal]:
            raise MessageError(f"a deal has no {unknown[0]!r}", "rules", "deal")
        try:
            return game.start(deal)
        except (ValueError, TypeError) as error:
            raise MessageError(str(error), "rules", "deal") from None

    def begin(self, activity: str, answers: int | None, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background, in place of what this activity was doing."""
        self.end(activity)
        self._tasks[activity] = asyncio.ensure_future(self._reporting(answers, work))

    def end(self, activity: str) -> bool:
        """End an activity; returns whether it was going on."""
        task = self._tasks.pop(activity, None)
        return task is not None and task.cancel()

    async def _reporting(self, answers: int | None, work: Awaitable[None]) -> None:
        try:
            await work
        except REPORTED as error:
            self.answer(answers, error_message(error))
        except Exception as error:
            _log.exception("a table's activity failed")
            self.answer(answers, error_message(MessageError(f"{type(error).__name__}: {error}", "internal")))

    async def _begun(
        self,
        game: Game,
        order: Order,
        start: Any,
        viewer: int | str | None,
        answers: int | None,
        plies: Sequence[tuple[int, int]] = (),
    ) -> None:
        seats = order.by_seat()
        await self._make(seats, game)
        await self._compile(game)
        line = Line(game, order.seed, order.number, start)
        for _, action in plies:
            line.play(action)
        self._leave()
        self._mode, self._order, self._viewer = "play", order, viewer
        self._paused, self._steps = False, 0
        self.showing = Showing(self.house.view, line, [Player(name) for name in seats], None, len(line))
        self.showing.viewer = self._viewing()
        self._go_on()
        self.tell(answers)

    async def show_recorded(self, recorded: Recorded, ply: int, answers: int | None) -> None:
        """Replay a recorded game."""
        await self._compile(recorded.game)
        line = await asyncio.to_thread(_line_of, recorded)
        if not 0 <= ply <= len(line):
            raise MessageError(f"ply must be 0 to {len(line)}, got {ply}", field="ply")
        self._leave()
        self._mode, self._viewer = "replay", OWN
        self.showing = Showing(self.house.view, line, [Player(name) for name in recorded.players], None, ply)
        self.tell(answers)

    @property
    def sees_all(self) -> bool:
        """Whether the page may know all of the game shown."""
        shown = self.shown()
        open_to_all = shown.viewer is None or shown.line.game.open_world
        return self._mode != "play" or shown.is_over or open_to_all

    async def _make(self, seats: Sequence[str], game: Game) -> None:
        """Make and compile the agents of the seats."""
        for seat, spec in enumerate(seats):
            if spec != HUMAN and spec not in seats[:seat]:
                await self.make_agent(spec, game, f"seats.{seat}")

    async def make_agent(self, spec: str, game: Game, field: str) -> None:
        """Make and compile an agent.

        Raises:
            MessageError: it cannot be made.
        """
        self.send({"type": "progress", "what": "compile", "agent": spec, "done": False})
        try:
            await self.house.searches.ask(self, COMPILE_SECONDS, prepare, spec, game)
        except ValueError as error:
            raise MessageError(str(error), "agent", field) from None
        except WorkerError as error:
            raise MessageError(f"agent {spec!r} cannot be made: {error}", "agent", field) from None
        finally:
            self.send({"type": "progress", "what": "compile", "agent": spec, "done": True})

    async def _compile(self, game: Game) -> None:
        if not self.house.is_compiled(game):
            self.send({"type": "progress", "what": "compile", "agent": None, "done": False})
            await self.house.compile(game)
            self.send({"type": "progress", "what": "compile", "agent": None, "done": True})

    # --- playing ----------------------------------------------------------------------------------------------------

    async def _act(self, message: messages.Act) -> None:
        shown = self.shown()
        if message.ply != len(shown.line):
            raise MessageError(f"the game is at ply {len(shown.line)}, not {message.ply}", "stale", "ply")
        if not self._is_yours():
            raise MessageError("it is not your turn", "illegal")
        try:
            shown.line.play(message.action)
        except ValueError as error:
            raise MessageError(str(error), "illegal", "action") from None
        self._played(message.id)

    def _played(self, answers: int | None = None) -> None:
        shown = self.shown()
        shown.ply = len(shown.line)
        self._go_on()
        self.tell(answers)

    def _go_on(self) -> None:
        """Let the agents play, unless they do or must not."""
        if not self._is_playing() and self._agent_to_move() is not None:
            self._playing = asyncio.ensure_future(self._play())

    def _agent_to_move(self) -> int | None:
        """The seat of the agent to ask next."""
        shown = self.shown()
        mover = shown.line.mover(len(shown.line))
        if self._mode != "play" or mover is None or (self._paused and not self._steps):
            return None
        player = shown.players[mover]
        return None if player.is_human or player.error else mover

    def _leave(self) -> None:
        """End what goes on with the game shown, since another takes its place."""
        self._stop_playing()
        self.end(REVIEW)

    def _stop_playing(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None

    async def _play(self) -> None:
        """Ask agents until it is a person's turn."""
        shown = self.shown()
        while (seat := self._agent_to_move()) is not None:
            until = asyncio.get_running_loop().time() + self._pace
            try:
                action, chance = await self._choice(shown.line, seat)
            except (AgentError, WorkerError, BusyError) as error:
                shown.players[seat].error = str(error)
                self._playing = None
                self.tell()
                return
            if not self._steps:
                await asyncio.sleep(max(0.0, until - asyncio.get_running_loop().time()))
            follows = shown.at_the_end
            shown.line.play(action, chance)
            if follows:
                shown.ply = len(shown.line)
            self._steps = max(0, self._steps - 1)
            if self._agent_to_move() is None:
                self._playing = None
            self.tell()

    async def _choice(self, line: Line, seat: int) -> tuple[int, Any]:
        ply = len(line)
        forced, chance = line.forced(), line.chance(ply, seat)
        if forced is not None:
            return forced, chance
        spec = self.shown().players[seat].name
        return await self.house.searches.ask(self, MOVE_SECONDS, choose, spec, line.position(ply, seat), chance)

    def _undone(self) -> int | None:
        """The ply to which an undo goes back; None if there is nothing to take back."""
        shown = self.shown()
        plies, players = shown.line.plies, shown.players
        if not any(player.is_human for player in players):
            return len(plies) - 1 if plies else None
        return next((ply for ply in reversed(range(len(plies))) if players[plies[ply][0]].is_human), None)

    async def _undo(self, message: messages.Undo) -> None:
        shown = self.shown()
        ply = self._undone() if self._mode == "play" else None
        if ply is None:
            raise MessageError("there is nothing to take back", "busy")
        self._stop_playing()
        shown.cut(ply)
        for player in shown.players:
            player.error = None
        self._paused = self._paused or not any(player.is_human for player in shown.players)
        self._go_on()
        self.tell(message.id)

    async def _seat(self, message: messages.Seat) -> None:
        shown = self.shown()
        if self._mode != "play" or not 0 <= message.seat < len(shown.players):
            raise MessageError(f"there is no seat {message.seat} to give to another", field="seat")
        self.begin(GAME, message.id, self._seated(message, shown))

    async def _seated(self, message: messages.Seat, shown: Showing) -> None:
        if message.agent != HUMAN:
            await self.make_agent(message.agent, shown.line.game, "agent")
        if shown is self.showing:
            self._stop_playing()
            shown.players[message.seat] = Player(message.agent)
            self._go_on()
            self.tell(message.id)

    async def _set_pace(self, message: messages.Pace) -> None:
        if not 0 <= message.seconds <= SLOWEST_PACE:
            raise MessageError(f"seconds must be 0 to {SLOWEST_PACE:g}, got {message.seconds}", field="seconds")
        self._pace = float(message.seconds)
        self._tell_if_shown(message.id)

    async def _pause(self, message: messages.Pause) -> None:
        self._paused, self._steps = True, 0
        self._stop_playing()
        self._tell_if_shown(message.id)

    async def _resume(self, message: messages.Resume) -> None:
        self._paused, self._steps = False, 0
        self._go_on_if_shown()
        self._tell_if_shown(message.id)

    async def _step(self, message: messages.Step) -> None:
        self._paused, self._steps = True, 1
        self._go_on_if_shown()
        self._tell_if_shown(message.id)

    # --- looking ----------------------------------------------------------------------------------------------------

    async def _state(self, message: messages.State) -> None:
        self.shown().send_all()
        self.tell(message.id)

    async def _goto(self, message: messages.Goto) -> None:
        shown = self.shown()
        if not 0 <= message.ply <= len(shown.line):
            raise MessageError(f"ply must be 0 to {len(shown.line)}, got {message.ply}", field="ply")
        shown.ply = message.ply
        self.tell(message.id)

    async def _view(self, message: messages.View) -> None:
        shown = self.shown()
        self._viewer = checked_viewer(message.seat, shown.line.game.seats)
        self.tell(message.id)

    def _go_on_if_shown(self) -> None:
        if self.showing is not None:
            self._go_on()

    def _tell_if_shown(self, answers: int | None) -> None:
        if self.showing is not None:
            self.tell(answers)


def error_message(error: Exception) -> Json:
    """The message about an error."""
    codes: dict[type[Exception], str] = {
        BusyError: "busy",
        WorkerError: "agent",
        AgentError: "agent",
        ValueError: "agent",
    }
    code = codes.get(type(error), getattr(error, "code", "internal"))
    return {"type": "error", "code": code, "text": str(error), "field": getattr(error, "field", None)}


def _line_of(recorded: Recorded) -> Line:
    line = Line(recorded.game, 0, 0, recorded.start_record())
    for action in recorded.actions:
        line.play(action)
    return line


def seed_of(seed: int | str | None) -> int:
    if isinstance(seed, str):
        if not seed.strip().isdecimal() or len(seed) > 100:
            raise MessageError(f"seed must be an integer of at least 0, got {seed[:100]!r}", field="seed")
        seed = int(seed)
    try:
        return seed_or_drawn(seed)
    except ValueError as error:
        raise MessageError(str(error), field="seed") from None


def checked_viewer(viewer: int | str | None, seats: int) -> int | str | None:
    if viewer in (None, OWN) or viewer in range(seats):
        return viewer
    raise MessageError(f"viewer must be a seat of {seats}, {OWN!r} or null, got {viewer!r}", field="viewer")


HANDLERS: dict[type[messages.Message], Callable[[Table, Any], Awaitable[None]]] = {
    messages.New: Table._new,
    messages.Again: Table._again,
    messages.Branch: Table._branch,
    messages.Act: Table._act,
    messages.Undo: Table._undo,
    messages.Seat: Table._seat,
    messages.Pace: Table._set_pace,
    messages.Pause: Table._pause,
    messages.Resume: Table._resume,
    messages.Step: Table._step,
    messages.State: Table._state,
    messages.Goto: Table._goto,
    messages.View: Table._view,
}
