"""A likely table is got ready in the background: what begins there joins it, and nothing else waits for it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from baselines.durak.table.plugin import PLUGIN
from cardtable import questions
from cardtable.answers import beginning, warming
from cardtable.context import Context
from cardtable.searches import MOST_WAITING, PutOffError, Searches
from cardtable.table import WARMING
from cardtable.web.tables import Tables
from tests.cardtable.test_searches import run
from tests.support.lasting_searches import lasting_searches
from tests.support.table_server import Page, serving_tables

SEATS = ["human", "greedy"]


@pytest.fixture
def tables() -> Tables:
    return Tables(Context("test", PLUGIN, lasting_searches(1)))


@pytest.fixture
def page(tables: Tables) -> Iterator[Page]:
    with serving_tables(tables) as address, Page(address) as page:
        yield page


def is_warming(tables: Tables) -> bool:
    """Return whether something is got ready for the one page."""
    (place,) = tables._places.values()
    task = place.table._tasks.get(WARMING)
    return task is not None and not task.done()


def noted_prepare(path: Path, spec: str, game: Any) -> str | None:
    """Prepare an agent, and note when that begins and ends."""
    with path.open("a", encoding="utf-8") as notes:
        print("begins", file=notes, flush=True)
        why_not = questions.prepare(spec, game)
        print("ends", file=notes, flush=True)
    return why_not


def endless_prepare(_spec: str, _game: Any) -> str | None:
    """Prepare an agent that is never ready."""
    time.sleep(3600)
    return None


def test_what_was_got_ready_is_ready(page: Page, tables: Tables) -> None:
    page.ask("warm", "analysis_stopped", seats=SEATS, rules={"transfer": True})
    assert tables.context.is_compiled(PLUGIN.view.variant({"transfer": True}, 2, False))
    page.ask("new", seats=SEATS, rules={"transfer": True})
    told = [message for message in page.heard if message["type"] == "progress" and message["agent"] is None]
    assert [message["done"] for message in told] == [False, True]  # that of the joined warming, which had ended


def test_a_game_that_is_got_ready_is_waited_for_and_not_compiled_beside(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes"
    for module in (warming, beginning):
        monkeypatch.setattr(module, "prepare", partial(noted_prepare, notes))
    page.send("warm", seats=SEATS)
    page.ask("new", seats=SEATS)
    assert notes.read_text(encoding="utf-8").split() == ["begins", "ends"] * 2


@pytest.mark.parametrize(
    ("kind", "answer", "fields"),
    [
        ("new", "state", {"seats": ["human", "low"]}),
        ("agents", "agents", {"seats": 4}),  # it takes the one worker
        ("stop", "analysis_stopped", {"what": "game"}),
    ],
)
def test_nothing_else_waits(
    page: Page, tables: Tables, monkeypatch: pytest.MonkeyPatch, kind: str, answer: str, fields: dict[str, Any]
) -> None:
    monkeypatch.setattr(warming, "prepare", endless_prepare)
    page.send("warm", seats=SEATS)
    page.until_quiet()
    assert is_warming(tables)
    page.ask(kind, answer, **fields)
    assert not is_warming(tables)


@pytest.mark.parametrize("kind", ["new", "agents"])
def test_who_asked_is_told_that_it_has_ended(page: Page, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(warming, "prepare", endless_prepare)
    asked = page.send("warm", seats=SEATS)
    page.send(kind, seats=["human", "low"] if kind == "new" else 4)
    page.until("analysis_stopped", asked)


def test_a_game_does_not_wait_for_the_turn_of_its_warming(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "prepare", endless_prepare)
    tables.context.searches = lasting_searches(2)
    with serving_tables(tables) as address, Page(address) as other, Page(address) as page:
        other.send("warm", seats=["human", "low"])
        other.until_quiet()
        page.send("warm", seats=SEATS)
        page.ask("new", seats=SEATS)


@pytest.mark.parametrize("seats", [["human"], ["human", "random:no=1"]])
def test_a_table_that_cannot_be_is_refused(page: Page, seats: list[str]) -> None:
    error = page.refused("warm", seats=seats)
    assert error["field"] == "seats"
    assert error["code"] != "internal"


def test_a_spare_call_gives_way_when_all_are_at_work() -> None:
    async def work(searches: Searches) -> bool:
        spare = asyncio.ensure_future(searches.spare("a page", 3600, time.sleep, 3600))
        await asyncio.sleep(0)
        await searches.ask("a table", 60, os.getpid)
        return isinstance(spare.exception(), PutOffError)

    assert run(work)


def test_who_asks_again_and_again_waits_once() -> None:
    async def work(searches: Searches) -> None:
        going_on = asyncio.ensure_future(searches.ask("a table", 3600, time.sleep, 3600))
        for _ in range(2 * MOST_WAITING):
            overtaken = asyncio.ensure_future(searches.spare("a page", 60, os.getpid))
            await asyncio.sleep(0)
            overtaken.cancel()
            await asyncio.sleep(0)
        going_on.cancel()

    run(work)


def test_a_spare_call_goes_on_while_another_worker_is_idle() -> None:
    async def work(searches: Searches) -> bool:
        spare = asyncio.ensure_future(searches.spare("a page", 3600, time.sleep, 3600))
        await asyncio.sleep(0)
        await searches.ask("a table", 60, os.getpid)
        goes_on = not spare.done()
        spare.cancel()
        return goes_on

    assert run(work, workers=2)
