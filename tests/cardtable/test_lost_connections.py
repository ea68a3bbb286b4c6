"""A page whose connection is lost: its table waits for it, for some minutes, and nobody else gets it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cardtable.web import tables
from cardtable.web.codes import MOVED
from tests.support.herding_table import RANDOM
from tests.support.table_protocol import check
from tests.support.table_server import Page, at

TURN = ("ply", "plies", "seed", "viewer", "yours", "legal", "players", "view", "paused", "pace")
"""The fields that a page that is back must see as before."""


def back(address: str, page: Page) -> str:
    """Return the address with which a page comes back."""
    return f"{address}&table={page.welcome['table']}"


def begun(page: Page, seed: int = 1) -> dict[str, Any]:
    """Begin a game of a person against two agents, at a turn of the person."""
    page.send("pace", seconds=0)
    state = page.settled(page.ask("new", seats=["human", RANDOM, RANDOM], seed=seed))
    return page.settled(page.ask("act", action=state["legal"][0]["action"], **at(state)))


def is_kept(address: str, page: Page) -> bool:
    """Return whether the table of a page that has gone is still there."""
    with Page(back(address, page)) as again:
        return again.welcome["resumed"]


def test_a_page_that_comes_back_finds_its_game(address: str) -> None:
    with Page(address) as page:
        before = begun(page)
        assert not page.welcome["resumed"]
    with Page(back(address, page)) as page:
        assert page.welcome["resumed"]
        state = page.until("state")
        assert {name: state[name] for name in TURN} == {name: before[name] for name in TURN}
        assert [entry["ply"] for entry in state["log"]] == list(range(1, state["plies"] + 1))
        page.settled(page.ask("act", action=state["legal"][0]["action"], **at(state)))
        for message in page.heard:
            check(message)


def test_agents_wait_for_the_page_and_then_go_on(address: str) -> None:
    with Page(address) as page:
        page.send("pace", seconds=0.1)
        page.ask("new", seats=[RANDOM] * 3, seed=1)
    with Page(back(address, page)) as page:
        state = page.until("state")
        assert state["plies"] < 18
        assert page.settled(state)["plies"] == 18


def test_a_page_that_comes_back_early_takes_the_place_of_its_old_connection(address: str) -> None:
    with Page(address) as page:
        before = begun(page)
        with Page(back(address, page)) as again:
            assert again.until("state")["ply"] == before["ply"]
            with pytest.raises(ConnectionClosed) as end:
                page.until("never")
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == MOVED
            again.ask("undo")


def test_a_page_comes_back_also_when_there_are_too_many_tables(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Page(address) as page:
        begun(page)
        monkeypatch.setattr(tables, "MOST_TABLES", 1)
        with Page(back(address, page)) as again:
            assert again.welcome["resumed"]
            with pytest.raises(ConnectionClosed):
                Page(f"{address}&table=guessed")


def test_an_unknown_key_is_a_new_table(address: str) -> None:
    with Page(f"{address}&table=guessed") as page:
        assert not page.welcome["resumed"]
        assert page.welcome["table"] != "guessed"
        assert page.refused("undo")["code"] == "busy"


def test_only_so_many_tables_wait(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_KEPT", 2)
    pages = []
    for seed in range(3):
        with Page(address) as page:
            begun(page, seed)
        pages.append(page)
        time.sleep(0.1)  # until the server has seen it leave
    assert [is_kept(address, page) for page in pages] == [False, True, True]


def test_a_table_waits_only_so_long(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "KEPT_SECONDS", 0.1)
    with Page(address) as page:
        begun(page)
    time.sleep(1.0)
    assert not is_kept(address, page)
