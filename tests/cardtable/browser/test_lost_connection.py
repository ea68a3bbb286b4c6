"""The connection of a page is lost in the middle of a game: the page says so, comes back, and the game goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from baselines.durak.table.plugin import PLUGIN
from tests.cardtable.browser.test_study import open_record
from tests.support.browser import (
    COMPILING,
    PATIENCE,
    a_ply,
    begin_long_match,
    browsing,
    needs_browser,
    ply,
    wait_for_turn,
)
from tests.support.cuttable import CuttableLine, cuttable
from tests.support.herding_table import HERDING
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]

ACTIONS = ".plain-actions button"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(HERDING) as address:
        yield address


@pytest.fixture
def line_and_page(address: str) -> Iterator[tuple[CuttableLine, Page]]:
    with cuttable(address) as (line, through), browsing(through, refused_connections=True) as page:
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector("[data-ply]", timeout=COMPILING)
        page.get_by_label("Speed").select_option("at once")
        wait_for_turn(page, ACTIONS)
        with a_ply(page):
            page.locator(ACTIONS).first.click()
        wait_for_turn(page, ACTIONS)
        yield line, page


def test_the_game_goes_on_where_it_was(line_and_page: tuple[CuttableLine, Page]) -> None:
    line, page = line_and_page
    before, lines = ply(page), page.inner_text(".board")
    line.is_down = True
    line.cut()
    expect(page.locator(".offline")).to_have_text("Connection lost, reconnecting …")
    page.locator(ACTIONS).first.click()
    expect(page.locator(".toast")).to_contain_text("no connection")
    line.is_down = False
    expect(page.locator(".offline")).to_have_count(0, timeout=PATIENCE)
    assert (ply(page), page.inner_text(".board")) == (before, lines)
    while wait_for_turn(page, ACTIONS):
        with a_ply(page):
            page.locator(ACTIONS).first.click()
    expect(page.locator(".log .ply")).to_have_count(18)


@pytest.fixture
def line_and_page_of_durak() -> Iterator[tuple[CuttableLine, Page]]:
    with (
        serving(PLUGIN) as address,
        cuttable(address) as (line, through),
        browsing(through, refused_connections=True) as page,
    ):
        yield line, page


def test_a_match_begins_again_with_its_seed(line_and_page_of_durak: tuple[CuttableLine, Page]) -> None:
    line, page = line_and_page_of_durak
    begin_long_match(page)
    seed = page.locator(".spread .note")
    before = seed.inner_text()
    line.cut()
    expect(page.locator(".toast")).to_contain_text("Connected again")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    expect(seed).to_have_text(before, timeout=COMPILING)


def test_a_review_begins_again(line_and_page_of_durak: tuple[CuttableLine, Page]) -> None:
    line, page = line_and_page_of_durak
    open_record(page)
    page.get_by_role("button", name="Find mistakes").click()
    page.wait_for_selector(".review progress[value]")
    line.cut()
    expect(page.locator(".toast")).to_contain_text("Connected again")
    expect(page.locator(".review").get_by_role("button", name="Stop", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Find again")).to_be_visible(timeout=COMPILING)
    expect(page.locator(".mistake-row").first).to_be_visible()


def test_a_page_that_is_loaded_again_has_its_game(line_and_page: tuple[CuttableLine, Page]) -> None:
    _, page = line_and_page
    before = ply(page)
    page.reload()
    page.wait_for_selector("[data-ply]")
    assert ply(page) == before
    with a_ply(page):
        page.locator(ACTIONS).first.click()
