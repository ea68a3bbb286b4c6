"""No serious fault for those who read the page with a screen reader, a keyboard, or little contrast."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.cardtable.browser.test_study import open_record
from tests.support.browser import COMPILING, begin, browsing, needs_browser, wait_for_turn

pytestmark = [needs_browser, pytest.mark.slow]

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

SERIOUS = ("serious", "critical")


def faults(page: Page) -> list[Any]:
    """What axe finds that is serious: the rule and the elements."""
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
def test_a_table_with_others_has_no_serious_fault(address: str, width: int) -> None:
    with browsing(address, viewport={"width": width, "height": 800}) as page:
        page.get_by_label("Player 2", exact=True).select_option("friend")
        page.get_by_role("button", name="Open the table").click()
        page.locator(".qr").wait_for(timeout=COMPILING)
        assert not faults(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
