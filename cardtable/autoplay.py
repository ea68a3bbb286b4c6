"""Asks the agents of a game for their plies, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from cardtable.display import Failure, Player
from cardtable.line import Line
from cardtable.questions import AgentError, choose
from cardtable.searches import BusyError, Searches, WorkerError

MOVE_SECONDS = 120.0
"""For an agent's choice; one that takes longer has failed."""
PACE = 0.6
"""Seconds between two plies, unless the page sets others."""


class Played(Protocol):
    """A game that is being played."""

    line: Line
    """The plies of the game."""
    players: list[Player]
    """The players by seat."""


class Autoplay:
    """The agents of a game at play.

    Args:
        searches: the pool that asks them.
        game: gives the game that is being played; None while there is none.
        tell: is called after each ply of an agent, and when one has failed.
        slower: how many times `PACE` they rest between two plies.

    Attributes:
        pace: seconds between two plies.
        paused: whether agents wait.
    """

    def __init__(
        self, searches: Searches, game: Callable[[], Played | None], tell: Callable[[], None], slower: float = 1.0
    ) -> None:
        self._searches, self._game, self._tell = searches, game, tell
        self.pace, self.paused, self._steps = PACE * slower, False, 0
        self._task: asyncio.Task[None] | None = None

    @property
    def goes_on(self) -> bool:
        """True while an agent is being asked."""
        return self._task is not None and not self._task.done()

    def go_on(self) -> None:
        """Let the agents play, unless they do or must not."""
        game = self._game()
        if game is not None and not self.goes_on and self._to_move(game) is not None:
            self._task = asyncio.ensure_future(self._play(game))

    def stop(self) -> None:
        """Ask no more, until `go_on`."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def hold(self, paused: bool, steps: int = 0) -> None:
        """Pause the agents or let them play; paused ones still play ``steps`` plies."""
        self.paused, self._steps = paused, steps

    def _to_move(self, game: Played) -> int | None:
        """Return the seat of the agent to ask next."""
        mover = game.line.mover(len(game.line))
        if mover is None or (self.paused and not self._steps):
            return None
        player = game.players[mover]
        return None if player.is_human or player.error else mover

    async def _play(self, game: Played) -> None:
        """Ask agents until it is a person's turn."""
        while (seat := self._to_move(game)) is not None:
            until = asyncio.get_running_loop().time() + self.pace
            try:
                action, chance = await self._choice(game, seat)
            except (AgentError, WorkerError, BusyError) as error:
                brief = error.brief if isinstance(error, AgentError) else str(error)
                game.players[seat].error = Failure(str(error), brief)
                self._task = None
                self._tell()
                return
            if not self._steps:
                await asyncio.sleep(max(0.0, until - asyncio.get_running_loop().time()))
            game.line.play(action, chance)
            self._steps = max(0, self._steps - 1)
            if self._to_move(game) is None:
                self._task = None
                self._tell()  # who hears it may let the agents go on
                return
            self._tell()

    async def _choice(self, game: Played, seat: int) -> tuple[int, Any]:
        line, ply = game.line, len(game.line)
        forced, chance = line.forced(), line.chance(ply, seat)
        if forced is not None:
            return forced, chance
        spec = game.players[seat].name
        return await self._searches.ask(self, MOVE_SECONDS, choose, spec, line.position(ply, seat), chance)
