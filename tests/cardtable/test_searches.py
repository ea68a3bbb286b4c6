"""The pool of searches: fair between tables, and without anything that nobody waits for."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from cardtable.searches import MOST_WAITING, BusyError, Searches, WorkerError, _Question, _Turns


def run(work: Callable[[Searches], Awaitable[Any]], workers: int = 1) -> Any:
    """Work with a pool."""

    async def working() -> Any:
        searches = Searches(workers)
        try:
            return await work(searches)
        finally:
            searches.close()

    return asyncio.run(working())


def test_tables_take_turns() -> None:
    async def work(searches: Searches) -> list[str]:
        done: list[str] = []

        async def ask(owner: str) -> None:
            await searches.ask(owner, 60, time.sleep, 0.01)
            done.append(owner)

        await asyncio.gather(*(ask("greedy") for _ in range(6)), ask("second"), ask("third"))
        return done

    assert set(run(work)[:4]) == {"greedy", "second", "third"}


def test_who_has_fewest_questions_in_work_is_next() -> None:
    turns = _Turns(3)
    first, second, other = (_Question(owner, 1, abs, (-1,), Future()) for owner in ("first", "first", "other"))
    turns.put(first)
    turns.put(second)
    assert turns.take() is first
    turns.put(other)  # after the second of the first owner
    assert turns.take() is other
    assert turns.take() is second


def test_moves_need_not_wait_for_analyses() -> None:
    async def work(searches: Searches) -> float:
        await asyncio.gather(*(searches.ask("a", 60, os.getpid) for _ in range(3)))
        studies = [asyncio.ensure_future(searches.study(f"a {number}", 60, time.sleep, 60)) for number in range(5)]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await asyncio.gather(*(searches.ask("b", 60, os.getpid) for _ in range(5)))
        took = time.monotonic() - began
        for study in studies:
            study.cancel()
        return took

    assert run(work, 3) < 30


def test_a_question_that_takes_too_long_is_stopped_and_the_next_is_answered() -> None:
    async def work(searches: Searches) -> int:
        first = await searches.ask("a", 60, os.getpid)
        with pytest.raises(WorkerError, match=r"0\.2"):
            await searches.ask("a", 0.2, time.sleep, 60)
        second = await searches.ask("a", 60, os.getpid)
        assert first != second
        return second

    assert run(work) != os.getpid()


def test_a_search_that_nobody_waits_for_is_stopped() -> None:
    async def work(searches: Searches) -> None:
        await searches.ask("a", 60, os.getpid)
        asked = asyncio.ensure_future(searches.ask("a", 600, time.sleep, 600))
        await asyncio.sleep(0.05)
        asked.cancel()
        began = time.monotonic()
        await searches.ask("b", 60, os.getpid)
        assert time.monotonic() - began < 30

    run(work)


def test_a_worker_that_ends_harms_only_its_question() -> None:
    async def work(searches: Searches) -> None:
        with pytest.raises(WorkerError):
            await searches.ask("a", 60, os._exit, 1)
        assert await searches.ask("a", 60, abs, -1) == 1

    run(work)


def fork(file: str, end: bool) -> None:
    """Start a process that outlives its parent, tell its number, and answer nothing."""
    if (child := os.fork()) == 0:
        time.sleep(600)
    Path(file).write_text(str(child))
    if end:
        os._exit(1)
    time.sleep(600)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system forks no processes")
@pytest.mark.parametrize("end", [False, True])
def test_a_worker_that_has_forked_is_replaced_and_its_child_is_ended(tmp_path: Path, end: bool) -> None:
    file = tmp_path / "child"

    async def work(searches: Searches) -> None:
        await searches.ask("a", 60, repr, fork)  # the process imports this module
        with pytest.raises(WorkerError, match="ended" if end else "stopped"):
            await searches.ask("a", 60 if end else 0.5, fork, str(file), end)
        assert await asyncio.wait_for(searches.ask("a", 60, abs, -1), 30) == 1

    run(work)
    assert is_gone(int(file.read_text()))


def leave(file: str) -> None:
    """Start a process that leaves the group, with one of its own; tell their numbers, and answer nothing."""
    if os.fork() == 0:
        os.setsid()
        child = os.fork()
        if child:
            Path(file).write_text(f"{os.getpid()} {child}")
        time.sleep(600)
    time.sleep(600)


KILLED = """
import asyncio, sys
from cardtable.searches import Searches
from tests.cardtable.test_searches import leave

if __name__ == "__main__":
    asyncio.run(Searches(1).ask("a", 600, leave, sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has left the group")
def test_what_has_left_the_group_of_a_stopped_worker_ends_too(tmp_path: Path) -> None:
    file = tmp_path / "children"

    async def work(searches: Searches) -> None:
        await searches.ask("a", 60, repr, leave)
        with pytest.raises(WorkerError, match="stopped"):
            await searches.ask("a", 1, leave, str(file))

    run(work)
    assert all(is_gone(int(process)) for process in file.read_text().split())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has left the group")
def test_what_has_left_the_group_ends_after_a_server_that_is_killed(tmp_path: Path) -> None:
    file, program = tmp_path / "children", tmp_path / "killed.py"
    program.write_text(KILLED)
    server = subprocess.Popen(
        [sys.executable, program, file], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    )
    until = time.monotonic() + 60
    while not file.exists() or len(file.read_text().split()) < 2:
        assert time.monotonic() < until
        time.sleep(0.02)
    server.kill()
    server.wait()
    assert all(is_gone(int(process)) for process in file.read_text().split())


def is_gone(process: int) -> bool:
    """Return whether a process ends within some seconds."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            os.kill(process, 0)
            if ") Z " in Path(f"/proc/{process}/stat").read_text():
                return True
        except ProcessLookupError:
            return True
        except FileNotFoundError:  # nothing stands there on other systems, or it has just ended
            pass
        time.sleep(0.02)
    return False


def test_errors_come_back() -> None:
    async def work(searches: Searches) -> None:
        with pytest.raises(ValueError, match="invalid literal"):
            await searches.ask("a", 60, int, "x")
        with pytest.raises(WorkerError, match="KeyError"):
            await searches.ask("a", 60, {}.__getitem__, "x")

    run(work)


def test_a_table_cannot_ask_without_end() -> None:
    async def work(searches: Searches) -> None:
        asked = [asyncio.ensure_future(searches.ask("a", 60, time.sleep, 0.01)) for _ in range(MOST_WAITING + 2)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert any(isinstance(answer, BusyError) for answer in answers)
        assert answers[0] is None

    run(work)
