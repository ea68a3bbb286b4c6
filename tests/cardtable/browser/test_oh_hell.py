"""Oh Hell! played on the page: by clicks and by keys, bids and cards; a forbidden bid gives its reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from baselines.oh_hell.table.plugin import PLUGIN
from tests.cardtable.browser.test_axe import faults
from tests.support.browser import COMPILING, a_ply, browsing, needs_browser, wait_for_turn
from tests.support.table_server import serving

pytestmark = [needs_browser, pytest.mark.slow]

BID = ".bids .button:not([aria-disabled])"
CARD = ".hand.live .card.playable"
TURN = f"{BID}, {CARD}"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(PLUGIN) as address:
        yield address


def begin(page: Page, seed: str) -> None:
    """Begin a game of three rounds at a table of four."""
    page.get_by_label("Players", exact=True).select_option("4")
    for seat in (2, 3, 4):
        page.get_by_label(f"Player {seat}", exact=True).select_option("informed")
    page.locator("summary", has_text="Rules").click()
    page.get_by_label("Cards in the first round").fill("3")
    page.get_by_label("Deal number", exact=True).fill(seed)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    page.get_by_label("Speed").select_option("at once")


def play_a_ply(page: Page) -> None:
    with a_ply(page):
        page.locator(TURN).last.click()


def press_keys(page: Page) -> None:
    """Bid by the number's key, or go by the arrows to the first card that may be played; then press Enter."""
    if page.query_selector(BID):
        page.keyboard.press(str(page.locator(BID).first.get_attribute("data-bid")))
    else:
        page.keyboard.press("ArrowRight")
        while not page.evaluate("document.activeElement.classList.contains('playable')"):
            page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def test_a_whole_game_by_clicks_and_its_replay(page: Page) -> None:
    begin(page, "1")
    while wait_for_turn(page, TURN):
        play_a_ply(page)
    expect(page.locator(".role.winner").first).to_be_visible()
    expect(page.locator(".review option:checked")).to_have_text("Tree search")
    expect(page.locator(".scores tbody tr")).to_have_count(4)
    plies = 4 * (3 + 2 + 1) + 4 * 3
    expect(page.locator(".log .ply")).to_have_count(plies)
    page.locator(".log .ply").nth(7).click()
    page.wait_for_selector("[data-ply='8']")
    expect(page.locator(".trick .laid.ended")).to_have_count(4)
    expect(page.locator(".trick .laid.winning")).to_have_count(1)


def test_a_whole_game_by_keys(page: Page) -> None:
    begin(page, "2")
    while wait_for_turn(page, TURN):
        with a_ply(page):
            press_keys(page)
    assert page.query_selector(".over")


def test_a_bid_that_may_not_be_made_and_a_card_that_does_not_follow_say_why(page: Page) -> None:
    begin(page, "1")
    hooked, barred = page.locator(".bids .button[aria-disabled]"), page.locator(".hand.live .card.barred")
    while wait_for_turn(page, TURN) and not hooked.count():
        play_a_ply(page)
    hooked.click(force=True)
    expect(page.locator(".toast")).to_contain_text("add up")
    while wait_for_turn(page, TURN) and not barred.count():
        play_a_ply(page)
    barred.last.click(force=True)
    expect(page.locator(".toast")).to_contain_text("follow suit")


def test_a_round_that_is_over_says_what_each_has_made_until_the_next_is_bid(page: Page) -> None:
    begin(page, "1")
    while wait_for_turn(page, TURN) and not page.locator(".toast", has_text="Round 1 is over: You ").count():
        play_a_ply(page)
    wait_for_turn(page, BID)
    expect(page.locator(".scores .paid")).to_have_count(4)
    while wait_for_turn(page, TURN) and page.locator(BID).count():
        play_a_ply(page)
    expect(page.locator(".scores .paid")).to_have_count(0)


@pytest.mark.parametrize(("width", "colours"), [(390, "dark"), (1280, "light")])
def test_it_has_no_serious_fault(address: str, width: int, colours: str) -> None:
    with browsing(address, viewport={"width": width, "height": 800}, color_scheme=colours) as page:
        begin(page, "1")
        while wait_for_turn(page, TURN) and not page.query_selector(".laid.ended"):
            assert not faults(page)
            play_a_ply(page)
        assert not faults(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_it_is_played_in_russian(address: str) -> None:
    with browsing(address, locale="ru-RU") as page:
        page.get_by_label("Игроки", exact=True).select_option("4")
        for seat in (2, 3, 4):
            page.get_by_label(f"Игрок {seat}", exact=True).select_option("informed")
        page.get_by_role("button", name="Играть", exact=True).click()
        page.wait_for_selector(BID, timeout=COMPILING)
        expect(page.get_by_role("button", name="Заказать 0 взяток")).to_be_visible()


def test_the_first_screen_offers_a_short_game(address: str) -> None:
    with browsing(address, place="") as page:
        length = page.get_by_label("Length", exact=True)
        expect(length.locator("option:checked")).to_have_text("short: 5 rounds")
        for chosen, rounds in (("short: 5 rounds", 5), ("whole: up to 13 rounds", 13)):
            length.select_option(label=chosen)
            page.get_by_role("button", name="Play", exact=True).click()
            page.wait_for_selector(TURN, timeout=COMPILING)
            expect(page.locator(".round")).to_contain_text(f"round 1 of {rounds}")
            page.get_by_role("link", name="Play", exact=True).click()
            expect(length.locator("option:checked")).to_have_text(chosen)


ROWS = "slots => new Set(slots.map((slot) => Math.round(slot.getBoundingClientRect().top))).size"


def test_more_than_ten_cards_lie_in_two_rows_on_a_phone_trumps_last(page: Page) -> None:
    page.get_by_label("Deal number", exact=True).fill("1")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(BID, timeout=COMPILING)
    slots = page.locator(".own .hand-slot")
    expect(slots).to_have_count(13)
    for width, height, rows in ((390, 844, 2), (844, 390, 1), (1366, 768, 1)):
        page.set_viewport_size({"width": width, "height": height})
        assert slots.evaluate_all(ROWS) == rows
    suits = page.locator(".own .hand .card").evaluate_all("cards => cards.map((card) => card.dataset.card[1])")
    assert list(dict.fromkeys(suits)) == ["c", "d", "s", "h"]  # hearts are trumps in the first round
