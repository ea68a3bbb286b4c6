"""Many pages at once: a click is answered soon, whatever the searches are doing."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import numpy as np
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.support.table_program import running
from tests.support.table_server import at

PAGES, SEARCHING, CLICKS = 100, 10, 8
SOON = 2.0  # seconds, beside other tests; searches that held clicks up would take many
SEARCH = "ismcts:simulations=100000000"


class Clicker:
    """A page that plays against an agent, and measures how soon its clicks are answered."""

    def __init__(self, socket: ClientConnection, number: int) -> None:
        self._socket, self._number, self._asked = socket, number, 0
        self.took: list[float] = []

    async def ask(self, kind: str, answer: str, **fields: Any) -> dict[str, Any]:
        """Send a message, and wait for its answer."""
        self._asked += 1
        await self._socket.send(json.dumps({"type": kind, "id": self._asked} | fields))
        while True:
            message = json.loads(await self._socket.recv())
            if message["type"] == answer and message.get("answers") == self._asked:
                return message
            assert message["type"] != "error", message

    async def begin(self) -> None:
        """Begin a game; some pages also begin a search that does not end."""
        await self.ask("new", "state", seats=["human", "greedy"], seed=self._number)
        if self._number < SEARCHING:
            await self._socket.send(json.dumps({"type": "analyse", "agent": SEARCH}))

    async def click(self, rng: np.random.Generator) -> None:
        """Act, or look at another ply where it is not one's turn, about once a second."""
        for _ in range(CLICKS if self._number >= SEARCHING else 0):
            await asyncio.sleep(rng.exponential())
            state = await self.ask("state", "state")
            began = time.perf_counter()
            if state["yours"]:
                await self.ask("act", "state", action=state["legal"][0]["action"], **at(state))
            else:
                await self.ask("goto", "state", ply=state["plies"])
            self.took.append(time.perf_counter() - began)


async def load(address: str) -> np.ndarray:
    """Measure the seconds until the clicks of all pages are answered."""
    rng = np.random.default_rng(1)
    sockets = [await connect(address, max_size=None, open_timeout=60) for _ in range(PAGES)]
    pages = [Clicker(socket, number) for number, socket in enumerate(sockets)]
    await asyncio.gather(*(page.begin() for page in pages))
    await asyncio.gather(*(page.click(rng) for page in pages))
    for socket in sockets:
        await socket.close()
    return np.concatenate([page.took for page in pages])


@pytest.mark.slow
def test_a_click_is_answered_soon_beside_running_searches() -> None:
    with running() as (_, address, _):
        took = asyncio.run(load(address))
    print(f"median {1000 * np.median(took):.1f} ms, 99 % {1000 * np.quantile(took, 0.99):.1f} ms, {took.max():.3f} s")
    assert len(took) == CLICKS * (PAGES - SEARCHING)
    assert np.quantile(took, 0.99) < SOON
