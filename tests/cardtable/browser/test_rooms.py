"""A game between two browsers: one invites, the other follows the link, and both play it to its end."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import COMPILING, MAY_PLAY, PATIENCE, chromium, needs_browser, page_address, play_last

pytestmark = [needs_browser, pytest.mark.slow]


def opened(browser: Browser, address: str, faults: list[str]) -> Page:
    page = browser.new_context(locale="en-US", reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_selector("body[data-ready]", timeout=COMPILING)
    return page


def picture(page: Page, name: str) -> None:
    """Keep a picture where the environment asks for it, as for docs/kit/table.md."""
    if folder := os.environ.get("TABLE_PICTURES"):
        page.set_viewport_size({"width": 1366, "height": 860})
        page.screenshot(path=Path(folder) / name)


def plays(page: Page) -> bool:
    """Play where it is this page's turn, and say whether it was."""
    if page.locator(MAY_PLAY).count() == 0:
        return False
    expect(page).to_have_title(re.compile("^● Your turn"))
    play_last(page)
    return True


def test_two_browsers_play_a_game(address: str) -> None:
    faults: list[str] = []
    with chromium() as browser:
        host = opened(browser, page_address(address), faults)
        host.get_by_role("link", name="With friends").click()
        expect(host.get_by_label("Player 2", exact=True)).to_have_value("friend")
        host.locator("summary", has_text="friends who stay away").click()
        host.get_by_label("If a friend stays away").select_option("wait")
        host.get_by_role("button", name="Get the links").click()
        host.wait_for_selector(".invitation", timeout=COMPILING)
        host.get_by_label("Your name").fill("Anna")
        host.get_by_label("Your name").press("Tab")
        link = host.locator("[data-seat='1'].invitation input").input_value()
        friend = opened(browser, link, faults)
        friend.get_by_label("Your name").fill("Boris")
        friend.get_by_label("Your name").press("Tab")
        expect(host.locator(".people")).to_contain_text("Boris")
        other = browser.new_page()
        other.goto(link)
        expect(other.locator(".offline")).to_contain_text("already")
        host.wait_for_selector(".hand .playable, .own-actions, .felt")
        host.locator("[data-seat='1'].invitation summary").click()
        expect(host.locator("[data-seat='1'].invitation img")).to_be_visible()
        picture(host, "table_room.png")
        friend.reload()
        friend.wait_for_selector(".felt")
        moves = 0
        while not host.locator(".screen.over").count():
            moves += any(plays(page) for page in (host, friend))
            host.wait_for_timeout(50)
            assert moves < 600
        expect(friend.locator(".screen.over")).to_be_visible()
        friend.get_by_label("Show all cards").check()
        host.get_by_role("button", name="Next game").click()
        expect(friend.locator(".screen:not(.over) .felt")).to_be_visible()
        host.get_by_role("button", name="Close the table").click()
        host.locator("dialog[open]").get_by_role("button", name="Close the table").click()
        expect(friend.locator(".offline")).to_contain_text("ended")
    assert faults == []
