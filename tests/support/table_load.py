"""Load of a table's server: friends at many tables who click, beside searches.

    python -m tests.support.table_load --tables 100 --seconds 600 --searches 20

The server is `durak table` in a process of its own. At each table four people sit; each of them sends something every
five seconds: a card if it is their turn, else a look at an earlier ply. A click has taken the time until its answer is
read. People, server and agents share this machine's processors.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.support.table_program import running
from tests.support.table_server import at, seat_address

PEOPLE = 4
EVERY_SECONDS = 5.0
PATIENCE = 300.0
"""The seconds that people wait; searches take turns."""
CURVE_SECONDS = 60.0
"""Between two looks at the server's memory, for its curve."""
SETTLING_SHARE = 0.25
"""The share of the time until the server's memory is first looked at: by then it has played each kind of ply."""


@dataclass
class Load:
    """The findings of a run.

    Attributes:
        clicks: milliseconds until the answer, of each click that was answered.
        lost: clicks without an answer, and people who saw another number of plies than their table's others.
        plies, games, searches: that were played, ended and asked for.
        memory: MB of the server, a quarter into the run and at its end.
        settled: clicks answered before the first of these.
        curve: MB of the server at the start and after each minute.
        processor: seconds of the server's own process.
    """

    clicks: list[float] = field(default_factory=list)
    lost: int = 0
    plies: int = 0
    games: int = 0
    searches: int = 0
    memory: tuple[float, float] = (0.0, 0.0)
    settled: int = 0
    curve: list[float] = field(default_factory=list)
    processor: float = 0.0

    def share(self, quantile: float) -> float:
        """Return the milliseconds that this share of the clicks took at most."""
        return sorted(self.clicks)[int(quantile * (len(self.clicks) - 1))]

    def growth(self) -> float:
        """Return the MB that the server has grown by in 1,000 clicks."""
        return 1000 * (self.memory[1] - self.memory[0]) / max(1, len(self.clicks) - self.settled)

    def __str__(self) -> str:
        before, after = self.memory
        return (
            f"{len(self.clicks):,} clicks: half under {self.share(0.5):.0f} ms, 99 % under {self.share(0.99):.0f} ms, "
            f"all under {self.share(1):.0f} ms; {self.lost} lost\n"
            f"{self.plies:,} plies, {self.games} games ended, {self.searches} searches done\n"
            f"server: {before:.0f} MB, later {after:.0f} MB, {self.growth():+.2f} MB in 1,000 clicks; "
            f"{self.processor:.0f} s of its own processor time, "
            f"{1000 * self.processor / max(1, len(self.clicks)):.1f} ms a click\n"
            f"MB by minute: {', '.join(f'{one:.0f}' for one in self.curve)}"
        )


class Client:
    """A connection that keeps the last message of each type."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._asked = 0
        self.last: dict[str, dict[str, Any]] = {}
        self.reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        async for text in self._socket:
            message = json.loads(text)
            self.last[message["type"]] = message
            waiting = self._answers.get(message.get("answers", 0))
            if waiting is not None and not waiting.done() and message.get("done") is not False:
                waiting.set_result(message)

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message, and wait for the last answer to it."""
        self._asked += 1
        number = self._asked
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"type": kind, "id": number} | fields))
        try:
            return await asyncio.wait_for(self._answers[number], PATIENCE)
        finally:
            del self._answers[number]

    async def told(self, kind: str) -> dict[str, Any]:
        """Return the last message of a type, once there is one."""
        while kind not in self.last:
            await asyncio.sleep(0.01)
        return self.last[kind]


async def _client(stack: AsyncExitStack, address: str) -> Client:
    return Client(await stack.enter_async_context(connect(address, max_size=None, open_timeout=PATIENCE)))


