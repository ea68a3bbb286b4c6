"""Asks the agents at a table for their plies, one after the other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from cardtable.line import Line
from cardtable.questions import AgentError, choose
from cardtable.searches import BusyError, WorkerError
from cardtable.showing import Failure

if TYPE_CHECKING:
    from cardtable.table import Table

MOVE_SECONDS = 120.0
"""For an agent's choice; one that takes longer has failed."""
PACE = 0.6
"""Seconds between two plies, unless the page sets others."""


class Asking:
    """Lets the agents of a table play.

    Args:
        table: the table.

    Attributes:
        pace: seconds between two plies.
        paused: whether agents wait.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.pace, self.paused, self._steps = PACE, False, 0
        self._task: asyncio.Task[None] | None = None

    @property
    def goes_on(self) -> bool:
        """Whether an agent is being asked."""
        return self._task is not None and not self._task.done()

    def go_on(self) -> None:
        """Let the agents play, unless they do or must not."""
        if not self.goes_on and self._to_move() is not None:
            self._task = asyncio.ensure_future(self._play())

    def stop(self) -> None:
        """Ask no more, until `go_on`."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def hold(self, paused: bool, steps: int = 0) -> None:
        """Pause the agents or let them play; paused ones still play ``steps`` plies."""
        self.paused, self._steps = paused, steps

    def _to_move(self) -> int | None:
        """The seat of the agent to ask next."""
        shown = self._table.shown()
        mover = shown.line.mover(len(shown.line))
        if self._table.mode != "play" or mover is None or (self.paused and not self._steps):
            return None
        player = shown.players[mover]
        return None if player.is_human or player.error else mover

    async def _play(self) -> None:
        """Ask agents until it is a person's turn."""
        shown = self._table.shown()
        while (seat := self._to_move()) is not None:
            until = asyncio.get_running_loop().time() + self.pace
            try:
                action, chance = await self._choice(shown.line, seat)
            except (AgentError, WorkerError, BusyError) as error:
                brief = error.brief if isinstance(error, AgentError) else str(error)
                shown.players[seat].error = Failure(str(error), brief)
                self._task = None
                self._table.tell()
                return
            if not self._steps:
                await asyncio.sleep(max(0.0, until - asyncio.get_running_loop().time()))
            follows = shown.at_the_end
            shown.line.play(action, chance)
            if follows:
                shown.ply = len(shown.line)
            self._steps = max(0, self._steps - 1)
            if self._to_move() is None:
                self._task = None
            self._table.tell()

    async def _choice(self, line: Line, seat: int) -> tuple[int, Any]:
        ply, table = len(line), self._table
        forced, chance = line.forced(), line.chance(ply, seat)
        if forced is not None:
            return forced, chance
        spec = table.shown().players[seat].name
        return await table.house.searches.ask(table, MOVE_SECONDS, choose, spec, line.position(ply, seat), chance)
