"""A table without a server: it keeps what it says, and its searches run at once in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from cardtable.answers.dispatch import carry_out
from cardtable.context import Context
from cardtable.messages import read_message
from cardtable.rooms.registry import Rooms
from cardtable.table import Table
from cardtable.view import TablePlugin


class Here:
    """A pool that answers questions in this process."""

    async def ask(self, owner: object, limit: float, do: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a call, as a worker gives it."""
        await asyncio.sleep(0)
        return do(*arguments)

    study = ask

    def close(self) -> None:
        """End nothing, since there is nothing to end."""


class LocalTable(Table):
    """A table that keeps all that it says."""

    def __init__(self, plugin: TablePlugin) -> None:
        searches: Any = Here()
        context = Context("test", plugin, searches)
        super().__init__(context, self._keep, Rooms(context))
        self.said: list[dict[str, Any]] = []

    def _keep(self, message: dict[str, Any]) -> None:
        self.said.append(json.loads(json.dumps(message, allow_nan=False)))

    async def ask(self, kind: str, **fields: Any) -> None:
        """Carry out a message, and wait until nothing goes on any more."""
        await carry_out(self, read_message(json.dumps({"type": kind} | fields)))
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until nothing goes on any more."""
        while self.autoplay.goes_on or any(not task.done() for task in self._tasks.values()):
            await asyncio.sleep(0)