async def _table(stack: AsyncExitStack, address: str) -> list[Client]:
    """Seat the people of a room whose game has begun, the host first."""
    async with AsyncExitStack() as asking:
        page = await _client(asking, address)
        link = (await page.ask("gather", seats=["human", *["friend"] * (PEOPLE - 1)]))["link"]
    people = [await _client(stack, seat_address(address, link))]
    table = (await people[0].told("room"))["invitation"]["link"]
    for seat in range(1, PEOPLE):
        people.append(await _client(stack, seat_address(address, table)))
        await people[-1].ask("sit", seat=seat)
    for person in people:
        await person.told("state")
    return people


async def _click(people: list[Client], me: Client, load: Load, rng: random.Random) -> None:
    """Make one click of a person: a card, the next game, or a look at an earlier ply."""
    state = me.last["state"]
    if state["yours"]:
        kind: str = "act"
        fields: dict[str, Any] = {"action": rng.choice(state["legal"])["action"]} | at(state)
    elif state["over"] and me is people[0]:
        kind, fields = "again", {}
    else:
        kind, fields = "goto", {"ply": state["plies"]}
    begun = time.perf_counter()
    try:
        answer = await me.ask(kind, **fields)
    except TimeoutError:
        load.lost += 1
        return
    load.clicks.append(1000 * (time.perf_counter() - begun))
    load.plies += kind == "act" and answer["type"] == "state"
    load.games += kind == "again" and answer["type"] == "room"


async def _person(people: list[Client], me: Client, load: Load, until: float, rng: random.Random) -> None:
    due = time.monotonic() + EVERY_SECONDS * rng.random()
    while due < until:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        await _click(people, me, load, rng)
        due += EVERY_SECONDS


async def _search(stack: AsyncExitStack, address: str, load: Load, until: float) -> None:
    page = await _client(stack, address)
    await page.ask("new", seats=["human", "greedy"], seed=1)
    while not (await page.told("state"))["yours"]:  # a ply of the agent would end the analysis
        await asyncio.sleep(0.05)
    while time.monotonic() < until:
        done = await page.ask("analyse", agent="ismcts")
        assert done["type"] == "analysis", done
        load.searches += 1


async def _draw_curve(process: int, load: Load) -> None:
    while True:
        load.curve.append(_megabytes(process))
        await asyncio.sleep(CURVE_SECONDS)


async def _run(address: str, process: int, tables: int, seconds: float, searches: int) -> Load:
    load, rng = Load(), random.Random(1)
    async with AsyncExitStack() as stack:
        rooms = [await _table(stack, address) for _ in range(tables)]
        until, spent = time.monotonic() + seconds, _processor_seconds(process)
        drawing = asyncio.ensure_future(_draw_curve(process, load))
        searching = [asyncio.ensure_future(_search(stack, address, load, until)) for _ in range(searches)]
        clicking = [_person(people, me, load, until, rng) for people in rooms for me in people]
        everybody = asyncio.gather(*clicking)
        await asyncio.sleep(SETTLING_SHARE * seconds)
        before, load.settled = _megabytes(process), len(load.clicks)
        await everybody
        drawing.cancel()
        load.memory, load.processor = (before, _megabytes(process)), _processor_seconds(process) - spent
        for search in searching:
            if search.done():
                search.result()  # it has failed
            search.cancel()
        for people in rooms:
            plies = [(await me.ask("state"))["plies"] for me in people]
            load.lost += sum(one != plies[0] for one in plies)
    return load


def run(tables: int, seconds: float, searches: int, keep: Path | None = None) -> Load:
    """Put load on a server of its own, which keeps its tables in a file if one is named."""
    with running(*(() if keep is None else ("--keep", str(keep)))) as (program, address, _):
        return asyncio.run(_run(address, program.pid, tables, seconds, searches))


def _megabytes(process: int) -> float:
    """Return a process's memory in MB, as Linux says."""
    (line,) = [one for one in Path(f"/proc/{process}/status").read_text().splitlines() if one.startswith("VmRSS")]
    return int(line.split()[1]) / 1000


def _processor_seconds(process: int) -> float:
    """Return the processor seconds of a process, without the processes that it has started."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / 100


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--searches", type=int, default=20)
    parser.add_argument("--keep", type=Path, help="file of the server's tables")
    print(run(**vars(parser.parse_args())))
