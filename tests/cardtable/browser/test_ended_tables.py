"""The page's words about a table that is gone, a link that leads nowhere, and a seat taken by another tab."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.cardtable.browser.test_rooms import open_table, opened, sit
from tests.support.browser import COMPILING, browsing, chromium, needs_browser, page_address
from tests.support.cuttable import CuttableLine, cuttable
from tests.support.herding_table import HERDING
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]

AT_ONCE = 5_000  # milliseconds; the page would seek the server for minutes


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(HERDING) as address:
        yield address


@pytest.fixture
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@contextmanager
def started_anew(line: CuttableLine) -> Iterator[str]:
    """End the server, start another in its place, and yield the address of its page, through the line."""
    with serving(HERDING, token="another") as address:
        line.target = urlsplit(address).port or 0
        line.cut()
        yield page_address(address).replace(f":{line.target}/", f":{line.port}/")


def invite(host: Page) -> str:
    """Open a table with one friend, and return its link."""
    host.get_by_label("Player 3", exact=True).select_option("friend")
    return open_table(host)


def test_a_server_started_anew_has_no_table_for_the_page(address: str) -> None:
    with cuttable(address) as (line, through), browsing(through, refused_connections=True) as page:
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector("[data-ply]", timeout=COMPILING)
        with started_anew(line) as own:
            bar = page.locator(".offline")
            expect(bar).to_contain_text("This table is gone: its program was started anew.", timeout=AT_ONCE)
            expect(bar).to_contain_text("Open the address that it has printed.")
            expect(bar.get_by_role("button")).to_have_count(0)
            other = page.context.new_page()  # as the program opens it in the browser
            other.goto(own)
            other.wait_for_selector("body[data-ready]", timeout=COMPILING)
            page.reload()
            expect(bar).to_contain_text("This is not the address that the program has printed")
            page.get_by_role("button", name="New table").click()
            expect(page.get_by_role("heading", name="Herding")).to_be_visible(timeout=COMPILING)


def test_a_room_that_is_gone_is_told_to_host_and_friend(address: str, browser: Browser) -> None:
    with cuttable(address) as (line, through):
        host = opened(browser, page_address(through) + "#play/new", [])
        link = invite(host)
        friend = opened(browser, page_address(through).partition("?")[0] + "?" + link.partition("?")[2], [])
        sit(friend, "Boris")
        friend.wait_for_selector("[data-ply]", timeout=COMPILING)
        with started_anew(line):
            for page in (host, friend):
                expect(page.locator(".offline")).to_contain_text("This table is gone", timeout=AT_ONCE)
                expect(page.locator(".offline")).to_contain_text("Ask the host for a new link.")


def test_a_link_that_is_mistyped_says_so(address: str, browser: Browser) -> None:
    for asked, words in (("seat=mistyped", "This link leads to no table"), ("token=old", "This is not the address")):
        page = browser.new_context(locale="en-US").new_page()
        page.goto(page_address(address).partition("?")[0] + f"?{asked}")
        expect(page.locator(".offline")).to_contain_text(words, timeout=AT_ONCE)


def test_a_server_that_is_full_says_so(address: str, browser: Browser) -> None:
    page = browser.new_context(locale="en-US").new_page()
    page.route_web_socket("**/socket*", lambda line: line.close(code=1013, reason="there are 100 tables already"))
    page.goto(page_address(address))
    expect(page.locator(".offline")).to_contain_text(
        "The server is full, or too many follow this link at once.", timeout=AT_ONCE
    )


def test_a_second_tab_is_told_of_the_first_and_may_take_its_place(address: str, browser: Browser) -> None:
    host = opened(browser, page_address(address) + "#play/new", [])
    invite(host)
    own = host.url
    twin = host.context.new_page()
    twin.goto(own)
    expect(twin.locator(".offline")).to_contain_text("You sit at this table in another tab already.")
    twin.get_by_role("button", name="Play here").click()
    expect(twin.locator(".people")).to_contain_text("You", timeout=COMPILING)
    expect(host.locator(".offline")).to_contain_text("Another tab has taken this table.")
    host.get_by_role("button", name="Play here").click()
    expect(twin.locator(".offline")).to_contain_text("Another tab has taken this table.")
    stranger = browser.new_context(locale="en-US").new_page()
    stranger.goto(own)
    expect(stranger.locator(".offline")).to_contain_text("Somebody sits in this seat already, or too many watch.")


def test_the_way_back_leads_the_host_to_the_open_table(address: str, browser: Browser) -> None:
    host = opened(browser, page_address(address), [])
    host.get_by_role("link", name="More choices …").click()
    invite(host)
    own = host.url
    host.go_back()
    way = host.get_by_role("link", name="Back to it")
    expect(way).to_be_visible(timeout=COMPILING)
    way.click()
    host.wait_for_selector(".invitation", timeout=COMPILING)
    assert host.url == own
    host.get_by_role("button", name="Close the table").click()
    host.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    host.get_by_role("button", name="New table").click()
    expect(host.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=COMPILING)
    host.wait_for_timeout(300)
    expect(way).to_have_count(0)


@pytest.mark.parametrize("reachable", [False, True])
def test_a_host_whom_no_friend_can_reach_is_told_what_to_start(browser: Browser, reachable: bool) -> None:
    with serving(HERDING, is_open=reachable) as address:
        host = opened(browser, page_address(address) + "#play/friends", [])
        told = host.get_by_text("test table --friends")
        host.wait_for_timeout(300)
        assert told.count() == (not reachable)
        open_table(host)
        assert told.count() == (not reachable)
