"""Bang! on the page: a click reads a card, discards none by accident, and what follows a ply stands beneath it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from baselines.bang.table.plugin import PLUGIN
from tests.support.browser import COMPILING, a_ply, browsing, needs_browser, ply
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]

BARRED, RAISED = ".own .hand .card.barred", ".own .hand .card.playable"
SEED = "3"
"""The first turn of seat 1 has cards that may be played and others that may only be discarded."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(PLUGIN) as address:
        yield address


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    with browsing(address) as page:
        begin(page, SEED)
        yield page


def begin(page: Page, seed: str) -> None:
    """Begin a game of four, and wait for the own turn."""
    for seat in (2, 3, 4):
        page.get_by_label(f"Player {seat}", exact=True).select_option("random")
    page.get_by_label("Deal number", exact=True).fill(seed)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    page.get_by_label("Speed").select_option("at once")
    page.wait_for_selector(".hand.live")


def test_a_card_that_may_only_be_discarded_is_read_by_a_click_and_not_lost(page: Page) -> None:
    before, card, box = ply(page), page.locator(BARRED).first, page.locator(".chosen-card")
    for _ in range(2):
        card.click(force=True)  # it is clickable, though marked as disabled
        expect(box).to_contain_text("answers a shot")
        expect(box).to_contain_text("keep it until somebody shoots at you")
        assert ply(page) == before
    box.get_by_role("button", name="Close").click()
    expect(box).to_be_hidden()
    card.click(force=True)
    with a_ply(page):
        box.get_by_role("button", name="Discard Mancato").click()
    expect(box).to_be_hidden()


def test_a_second_click_plays_what_a_card_can_only_do_in_one_way(page: Page) -> None:
    card = page.locator(RAISED).filter(has_text="Barile")
    card.click()
    expect(page.locator(".chosen-card").get_by_role("button", name="Play Barile")).to_be_visible()
    with a_ply(page):
        card.click()
    expect(page.locator(".own-line .chip")).to_have_text("Barile")


def test_names_on_the_table_are_explained_by_a_touch(page: Page) -> None:
    page.locator(".others .character").first.click()
    expect(page.locator(".toast")).to_contain_text(": ")
    page.get_by_role("button", name="Rules", exact=True).click()
    rules = page.get_by_role("dialog")
    expect(rules.get_by_text("answers a shot")).to_be_visible()
    expect(rules.locator("dt")).to_have_count(22 + 16)


def test_keys_choose_and_play_a_card(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    while "Barile" not in str(page.evaluate("document.activeElement.textContent")):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".chosen-card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".chosen-card")).to_be_hidden()
    page.keyboard.press("Enter")
    with a_ply(page):
        page.keyboard.press("Enter")


@pytest.mark.parametrize(("locale", "told"), [("en", "2 cards drawn"), ("ru", "взято 2 карты")])
def test_what_follows_a_ply_by_itself_stands_beneath_it(address: str, locale: str, told: str) -> None:
    with browsing(address, locale=locale, place="#watch") as page:
        page.locator("main input:visible").first.fill("5")
        page.locator("button.main").click()
        expect(page.locator(".log .ply-note").filter(has_text=told).first).to_be_visible(timeout=COMPILING)
