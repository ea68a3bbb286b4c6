"""The clock of a room: the server keeps the people's time to think."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from cardtable.view import Json

NO_CLOCK, BY_MOVE, BY_GAME = "none", "move", "game"


@dataclass(frozen=True)
class Limit:
    """The limit of people's time to think.

    Attributes:
        kind: `NO_CLOCK`; `BY_MOVE`, for each ply anew; or `BY_GAME`, for all plies of a seat together.
        seconds: that a person has.
    """

    kind: Literal["none", "move", "game"] = NO_CLOCK
    seconds: Annotated[float, Meta(ge=0, le=86400)] = 0.0


UNLIMITED = Limit()


@dataclass(frozen=True)
class Times:
    """The times that the people of a game have used.

    Attributes:
        left: the seconds that each seat has left.
        spent: seat and ply of the latest turn whose time ran out; None before that.
    """

    left: list[float]
    spent: tuple[int, int] | None


class Clock:
    """A clock that counts down while a person is to move.

    Args:
        limit: how long people may think.
        seats: of the game.
        ran_out: is called with the seat whose time is up.
    """

    def __init__(self, limit: Limit, seats: int, ran_out: Callable[[int], None]) -> None:
        self._limit, self._ran_out = limit, ran_out
        self._left = [limit.seconds] * seats
        self._turn: tuple[int, int] | None = None
        self._ply = 0
        self._spent: tuple[int, int] | None = None
        self._of_turns: dict[tuple[int, int], float] = {}  # what a clock by move has left of each
        self._since = 0.0
        self._stopped: tuple[int, float] | None = None  # who was to move at this ply, and until when that was counted
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, times: Times | None = None) -> None:
        """Give everybody the whole time as a game begins, or the rest of it in a game that goes on."""
        self.stop()
        if times is None:
            times = Times([self._limit.seconds] * len(self._left), None)
        self._left, self._spent = list(times.left), times.spent
        self._of_turns.clear()
        self._stopped = None

    def times(self) -> Times:
        """Return the time used until now; by a clock by move, a ply of a game that goes on has its whole time."""
        return Times([self._left_now(seat) for seat in range(len(self._left))], self._spent)

    def turn_to(self, seat: int | None, ply: int) -> None:
        """Count the time of the person who is to move; None stops. The same turn goes on counting.

        Neither reconnecting nor taking plies back restarts a turn's clock. It runs on while a stand-in thinks.
        """
        if seat is not None and self._turn == (seat, ply):
            return
        self.stop()
        if ply < self._ply:
            self._forget_after(ply)
        if ply != self._ply:
            self._stopped = None
        self._ply = ply
        if seat is None or self._limit.kind == NO_CLOCK:
            return
        if self._limit.kind == BY_MOVE:
            self._left[seat] = self._of_turns.get((seat, ply), self._limit.seconds)
        loop = asyncio.get_running_loop()
        since = loop.time() if self._stopped is None or self._stopped[0] != seat else self._stopped[1]
        self._turn, self._since = (seat, ply), since
        self._timer = loop.call_later(self._left_now(seat), self._end)

    def stop(self) -> None:
        """Count no more, and keep what has been used."""
        if self._timer is not None and self._turn is not None:
            self._timer.cancel()
            seat = self._turn[0]
            self._left[seat] = self._of_turns[self._turn] = self._left_now(seat)
            self._stopped = (seat, asyncio.get_running_loop().time())
        self._turn = self._timer = None

    def _forget_after(self, ply: int) -> None:
        """Forget the turns of plies that were taken back: those played in their place are new.

        The turn at ``ply`` keeps the rest of its time.
        """
        self._of_turns = {turn: left for turn, left in self._of_turns.items() if turn[1] <= ply}
        if self._spent is not None and self._spent[1] > ply:
            self._spent = None

    def has_time(self, seat: int) -> bool:
        """Return whether a person may play on: with a clock by move, not the ply whose time has run out."""
        if self._limit.kind == BY_GAME:
            return self._left_now(seat) > 0
        return self._spent != (seat, self._ply)

    def told(self) -> Json | None:
        """Return the seconds that each seat has left, and the seat whose time runs; None without a clock."""
        if self._limit.kind == NO_CLOCK:
            return None
        running = None if self._turn is None else self._turn[0]
        return {"running": running, "left": [round(left, 1) for left in self.times().left]}

    def _left_now(self, seat: int) -> float:
        runs = self._turn is not None and self._turn[0] == seat
        used = asyncio.get_running_loop().time() - self._since if runs else 0.0
        return max(0.0, self._left[seat] - used)

    def _end(self) -> None:
        assert self._turn is not None
        seat, self._spent = self._turn[0], self._turn
        self.stop()
        self._left[seat] = 0.0
        self._ran_out(seat)
