"""What five tasks of a first-time player take at least: clicks, and seconds of a script that knows where to click.

    python -m tests.support.table_tasks

A person has to look for each button as well; the seconds are those of the page and the server.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, sync_playwright

from tests.support.browser import CHROMIUM, COMPILING, page_address
from tests.support.table_program import running


class Hand:
    """Clicks, and counts.

    Attributes:
        page: that is clicked on.
        clicks: so far; a choice in a list is two.
    """

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, found: Locator) -> None:
        """Click on an element once it is there."""
        found.click(timeout=COMPILING)
        self.clicks += 1

    def choose(self, label: str, option: str) -> None:
        """Choose in a list."""
        self.page.get_by_label(label, exact=True).select_option(label=option)
        self.clicks += 2


def play(hand: Hand) -> None:
    """Play a game: the own turn, or the opponent's first card, is there."""
    hand.click(hand.page.get_by_role("button", name="Play", exact=True))
    hand.page.wait_for_selector(".live, .over", timeout=COMPILING)


def invite(hand: Hand) -> None:
    """Invite a friend: the link is copied."""
    hand.click(hand.page.get_by_role("link", name="With friends"))
    hand.click(hand.page.get_by_role("button", name="Play", exact=True))
    hand.click(hand.page.locator("[data-seat='1'].invitation button").first)


def change_the_level(hand: Hand) -> None:
    """Play against another level."""
    hand.choose("Opponent", "Strong")
    play(hand)


def see_a_mistake(hand: Hand) -> None:
    """See a mistake in a game that has ended; its plies are not counted."""
    play(hand)
    played = hand.clicks
    while not hand.page.locator(".over").count():
        hand.page.locator(".own .hand .playable").or_(hand.page.locator(".own-actions .main")).last.click()
        hand.page.wait_for_selector(".live, .over", timeout=COMPILING)
        hand.page.wait_for_timeout(50)
    hand.clicks = played
    begun = time.monotonic()
    hand.click(hand.page.get_by_role("button", name="Find mistakes").first)
    hand.click(hand.page.locator(".mistake-row").first)
    print(f"  of these {time.monotonic() - begun:.1f} s after the game")


def learn_a_rule(hand: Hand) -> None:
    """Read the rules."""
    hand.click(hand.page.get_by_role("button", name="Rules", exact=True))
    hand.page.get_by_role("dialog").get_by_role("heading", level=2).first.wait_for()


TASKS: tuple[Callable[[Hand], None], ...] = (play, invite, change_the_level, see_a_mistake, learn_a_rule)


def measure() -> None:
    """Print what each task takes, on a first screen that is open."""
    with running() as (_, address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for task in TASKS:
            page = browser.new_context(locale="en-US", reduced_motion="reduce").new_page()
            page.goto(page_address(address))
            page.wait_for_selector("body[data-ready]", timeout=COMPILING)
            hand, begun = Hand(page), time.monotonic()
            task(hand)
            print(f"{task.__name__}: {hand.clicks} clicks, {time.monotonic() - begun:.1f} s", flush=True)
            page.context.close()
        browser.close()


if __name__ == "__main__":
    measure()
