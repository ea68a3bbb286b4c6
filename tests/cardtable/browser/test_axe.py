"""The page has no serious fault for people who use a screen reader, a keyboard, or need contrast."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.cardtable.browser.test_rooms import open_table, sit
from tests.cardtable.browser.test_study import open_record
from tests.support.browser import COMPILING, begin, browsing, needs_browser, wait_for_turn

pytestmark = [needs_browser, pytest.mark.slow]

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

SERIOUS = ("serious", "critical")


def faults(page: Page) -> list[Any]:
    """Return the serious faults that axe finds: the rule and the elements."""
    found = axe_playwright.Axe().run(page).response["violations"]
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found if one["impact"] in SERIOUS]


@pytest.mark.parametrize(("width", "colours"), [(390, "light"), (390, "dark"), (1280, "dark")])
def test_no_screen_has_a_serious_fault(address: str, width: int, colours: str) -> None:
    view = {"viewport": {"width": width, "height": 800}, "color_scheme": colours}
    with browsing(address, **view) as page:
        for place in ("Replay", "Watch", "Match", "Play"):
            page.get_by_role("link", name=place, exact=True).click()
            assert not faults(page), place
        begin(page, "greedy", seed="1")
        wait_for_turn(page)
        page.get_by_role("button", name="Show hints").click()
        page.wait_for_selector(".values tbody tr", timeout=COMPILING)
        assert not faults(page)
        open_record(page)
        page.get_by_role("button", name="Find mistakes").click()
        page.wait_for_selector(".mistake-row", timeout=COMPILING)
        assert not faults(page)
        page.get_by_role("button", name="Settings").click()
        assert not faults(page)


@pytest.mark.parametrize("width", [390, 1280])
def test_a_table_with_friends_has_no_serious_fault(address: str, width: int) -> None:
    """A table of friends is checked before the game, as a friend arrives, as both play by a clock, and after."""
    faulty: list[Any] = []
    view: dict[str, Any] = {"viewport": {"width": width, "height": 800}}

    def look(*pages: Page) -> None:
        for one in pages:
            faulty.extend(faults(one))
            assert one.evaluate("document.documentElement.scrollWidth <= innerWidth")

    with browsing(address, place="#play/friends", **view) as host:
        host.locator("summary", has_text="friends who stay away").click()
        host.get_by_label("Clock", exact=True).select_option("move")
        host.get_by_label("Seconds", exact=True).fill("9")
        host.get_by_label("If a friend stays away").select_option("forfeit")
        link = open_table(host)
        look(host)
        with browsing(f"{address.partition('/socket')[0]}/socket?{link.partition('?')[2]}", place="", **view) as friend:
            look(friend)
            sit(friend, "Boris")
            friend.wait_for_selector(".felt .clock.late")
            host.wait_for_selector(".felt .clock.late")
            look(host, friend)
            for one in (host, friend):
                one.wait_for_selector(".result strong")
            look(host, friend)
    assert not faulty
