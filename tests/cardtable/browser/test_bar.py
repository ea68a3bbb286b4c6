"""Parts that stay in sight: the bar in a long language, table and turn below a lesson, a long form's button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import COMPILING, browsing, needs_browser, play_last

pytestmark = [needs_browser, pytest.mark.slow]

SIZES = [(390, 844), (844, 390), (1366, 768)]
COVERED = """() => {
    const { bottom } = document.querySelector(".lesson").getBoundingClientRect();
    return [...document.querySelectorAll(".says, .others .name, .others .fan, .middle, .own")]
        .filter((part) => part.getBoundingClientRect().top < bottom).map((part) => part.className);
}"""


def begin_of_four(page: Page) -> None:
    """Begin Durak for four with transfers, in Russian, and wait until a rule is explained."""
    page.get_by_label("Игроки", exact=True).select_option("4")
    for seat in (2, 3, 4):
        page.get_by_label(f"Игрок {seat}", exact=True).select_option("greedy")
    page.get_by_role("button", name="Играть", exact=True).click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    page.locator("[data-key=pace]").select_option("0")
    while True:
        page.wait_for_selector(".lesson:not([hidden]), .live", timeout=COMPILING)
        if page.locator(".lesson").is_visible():
            return
        play_last(page)


def test_a_lesson_covers_nothing_of_the_table(address: str) -> None:
    with browsing(address, locale="ru-RU") as page:
        begin_of_four(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(COVERED) == [], (width, height)


@pytest.mark.parametrize("width", [360, 390])
def test_each_section_stands_on_one_line(address: str, width: int) -> None:
    with browsing(address, locale="ru-RU", viewport={"width": width, "height": 844}, place="") as page:
        heights = page.locator(".bar nav a").evaluate_all("links => links.map((link) => link.clientHeight)")
        assert len(heights) == 4
        assert max(heights) < 40
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".bar nav").evaluate("nav => nav.scrollWidth <= nav.clientWidth")  # all are in sight


def test_the_button_of_the_form_is_in_sight_on_a_phone(address: str) -> None:
    with browsing(address, viewport={"width": 390, "height": 844}, place="#play/friends") as page:
        page.get_by_label("Players", exact=True).select_option("6")
        expect(page.get_by_label("Player 6", exact=True)).to_be_attached()
        expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)
