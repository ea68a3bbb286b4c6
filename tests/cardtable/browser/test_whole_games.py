"""From a new game to its mistakes: by the mouse alone, and by keys alone. Nothing else touches the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.cardtable.browser.test_play import OFFERED, PLAYABLE, press_keys
from tests.support.browser import COMPILING, a_ply, needs_browser, wait_for_turn

pytestmark = [needs_browser, pytest.mark.slow]

MOST_TABS = 100


def at(page: Page, found: Locator) -> None:
    """Click near the left end of an element, which no other card covers."""
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)


def tab_to(page: Page, role: str, name: str | re.Pattern[str]) -> None:
    """Press Tab until the focus is on an element."""
    wanted = page.get_by_role(role, name=name)  # type: ignore[arg-type]
    for _ in range(MOST_TABS):
        if wanted.evaluate_all("found => found.includes(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name}")


def mistakes(page: Page) -> list[int]:
    """Return the plies of the mistakes, once all plies are evaluated."""
    again = page.locator(".review").get_by_role("button", name="Find again")
    expect(again).to_be_visible(timeout=COMPILING)
    assert page.locator(".log .mistake, .log .blunder").count() == page.locator(".mistake-row").count()
    return [
        int(str(row.get_attribute("data-key")).removeprefix("mistake-")) for row in page.locator(".mistake-row").all()
    ]


def test_by_the_mouse_alone(page: Page) -> None:
    level = page.get_by_label("Player 2", exact=True)
    level.select_option("greedy")  # the list of a select is drawn by the system: a mouse cannot be driven there
    at(page, page.get_by_role("button", name="Play", exact=True))
    while wait_for_turn(page):
        with a_ply(page):
            at(page, page.locator(f"{PLAYABLE}, {OFFERED}").last)
    at(page, page.get_by_role("button", name="Find mistakes").first)
    found = mistakes(page)
    assert found
    at(page, page.locator(".mistake-row").first)
    page.wait_for_selector(f"[data-ply='{found[0] - 1}']")
    at(page, page.get_by_role("button", name="One move on"))
    page.wait_for_selector(f"[data-ply='{found[0]}']")
    at(page, page.locator(".log .ply").last)
    page.wait_for_selector(f"[data-ply='{page.locator('.log .ply').count()}']")


def test_by_keys_alone(page: Page) -> None:
    tab_to(page, "combobox", "Player 2")
    page.keyboard.type("greedy")
    tab_to(page, "button", "Play")
    page.keyboard.press("Enter")
    while wait_for_turn(page):
        with a_ply(page):
            press_keys(page)
    assert "Greedy" in page.inner_text("aside h2")
    tab_to(page, "button", "Find mistakes")
    page.keyboard.press("Enter")
    found = mistakes(page)
    page.keyboard.press("Home")
    page.wait_for_selector("[data-ply='0']")
    for shown in (wanted - 1 for wanted in found if wanted > 1):  # the page shows the choice of the first ply already
        page.keyboard.press("ArrowDown")
        page.wait_for_selector(f"[data-ply='{shown}']")
    with a_ply(page):
        page.keyboard.press("ArrowLeft")


def test_one_switch_shows_all_cards_and_the_order_of_the_talon(page: Page) -> None:
    page.get_by_label("Player 2", exact=True).select_option("greedy")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_turn(page)
    order, switch = page.locator(".talon-order .card"), page.get_by_label("Show all cards")
    expect(order).to_have_count(0)
    expect(switch).to_have_count(1)
    switch.check()
    expect(order).to_have_count(int(re.findall(r"\d+", page.inner_text(".talon .caption"))[0]))
    expect(page.get_by_label(re.compile("Deck, next card first: .* of .*"))).to_be_visible()
    page.keyboard.press("a")
    expect(order).to_have_count(0)
    expect(switch).not_to_be_checked()
