"""Puzzles on the page: from the first screen to the answer, the next one, and what the browser keeps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import COMPILING, MAY_PLAY, browsing, needs_browser

pytestmark = [needs_browser, pytest.mark.slow]


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    with browsing(address, place="") as page:
        open_puzzle(page)
        yield page


def open_puzzle(page: Page) -> None:
    page.get_by_role("button", name="Puzzle of the day").click()
    page.wait_for_selector("[data-ply]", timeout=COMPILING)
    expect(page.locator(".says")).to_contain_text("Find the only move that")


def solve(page: Page) -> int:
    """Try the actions from the last one on until one is right; return how many were wrong."""
    tries = page.locator(MAY_PLAY)
    for wrong in range(tries.count()):
        left = tries.count()
        tries.last.click()
        expect(tries).not_to_have_count(left)
        if page.locator(".says .mark-better").count():
            return wrong
        expect(page.get_by_role("status").filter(has_text="Try again.")).to_contain_text(
            "won game" if "wins" in page.inner_text(".says") else "loses a drawn game"
        )
    raise AssertionError("no action solves the puzzle")


def test_a_puzzle_is_solved_by_trying_on_the_table(page: Page) -> None:
    first = page.locator(".puzzle:visible strong").inner_text()
    assert first.startswith("Puzzle of the day: ")
    expect(page.get_by_text("Everyone sees all cards")).to_be_visible()
    solved = solve(page) == 0
    box = page.locator(".puzzle:visible")
    expect(box).to_contain_text("Solved:")
    expect(box).to_contain_text(f"Solved at the first try in this browser: {solved:d} of 365.")
    page.get_by_label("Level of the next puzzle").select_option(label="easy")
    page.get_by_role("button", name="Next puzzle").click()
    expect(box.locator("strong")).not_to_contain_text("of the day")
    expect(box.locator("strong")).to_contain_text("easy")
    solved += solve(page) == 0
    expect(box).to_contain_text(f"Solved at the first try in this browser: {solved:d} of 365.")


def test_an_answer_that_was_asked_for_is_not_counted(page: Page) -> None:
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".says .mark-better")).to_be_visible()
    expect(page.locator(".puzzle:visible")).to_contain_text("Solved at the first try in this browser: 0 of 365.")
    page.locator(".puzzle").get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("link", name="Play", exact=True)).to_have_attribute("aria-current", "page")
    expect(page.locator(".puzzle:visible")).to_have_count(0)


def test_a_puzzle_is_asked_again_after_a_look_back_and_after_a_reload(page: Page) -> None:
    asked = page.locator(".says").inner_text()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Back to the puzzle").click()
    expect(page.locator(".says")).to_have_text(asked)
    page.reload()
    expect(page.locator(".says")).to_have_text(asked, timeout=COMPILING)
    expect(page.locator(MAY_PLAY).first).to_be_visible()
    solve(page)


@pytest.mark.parametrize("size", [(1366, 900), (390, 844)])
def test_the_hand_is_in_sight(address: str, size: tuple[int, int]) -> None:
    width, height = size
    with browsing(address, place="", viewport={"width": width, "height": height}) as page:
        open_puzzle(page)
        expect(page.locator(MAY_PLAY).first).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
