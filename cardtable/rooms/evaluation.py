"""The evaluation of a room's game that is over: made once, for all who ask for it."""

from __future__ import annotations

import asyncio

from cardtable.advice import Advice
from cardtable.context import Context
from cardtable.display import Display
from cardtable.errors import refusal
from cardtable.questions import PREPARE_SECONDS, prepare
from cardtable.reports import REPORTED, error_message
from cardtable.rooms.guest import Guest
from cardtable.view import Analysis, Json


class Evaluation:
    """An evaluation by the adviser of the game; it goes on while somebody waits for it.

    Args:
        context: what all tables share.
        shown: the game, with all cards.

    Raises:
        MessageError: the game has no analysis.
    """

    def __init__(self, context: Context, shown: Display) -> None:
        if context.analysis is None:
            raise refusal("no_analysis", "agent")
        self._context, self._shown = context, shown
        self._found: list[Json] = []
        self._asked: dict[Guest, int | None] = {}
        self._task: asyncio.Task[None] | None = None
        self._is_done = False

    def tell(self, guest: Guest, answers: int | None) -> None:
        """Tell a guest what has been found, and what will be."""
        guest.answer(answers, {"type": "review", "done": self._is_done, "entries": self._found})
        if self._is_done:
            return
        self._asked[guest] = answers
        if self._task is None:
            assert self._context.analysis is not None
            self._task = asyncio.ensure_future(self._evaluate(self._context.analysis))

    def leave(self, guest: Guest) -> None:
        """Let a guest wait no more; what has been found is kept for others."""
        if guest in self._asked:
            guest.answer(self._asked.pop(guest), {"type": "analysis_stopped"})
        if not self._asked:
            self._end()

    def stop(self) -> None:
        """End it, and say so."""
        for guest in list(self._asked):
            self.leave(guest)

    def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _evaluate(self, analysis: Analysis) -> None:
        try:
            game, searches = self._shown.line.game, self._context.searches
            why_not = await searches.ask(self, PREPARE_SECONDS, prepare, analysis.adviser, game)
            if why_not is not None:
                raise refusal("agent_unfit", "agent", detail=why_not)
            self._found.clear()
            async for entries in Advice(self._context, self, analysis).review(self._shown, analysis.adviser):
                self._found += entries
                self._say({"type": "review", "done": False, "entries": entries})
        except (*REPORTED, ValueError) as error:
            told = error if isinstance(error, REPORTED) else refusal("agent", "agent", "agent", detail=str(error))
            self._say(error_message(told))
        else:
            self._is_done = True
            self._say({"type": "review", "done": True, "entries": []})
        self._asked.clear()
        self._task = None

    def _say(self, message: Json) -> None:
        for guest, answers in self._asked.items():
            guest.answer(answers, message)
